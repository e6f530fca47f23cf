import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { adjustRoutes } from './adjust-calls.ts';
import { bookEdit, completeBill } from './edit.ts';
import { explainRoutes } from './explain.ts';
import { billFigures } from './figures.ts';
import { chargeInterest, interestJob } from './interest.ts';
import { interestRoutes } from './interest-calls.ts';
import { manualRoutes } from './manual.ts';
import { monthPathRoute } from './month-path.ts';
import { monthRoutes } from './months-calls.ts';
import { overdueJob } from './overdue.ts';
import { owesRoute } from './owes.ts';
import { holdBill, unholdBill } from './publish.ts';
import { recalculate } from './recalculate.ts';
import { release } from './release-many.ts';
import { cancelBill } from './rules.ts';
import { billRunJob, endBillRuns } from './run.ts';
import { runActions } from './run-actions.ts';
import { startRoute } from './run-calls.ts';
import { draftRoutes } from './run-drafts.ts';
import { runItemCollection } from './run-items.ts';
import { runPreviewRoute } from './run-preview.ts';
import { runReads } from './run-reads.ts';
import { totalsRoute } from './totals.ts';
import { waiveInterest } from './waivers.ts';

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
