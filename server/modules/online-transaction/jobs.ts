import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { logged, openOrders } from './orders.ts';
import { ask } from './provider/begin.ts';
import { take } from './provider/updates.ts';
import { endRefund, refundsOf, sendRefund } from './refund/refund.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Minutes after which pending orders are queried; hourly afterwards, for a day. */
const AFTER = [1, 5, 15, 30, 60];
const GIVEN_UP_MS = 24 * HOUR_MS;

/** Counts as done unless refused because somebody acted concurrently. */
const unlessRefused = async (what: Promise<unknown>): Promise<number> => {
  try {
    await what;
    return 1;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
};

/** Expires an order after a last query. */
async function expire(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<number> {
  const told = doc.status === 'UNREADY' ? null : await ask(ctx, doc);
  if (told && ['PAID', 'FAILED', 'CANCELLED'].includes(told.state))
    return unlessRefused(take(ctx, doc._id, told, 'expiry'));
  return unlessRefused(
    act(ctx, onlineTransaction, 'expire', doc._id, {}, (_ctx, own) => ({
      set: { status: 'EXPIRED', nextQueryAt: null, ...logged(own, ctx.now, 'expire') },
    })),
  );
}

/** Queries a pending order at increasing intervals. */
async function lookUp(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<number> {
  const told = await ask(ctx, doc);
  if (told && ['PAID', 'FAILED', 'CANCELLED'].includes(told.state))
    return unlessRefused(take(ctx, doc._id, told, 'query'));
  if (ctx.now.getTime() - doc.createdAt.getTime() > GIVEN_UP_MS) return expire(ctx, doc);
  const queries = Number(doc.queries ?? 0) + 1;
  const [before, after] = [AFTER[queries - 1], AFTER[queries]];
  const ms = after === undefined || before === undefined ? HOUR_MS : (after - before) * MINUTE_MS;
  const set = { queries, nextQueryAt: new Date(ctx.now.getTime() + ms) };
  // Internal schedule, stored without an event.
  await keepBeside(onlineTransaction, doc, { _id: doc._id, status: 'PAYMENT_IN_PROCESS' }, { set });
  return 0;
}

async function turnProject(ctx: Ctx): Promise<number> {
  let turned = 0;
  const due = { $lte: ctx.now };
  for (const doc of await openOrders(ctx.projectId, ['UNREADY', 'IN_PROCESS'], { expiresAt: due }))
    turned += await expire(ctx, doc);
  for (const doc of await openOrders(ctx.projectId, ['PAYMENT_IN_PROCESS'], { nextQueryAt: due }))
    turned += await lookUp(ctx, doc);
  // Refunds being sent right now are skipped.
  for (const doc of await openOrders(ctx.projectId, ['SUCCESSED'], { 'refunds.refundStatus': 'PENDING' }))
    for (const { key, refundStatus, at } of refundsOf(doc))
      if (refundStatus === 'PENDING' && ctx.now.getTime() - Date.parse(at) > MINUTE_MS)
        turned += await unlessRefused(
          sendRefund(ctx, doc, key, true).then(state => endRefund(ctx, doc._id, key, state)),
        );
  return turned;
}

/** Processes orders and refunds without a provider's notice; idempotent, and safe on several servers. */
export async function runOrdersOnlineJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await turnProject(systemCtx(settingsOf(project), now));
  return turned;
}
