import type { Day } from '@lobby/shared/kit/dates.ts';
import { workingTimeNow } from '@lobby/shared/modules/work-schedule.contract.ts';
import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { hoursOn, isWorkingTime, nextWorkingTime, type WorkCalendar } from '@lobby/shared/modules/working-time.ts';
import type { ProjectSettings } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { loadKept } from '../../kit/store/kept.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';

/** Work calendar of a project: its active schedules and holidays. */
export async function loadCalendar({ id: projectId, timeZone }: ProjectSettings): Promise<WorkCalendar> {
  const [schedules, holidays] = await Promise.all([
    loadKept({ projectId }, workSchedule, { counts: true }),
    loadKept({ projectId }, holiday),
  ]);
  return { timeZone, schedules, holidays };
}

/** Whether an instant is working time, and when the next one begins. */
export async function workingAt(projectId: string, at: Date): Promise<{ working: boolean; next: Date | null }> {
  const project = await loadProject(projectId);
  if (!project) return { working: false, next: null };
  const calendar = await loadCalendar(settingsOf(project));
  return { working: isWorkingTime(calendar, at), next: nextWorkingTime(calendar, at) };
}

/** Whether a project works on a day; the calendar is loaded once. */
export async function workingDays(project: ProjectSettings): Promise<(day: Day) => boolean> {
  const calendar = await loadCalendar(project);
  return day => hoursOn(calendar, day).length > 0;
}

/** `GET /work-schedule/working-time?at=`: by default now. */
export const workingTime = route(workingTimeNow, {
  flags: ['read'],
  async run(ctx, { query }) {
    const { working, next } = await workingAt(ctx.projectId, query.at ? new Date(query.at) : ctx.now);
    return { working, next: next?.toISOString() ?? null };
  },
});
