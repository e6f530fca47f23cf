import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { appendLog, openOrders } from './orders.ts';
import { queryStatus } from './provider/begin.ts';
import { take } from './provider/updates.ts';
import { endRefund, sendRefund } from './refund/refund.ts';

/** Minutes after which pending orders are queried; hourly afterwards, for a day. */
const AFTER = [1, 5, 15, 30, 60];
const GIVEN_UP_MS = DAY_MS;

/** Expires an order after a last query. */
async function expire(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<unknown> {
  const answer = doc.status === 'UNREADY' ? null : await queryStatus(ctx, doc);
  if (answer && ['PAID', 'FAILED', 'CANCELLED'].includes(answer.state)) return take(ctx, doc._id, answer, 'expiry');
  return perform(ctx, { definition: onlineTransaction, name: 'expire', id: doc._id, input: {} }, (_ctx, latest) => ({
    set: { status: 'EXPIRED', nextQueryAt: null, ...appendLog(latest, ctx.now, 'expire') },
  }));
}

/** Queries a pending order at increasing intervals. */
async function lookUp(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<unknown> {
  const answer = await queryStatus(ctx, doc);
  if (answer && ['PAID', 'FAILED', 'CANCELLED'].includes(answer.state)) return take(ctx, doc._id, answer, 'query');
  if (ctx.now.getTime() - doc.createdAt.getTime() > GIVEN_UP_MS) return expire(ctx, doc);
  const queries = doc.queries + 1;
  const [before, after] = [AFTER[queries - 1], AFTER[queries]];
  const ms = after === undefined || before === undefined ? HOUR_MS : (after - before) * MINUTE_MS;
  const set = { queries, nextQueryAt: new Date(ctx.now.getTime() + ms) };
  // Internal schedule, stored without an event.
  await keepBeside(onlineTransaction, doc, { _id: doc._id, status: 'PAYMENT_IN_PROCESS' }, { set });
  return 0;
}

const expireDue = async (ctx: Ctx): Promise<number> =>
  attemptEach(await openOrders(ctx.projectId, ['UNREADY', 'IN_PROCESS'], { expiresAt: { $lte: ctx.now } }), doc =>
    expire(ctx, doc),
  );

const lookUpDue = async (ctx: Ctx): Promise<number> =>
  attemptEach(await openOrders(ctx.projectId, ['PAYMENT_IN_PROCESS'], { nextQueryAt: { $lte: ctx.now } }), doc =>
    lookUp(ctx, doc),
  );

async function endRefunds(ctx: Ctx): Promise<number> {
  const paid = await openOrders(ctx.projectId, ['SUCCESSED'], { 'refunds.refundStatus': 'PENDING' });
  return attemptEach(paid, doc => {
    // Refunds being sent right now are skipped.
    const waiting = doc.refunds.flatMap(({ key, refundStatus, at }) =>
      key && refundStatus === 'PENDING' && ctx.now.getTime() - new Date(at).getTime() > MINUTE_MS ? [key] : [],
    );
    return attemptEach(waiting, async key =>
      endRefund(ctx, doc._id, key, await sendRefund(ctx, doc, key, true)).then(() => 1),
    );
  });
}

/** Processes orders and refunds without a provider's notice; idempotent, and safe on several servers. */
export const onlineOrdersJob = defineJob({
  name: 'payments online',
  every: '*/30 * * * * *',
  perProject: ctx => attemptEach([expireDue, lookUpDue, endRefunds], step => step(ctx)),
});
