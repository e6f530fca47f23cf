import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_ORDERS, onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { type EffectOf, perform, type RuleOf } from '../../../kit/records/typed-behaviour.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { ProviderStatus, Result } from '../../payment-gateway/index.ts';
import { bookPayment } from '../book.ts';
import { appendLog, bySystem } from '../orders.ts';

/** Thrown if a notice changes nothing. */
class Same extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super(result);
    this.result = result;
  }
}

interface Heard {
  effect: EffectOf<typeof onlineTransaction>;
  result: Result;
}

/** Provider's data of an order, encrypted where necessary. */
const namesOf = (doc: Doc<typeof onlineTransaction>, answer: ProviderStatus) =>
  sealed(onlineTransaction, doc.projectId, {
    ...(answer.providerRef && { providerRef: answer.providerRef }),
    ...(answer.bankCode && { bankCode: answer.bankCode }),
    ...(answer.cardLast4 && { cardLast4: answer.cardLast4 }),
  });

/** Marks an order as paid and books it once. `blind`: the books refused it, so that staff must book it. */
async function paid(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  answer: ProviderStatus,
  what: string,
  blind: boolean,
): Promise<Heard> {
  const late = !OPEN_ORDERS.includes(doc.status);
  const at = { status: 'SUCCESSED' as const, paidAt: ctx.now, nextQueryAt: null };
  const set = { ...at, ...namesOf(doc, answer), ...appendLog(doc, ctx.now, what, 'PAID') };
  const none = { effect: { set: { ...set, problem: 'NO_RECEIPT' as const } }, result: 'TAKEN' as const };
  if (blind) return none;
  const { set: made, changes, double } = await bookPayment(bySystem(ctx), doc);
  const problem = double ? 'DOUBLE_PAID' : late ? 'LATE' : 'NONE';
  return { effect: { set: { ...set, ...made, problem }, with: changes }, result: 'TAKEN' };
}

/** Effect of a provider's status on an order; throws `Same` if nothing changes. */
async function heard(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  answer: ProviderStatus,
  what: string,
  blind: boolean,
): Promise<Heard> {
  const open = OPEN_ORDERS.includes(doc.status);
  if (doc.status === 'SUCCESSED') throw new Same('DOUBLE');
  const log = appendLog(doc, ctx.now, what, answer.state);
  if (answer.state === 'PAID' && answer.amount !== doc.amount) {
    const set = { ...appendLog(doc, ctx.now, what, `AMOUNT ${answer.amount}`), problem: 'AMOUNT_DIFFERS' as const };
    return { effect: { set }, result: 'AMOUNT_DIFFERS' };
  }
  if (answer.state === 'PAID') return paid(ctx, doc, answer, what, blind);
  if ((answer.state === 'FAILED' || answer.state === 'CANCELLED') && open)
    return { effect: { set: { ...log, status: answer.state, nextQueryAt: null } }, result: 'TAKEN' };
  if (answer.state === 'PENDING' && doc.status === 'IN_PROCESS') {
    const nextQueryAt = new Date(ctx.now.getTime() + MINUTE_MS);
    return { effect: { set: { ...log, status: 'PAYMENT_IN_PROCESS', queries: 0, nextQueryAt } }, result: 'TAKEN' };
  }
  throw new Same(open ? 'TAKEN' : 'DOUBLE');
}

/** Rule of an act that queries the provider; `quiet` gives the effect if nothing changes. */
export const queryRule =
  (
    ask: (ctx: Ctx, doc: Doc<typeof onlineTransaction>) => Promise<ProviderStatus | null>,
    what: string,
    quiet: (doc: Doc<typeof onlineTransaction>, ctx: Ctx) => EffectOf<typeof onlineTransaction>,
  ): RuleOf<typeof onlineTransaction> =>
  async (ctx, doc) => {
    const answer = await ask(ctx, doc);
    if (!answer) return quiet(doc, ctx);
    try {
      return (await heard(ctx, doc, answer, what, false)).effect;
    } catch (error) {
      if (error instanceof Same) return quiet(doc, ctx);
      // Money that the books refuse is paid all the same.
      if (error instanceof Refusal) return (await heard(ctx, doc, answer, what, true)).effect;
      throw error;
    }
  };

/** Applies a provider's status; repeated, late or out-of-order notices book an order once. `beside` adds further changes. */
export async function take(
  ctx: Ctx,
  id: string,
  answer: ProviderStatus,
  what: string,
  beside: (set: Partial<Doc<typeof onlineTransaction>>) => EffectOf<typeof onlineTransaction>['with'] = () => [],
): Promise<Result> {
  let result: Result = 'FAULT';
  const attempt = (blind: boolean) =>
    perform(ctx, { definition: onlineTransaction, name: 'notice', id, input: {} }, async (_ctx, doc) => {
      const { effect, result: came } = await heard(ctx, doc, answer, what, blind);
      result = came;
      return { ...effect, with: [...(effect.with ?? []), ...(beside(effect.set ?? {}) ?? [])] };
    });
  try {
    await attempt(false).catch(error => {
      if (error instanceof Refusal && answer.state === 'PAID') return attempt(true);
      throw error;
    });
    return result;
  } catch (error) {
    if (error instanceof Same) return error.result;
    throw error;
  }
}
