import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { isWorkingTime } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { loadKept } from '../../../kit/store/kept.ts';
import type { Doc } from '../../../kit/store/records.ts';

/**
 * Returns a function that tells whether a department is on shift now: by its own schedules, otherwise by those of the
 * project; null if there are none. Schedules that are no working time (guards) also apply on holidays.
 */
export async function shiftsNow(ctx: Ctx): Promise<(departmentId: string | null) => boolean | null> {
  const [schedules, holidays] = await Promise.all([loadKept(ctx, workSchedule), loadKept(ctx, holiday)]);
  const works = (schedule: Doc<typeof workSchedule>) =>
    isWorkingTime(
      { timeZone: ctx.project.timeZone, schedules: [schedule], holidays: schedule.counts ? holidays : [] },
      ctx.now,
    );
  return departmentId => {
    const ofDepartment = schedules.filter(schedule => schedule.departmentId === departmentId && departmentId !== null);
    const meant = ofDepartment.length > 0 ? ofDepartment : schedules.filter(schedule => !schedule.departmentId);
    return meant.length === 0 ? null : meant.some(works);
  };
}
