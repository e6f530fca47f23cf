import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { adjustRoutes } from './adjustment/calls.ts';
import { interestRoutes } from './interest/calls.ts';
import { chargeInterest, interestJob } from './interest/interest.ts';
import { overdueJob } from './interest/overdue.ts';
import { waiveInterest } from './interest/waivers.ts';
import { bookEdit, completeBill } from './manual/edit.ts';
import { manualRoutes } from './manual/manual.ts';
import { release } from './release/many.ts';
import { holdBill, unholdBill } from './release/publish.ts';
import { explainRoutes } from './reports/explain.ts';
import { billFigures } from './reports/figures.ts';
import { monthPathRoute } from './reports/month-path.ts';
import { monthRoutes } from './reports/months-calls.ts';
import { totalsRoute } from './reports/totals.ts';
import { owesRoute } from './reports/unit-debt.ts';
import { cancelBill } from './rules.ts';
import { runActions } from './run/actions.ts';
import { startRoute } from './run/calls.ts';
import { draftRoutes } from './run/drafts.ts';
import { runItemCollection } from './run/items.ts';
import { runPreviewRoute } from './run/preview.ts';
import { runReads } from './run/reads.ts';
import { recalculate } from './run/recalculate.ts';
import { billRunJob, endBillRuns } from './run/run.ts';

export const billModule = defineServerModule({
  name: 'bill',
  routes: [
    runPreviewRoute,
    ...runReads,
    startRoute,
    ...interestRoutes,
    ...monthRoutes,
    ...explainRoutes,
    totalsRoute,
    owesRoute,
    ...draftRoutes,
    ...adjustRoutes,
    ...manualRoutes,
    monthPathRoute,
  ],
  serves: [
    serves(billRun, { actions: runActions }),
    serves(bill, {
      check: completeBill,
      changes: bookEdit,
      actions: {
        release,
        recalculate,
        cancel: cancelBill,
        hold: holdBill,
        unhold: unholdBill,
        'charge-interest': (ctx, doc) => chargeInterest(ctx, doc),
        'waive-interest': waiveInterest,
      },
    }),
  ],
  jobs: [interestJob, overdueJob, billRunJob],
  figures: billFigures,
  collections: [runItemCollection],
  onStop: endBillRuns,
});
