import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Action, ActionsOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { bookPayment } from './book.ts';
import { appendLog, bySystem } from './orders.ts';
import { queryStatus } from './provider/begin.ts';
import { queryRule } from './provider/updates.ts';
import { receiptFor } from './refund/refund.ts';

const byNow = (ctx: Ctx, ms: number) => new Date(ctx.now.getTime() + ms);

/** Cancels an order unless the provider reports it as paid; the household is notified if staff cancel. */
const cancel: Action<typeof onlineTransaction, 'cancel'> = async (ctx, doc) => {
  const answer = doc.status === 'UNREADY' ? null : await queryStatus(bySystem(ctx), doc);
  if (answer?.state === 'PAID') fail('STATUS_CHANGED', { status: doc.status });
  const about = { module: onlineTransaction.code, id: doc._id, title: doc.code ?? '' };
  return {
    set: { nextQueryAt: null, ...appendLog(doc, ctx.now, 'cancel') },
    ...(ctx.kind === 'staff' && {
      also: session => notify(ctx, toUnit(doc.unitId), 'ONLINE_CANCELLED', about, session),
    }),
  };
};

const query = queryRule(
  (ctx, doc) => queryStatus(bySystem(ctx), doc),
  'query',
  (doc, ctx) => ({ set: appendLog(doc, ctx.now, 'query', 'none') }),
);

/** The payer returned from the provider's page: the status is queried at once and then repeatedly. */
const back = queryRule(
  (ctx, doc) => queryStatus(bySystem(ctx), doc),
  'return',
  (doc: Doc<typeof onlineTransaction>, ctx: Ctx) => ({
    set: {
      status: 'PAYMENT_IN_PROCESS',
      queries: 0,
      nextQueryAt: byNow(ctx, MINUTE_MS),
      ...appendLog(doc, ctx.now, 'return'),
    },
  }),
);

/** Books a paid order manually after fixing what prevented it. */
export const book: RuleOf<typeof onlineTransaction> = async (ctx, doc) => {
  if (doc.problem !== 'NO_RECEIPT' || doc.depositId || (await receiptFor(doc))) fail('ORDER_BOOKED');
  const { set, changes, double } = await bookPayment(bySystem(ctx), doc);
  return {
    set: { ...set, problem: double ? 'DOUBLE_PAID' : 'NONE', ...appendLog(doc, ctx.now, 'book') },
    with: changes,
  };
};

/** Lets the rule's own status take precedence over that of the act. */
const leading =
  (rule: RuleOf<typeof onlineTransaction>): RuleOf<typeof onlineTransaction> =>
  async (ctx, doc, input) => {
    const effect = await rule(ctx, doc, input);
    const status = effect.set?.status;
    return typeof status === 'string' ? { ...effect, status } : effect;
  };

export const orderActs = { cancel, query, return: leading(back) } satisfies ActionsOf<typeof onlineTransaction>;
