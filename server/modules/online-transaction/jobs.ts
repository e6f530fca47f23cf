import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { ask } from './begin.ts';
import { logged, openOrders } from './orders.ts';
import { take } from './provider-updates.ts';
import { endRefund, refundsOf, sendRefund } from './refund.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After so many minutes what may be under way is asked about, then every hour, for a day. */
const AFTER = [1, 5, 15, 30, 60];
const GIVEN_UP_MS = 24 * HOUR_MS;

/** Who acted at this moment does what this would have done. */
const unlessRefused = async (what: Promise<unknown>): Promise<number> => {
  try {
    await what;
    return 1;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
};

/** Its time is over: once more it is asked about, and then it has expired. */
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

/** Money may be on its way: the provider is asked, at longer and longer intervals. */
async function lookUp(ctx: Ctx, doc: Doc<typeof onlineTransaction>): Promise<number> {
  const told = await ask(ctx, doc);
  if (told && ['PAID', 'FAILED', 'CANCELLED'].includes(told.state))
    return unlessRefused(take(ctx, doc._id, told, 'query'));
  if (ctx.now.getTime() - doc.createdAt.getTime() > GIVEN_UP_MS) return expire(ctx, doc);
  const queries = Number(doc.queries ?? 0) + 1;
  const [before, after] = [AFTER[queries - 1], AFTER[queries]];
  const ms = after === undefined || before === undefined ? HOUR_MS : (after - before) * MINUTE_MS;
  const set = { queries, nextQueryAt: new Date(ctx.now.getTime() + ms) };
  // A plan of ours, of which nobody needs to hear.
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
  // One that is being sent right now is left alone.
  for (const doc of await openOrders(ctx.projectId, ['SUCCESSED'], { 'refunds.refundStatus': 'PENDING' }))
    for (const { key, refundStatus, at } of refundsOf(doc))
      if (refundStatus === 'PENDING' && ctx.now.getTime() - Date.parse(at) > MINUTE_MS)
        turned += await unlessRefused(
          sendRefund(ctx, doc, key, true).then(state => endRefund(ctx, doc._id, key, state)),
        );
  return turned;
}

/** Looks after orders and refunds that nobody has told of. Safe to run twice and on several servers. */
export async function runOrdersOnlineJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await turnProject(systemCtx(settingsOf(project), now));
  return turned;
}
