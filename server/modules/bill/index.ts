import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import { noteProgress } from '../../kit/jobs/runs.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { refuseLockedMonth } from '../lock-date/index.ts';
import { adjustRoutes } from './adjust-calls.ts';
import { bookEdit, completeBill } from './edit.ts';
import { explainRoutes } from './explain.ts';
import { chargeInterest } from './interest.ts';
import { interestRoutes } from './interest-calls.ts';
import { manualRoutes } from './manual.ts';
import { monthRoutes } from './months-calls.ts';
import { holdBill, unholdBill } from './publish.ts';
import { recalculate } from './recalculate.ts';
import { releaseBill } from './release.ts';
import { cancelBill } from './rules.ts';
import { CLOSED, runBillsSoon } from './run.ts';
import { followRun, startRoute } from './run-calls.ts';
import { draftRoutes } from './run-drafts.ts';
import { NOTHING_COUNTED, onlyMade, runItemCollection, runItems } from './run-items.ts';
import { runReads } from './run-reads.ts';
import { totalsRoute } from './totals.ts';
import { waiveInterest } from './waivers.ts';

export { chargeByNotice, turnInterest } from './interest.ts';
export { billsOn, leftOf } from './left.ts';
export { turnOverdue } from './overdue.ts';
export { planOf, servicesOf } from './plan.ts';
export { publishBills, unpublishBills } from './publish.ts';
export { endBillRuns, turnBillRuns } from './run.ts';
export { scopeOfRun } from './run-scope.ts';
export { billSayer, billSpeech } from './said.ts';
export { runItemCollection };

/** What was begun, or taken up again, goes on at once. */
async function goOn(ctx: Ctx, doc: Stored, set: Record<string, unknown> = {}): Promise<Effect> {
  await followRun(ctx, doc);
  return { set, also: async () => runBillsSoon() };
}

/** Begins to count from nothing: prices, readings and people may have changed since it was looked over. */
async function afresh(ctx: Ctx, doc: Stored, set: Record<string, unknown> = {}): Promise<Effect> {
  const own = await goOn(ctx, doc, { ...NOTHING_COUNTED, ...set });
  return {
    ...own,
    async also(session) {
      await runItems().deleteMany({ runId: doc._id }, { session });
      await own.also?.(session);
    },
  };
}

async function start(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseLockedMonth(ctx, String(doc.month), { document: String(doc.code) });
  return afresh(ctx, doc, { previewTotal: doc.total });
}

/** What was made stays, and what others made meanwhile is passed over. */
async function retry(ctx: Ctx, doc: Stored): Promise<Effect> {
  const made = await runItems().findOne({ runId: doc._id, billId: { $ne: null } });
  return made ? goOn(ctx, doc, onlyMade(doc)) : afresh(ctx, doc);
}

const stopped = ({ _id, done, units }: Stored) =>
  noteProgress(_id, { done: Number(done), of: Number(units), state: 'cancelled' });

const runActs: Readonly<Record<string, Rule>> = {
  start,
  resume: (ctx, doc) => goOn(ctx, doc),
  retry,
  pause: (_ctx, doc) => ({ also: () => stopped(doc) }),
  cancel: (_ctx, doc) => ({ set: CLOSED, also: () => stopped(doc) }),
};

/** Bills, and the runs that make those of a month. */
export const billRoutes = (all: readonly Definition[]): Route[] => [
  ...runReads,
  startRoute,
  ...interestRoutes,
  ...monthRoutes,
  ...explainRoutes,
  totalsRoute,
  ...draftRoutes,
  ...adjustRoutes,
  ...serve(billRun, { acts: runActs }, all),
  ...manualRoutes,
  ...serve(
    bill,
    {
      check: completeBill,
      changes: bookEdit,
      acts: {
        release: releaseBill,
        recalculate,
        cancel: cancelBill,
        hold: holdBill,
        unhold: unholdBill,
        'charge-interest': chargeInterest,
        'waive-interest': waiveInterest,
      },
    },
    all,
  ),
];
