import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { runPreview } from '@lobby/shared/modules/bill-run.contract.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';
import { billValues, buildPlan, loadServices } from './plan.ts';

/** Calculates the bills of one unit line by line; stores nothing. */
export const runPreviewRoute: Route = route(runPreview, {
  flags: ['read'],
  async run(ctx, { query: { month, unitId, serviceIds } }) {
    const home = await load(ctx, unit, unitId);
    const services = await loadServices(ctx.projectId, serviceIds);
    const [plan, before] = await Promise.all([
      buildPlan(ctx.projectId, month, services, [home], { named: true }),
      records(bill).find(
        ctx,
        { unitId, month: addMonths(month, -1), type: 'NORMAL', createdFor: 'SERVICE', status: { $ne: 'CANCELLED' } },
        { only: ['serviceId', 'quantity', 'total'] },
      ),
    ]);
    const last = new Map(
      before.map(({ serviceId, quantity, total }) => [serviceId, { quantity: quantity ?? 0, total }]),
    );
    const names = new Map(services.map(({ service }) => [service._id, service.unitName ?? '']));
    const bills = plan.bills.map(planned => ({
      ...billValues(month, null, planned),
      previous: last.get(planned.serviceId) ?? null,
      unitName: names.get(planned.serviceId) ?? '',
    }));
    return {
      bills,
      skipped: plan.skipped.map(({ serviceId, reason }) => ({ serviceId, reason })),
      total: bills.reduce((sum, { total }) => sum + total, 0),
    };
  },
});
