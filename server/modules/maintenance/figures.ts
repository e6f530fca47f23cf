import { addDays } from '@lobby/shared/kit/dates.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { planFigures } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { records } from '../../kit/store/records.ts';

const YEAR_DAYS = 365;

/** `GET /maintenance-plan/:id/figures`: results of a plan over the last year. */
export const figuresRoute: Route = route(planFigures, {
  flags: ['read'],
  async run(ctx, { params }) {
    const plan = await load(ctx, maintenancePlan, params.id);
    const works = await records(maintenance).find(ctx, {
      planId: plan._id,
      scheduledDate: { $gte: addDays(todayOf(ctx), -YEAR_DAYS) },
    });
    const done = works.filter(({ status }) => status === 'COMPLETED');
    const onTime = done.filter(
      ({ completedOn, dueDate }) => completedOn && (!dueDate || completedOn <= dueDate),
    ).length;
    const timed = done.flatMap(({ labour }) =>
      labour.length > 0 ? [labour.reduce((sum, { minutes }) => sum + minutes, 0)] : [],
    );
    return {
      done: done.length,
      onTime,
      onTimePercent: done.length > 0 ? Math.floor((onTime * 100) / done.length) : null,
      skipped: works.filter(({ status }) => status === 'SKIPPED').length,
      overdue: works.filter(({ overdue }) => overdue).length,
      failedItems: done.reduce((sum, { failedItems }) => sum + failedItems, 0),
      meanMinutes:
        timed.length > 0 ? Math.round(timed.reduce((sum, minutes) => sum + minutes, 0) / timed.length) : null,
      cost: done.reduce((sum, { totalCost }) => sum + (totalCost ?? 0), 0),
    };
  },
});
