import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf } from '../../kit/store/schema.ts';
import { refuseLocked } from '../lock-date/index.ts';
import { chargeInterest, waiveInterest } from './interest.ts';
import { manualRoutes } from './manual.ts';
import { previewRoute } from './preview.ts';
import { recalculate } from './recalculate.ts';
import { adjustBill, cancelBill, completeBill, releaseBill } from './rules.ts';
import { runBillsSoon } from './run.ts';

export { turnInterest } from './interest.ts';
export { planOf, servicesOf } from './plan.ts';
export { endBillRuns, turnBillRuns } from './run.ts';

/** A run begins with how many units it is about. */
async function completeRun(ctx: Ctx, { kind, values }: Request): Promise<Record<string, unknown>> {
  if (kind !== 'create') return values;
  await refuseLocked(ctx, 'receivable', monthPeriod(String(values.month)).end, 'month');
  const blockIds = Array.isArray(values.blockIds) ? values.blockIds.map(String) : [];
  const units = await modelOf(unit)
    .countDocuments({
      projectId: ctx.projectId,
      deletedAt: null,
      ...(blockIds.length > 0 && { blockId: { $in: blockIds } }),
    })
    .maxTimeMS(5000);
  return { ...values, units };
}

/** What was begun, or taken up again, goes on at once. */
const goOn = () => ({ also: async () => runBillsSoon() });

/** Bills, and the runs that make those of a month. */
export const billRoutes = (all: readonly Definition[]): Route[] => [
  ...manualRoutes,
  ...serve(
    bill,
    {
      check: completeBill,
      acts: {
        release: releaseBill,
        recalculate,
        cancel: cancelBill,
        adjust: adjustBill,
        'charge-interest': chargeInterest,
        'waive-interest': waiveInterest,
      },
    },
    all,
  ),
  previewRoute,
  ...serve(billRun, { check: completeRun, acts: { start: goOn, resume: goOn } }, all),
];
