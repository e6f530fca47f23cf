import { addMonths } from '@lobby/shared/billing/periods.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Planned, planOf, SKIPPED, servicesOf } from './plan.ts';
import { ids, unitsFrom } from './run.ts';

const MOST_UNITS = 20_000;
const SHOWN = 20;
/** From this part of last month's bill on, either way, a new one stands out. */
const OUTLIER = 0.3;

const answer = z.object({
  units: z.int(),
  bills: z.int(),
  total: z.int(),
  services: z.array(
    z.object({ serviceId: z.string(), bills: z.int(), total: z.int(), before: z.int(), outliers: z.int() }),
  ),
  outliers: z.array(z.object({ unitId: z.string(), serviceId: z.string(), total: z.int(), before: z.int() })),
  skipped: z.array(z.object({ reason: z.enum(SKIPPED), count: z.int(), unitIds: z.array(z.string()) })),
});

/** What a run would make, without making it: sums by service beside last month's, what stands out, and who gets none and why. */
export const previewRoute: Route = route({
  method: 'get',
  path: `${billRun.path}/:id/plan`,
  summary: 'What a run would make, or has still to make',
  module: billRun.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer,
  async run(ctx, { params }) {
    const { projectId } = ctx;
    const asked = await load(ctx, billRun, params.id);
    const [month, serviceIds, blockIds] = [String(asked.month), ids(asked.serviceIds), ids(asked.blockIds)];
    const services = await servicesOf(projectId, serviceIds);
    const units = await unitsFrom(projectId, blockIds, null, MOST_UNITS);
    const { bills, skipped } = await planOf(projectId, month, services, units);
    const last = await modelOf(bill)
      .find(
        {
          ...{ projectId, month: addMonths(month, -1), type: 'NORMAL', createdFor: { $ne: 'INTEREST' } },
          ...{ status: { $ne: 'CANCELLED' }, deletedAt: null },
        },
        { unitId: 1, serviceId: 1, total: 1 },
      )
      .maxTimeMS(10_000)
      .lean<Stored[]>();
    const before = new Map(last.map(({ unitId, serviceId, total }) => [`${unitId}:${serviceId}`, Number(total)]));
    const was = ({ unitId, serviceId }: Planned) => before.get(`${unitId}:${serviceId}`) ?? 0;
    const out = bills.filter(one => was(one) > 0 && Math.abs(one.charge.total - was(one)) / was(one) > OUTLIER);
    const sum = (own: readonly Planned[]) => own.reduce((total, { charge }) => total + charge.total, 0);
    return {
      units: units.length,
      bills: bills.length,
      total: sum(bills),
      services: services.map(({ service: { _id } }) => {
        const own = bills.filter(({ serviceId }) => serviceId === _id);
        return {
          serviceId: _id,
          bills: own.length,
          total: sum(own),
          before: last.reduce((all, one) => all + (one.serviceId === _id ? Number(one.total) : 0), 0),
          outliers: out.filter(({ serviceId }) => serviceId === _id).length,
        };
      }),
      outliers: out
        .slice(0, SHOWN)
        .map(one => ({ unitId: one.unitId, serviceId: one.serviceId, total: one.charge.total, before: was(one) })),
      skipped: SKIPPED.flatMap(reason => {
        const own = skipped.filter(one => one.reason === reason);
        const unitIds = [...new Set(own.map(({ unitId }) => unitId))].slice(0, SHOWN);
        return own.length > 0 ? [{ reason, count: own.length, unitIds }] : [];
      }),
    };
  },
});
