import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { isWorkingTime } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadKept } from '../../kit/store/kept.ts';
import type { Doc } from '../../kit/store/records.ts';

/**
 * Tells of a department whether it is on shift now, by its own schedules, else by those of the whole project; null where there are none.
 * Schedules that do not count as working time (guards) hold on holidays too.
 */
export async function shiftsNow(ctx: Ctx): Promise<(departmentId: string | null) => boolean | null> {
  const [schedules, holidays] = await Promise.all([loadKept(ctx, workSchedule), loadKept(ctx, holiday)]);
  const works = (one: Doc<typeof workSchedule>) =>
    isWorkingTime({ timeZone: ctx.project.timeZone, schedules: [one], holidays: one.counts ? holidays : [] }, ctx.now);
  return departmentId => {
    const own = schedules.filter(one => one.departmentId === departmentId && departmentId !== null);
    const meant = own.length > 0 ? own : schedules.filter(one => !one.departmentId);
    return meant.length === 0 ? null : meant.some(works);
  };
}
