import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { planReach } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';

/** `GET /maintenance-plan/:id/reach`: number of works that a change of the plan updates, and that it leaves (maintenance-plan card, rule 8). */
export const planReachRoute: Route = route(planReach, {
  flags: ['read'],
  async run(ctx, { params }) {
    const { _id: planId } = await load(ctx, maintenancePlan, params.id);
    const planned = { planId, status: 'SCHEDULED', scheduledDate: { $gte: todayOf(ctx) } } as const;
    const works = records(maintenance);
    const [follow, touched, going, done] = await Promise.all([
      works.count(ctx, { ...planned, touched: { $ne: true } }),
      works.count(ctx, { ...planned, touched: true }),
      works.count(ctx, { planId, status: { $in: ['IN_PROGRESS', 'ON_HOLD'] } }),
      works.count(ctx, { planId, status: 'COMPLETED' }),
    ]);
    return { follow, touched, going, done };
  },
});
