import { holiday, WEEKDAYS, type WorkSchedule, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { isWorkingTime, type WorkCalendar } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf } from '../../kit/store/schema.ts';

/** More schedules or holidays of a project are not looked at. */
const MOST = 1000;

type Shifts = Pick<WorkSchedule, 'departmentId' | 'counts' | (typeof WEEKDAYS)[number]>;

/**
 * Tells of a department whether it is on shift now, by its own schedules, else by those of the whole project; null where there are none.
 * Schedules that do not count as working time (guards) hold on holidays too.
 */
export async function shiftsNow(ctx: Ctx): Promise<(departmentId: string | null) => boolean | null> {
  const live = { projectId: ctx.projectId, deletedAt: null };
  const shown = Object.fromEntries(['departmentId', 'counts', ...WEEKDAYS].map(name => [name, 1]));
  const [schedules, holidays] = await Promise.all([
    modelOf(workSchedule).find(live, shown).limit(MOST).maxTimeMS(2000).lean<Shifts[]>(),
    modelOf(holiday)
      .find(live, { startsOn: 1, endsOn: 1 })
      .limit(MOST)
      .maxTimeMS(2000)
      .lean<WorkCalendar['holidays'][number][]>(),
  ]);
  const works = (one: Shifts) =>
    isWorkingTime({ timeZone: ctx.project.timeZone, schedules: [one], holidays: one.counts ? holidays : [] }, ctx.now);
  return departmentId => {
    const own = schedules.filter(one => one.departmentId === departmentId && departmentId !== null);
    const meant = own.length > 0 ? own : schedules.filter(one => !one.departmentId);
    return meant.length === 0 ? null : meant.some(works);
  };
}
