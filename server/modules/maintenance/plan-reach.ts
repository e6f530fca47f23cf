import { idSchema } from '@lobby/shared/kit/schema.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import { todayOf } from '../repair/index.ts';

/** `GET /maintenance-plan/:id/reach`: number of works that a change of the plan updates, and that it leaves (maintenance-plan card, rule 8). */
export const planReachRoute: Route = route({
  method: 'get',
  path: `${maintenancePlan.path}/:id/reach`,
  summary: 'How many works a change of a plan reaches, and how many stay: moved by hand, going, done',
  module: maintenancePlan.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ follow: z.int(), touched: z.int(), going: z.int(), done: z.int() }),
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
