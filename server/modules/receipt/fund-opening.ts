import type { Ctx } from '../../kit/base/context.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { postings, reversals } from '../ledger/index.ts';
import { checkDay, refuseLocked, todayOf } from '../lock-date/index.ts';

const dayOf = (ctx: Ctx, { openingDay }: Record<string, unknown>): string =>
  typeof openingDay === 'string' ? openingDay : todayOf(ctx);
const changed = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Number(one.opening ?? 0) !== Number(other.opening ?? 0) || (one.openingDay ?? null) !== (other.openingDay ?? null);

/** What a fund began with comes onto the books. */
const opened = (ctx: Ctx, doc: Stored, after = 0): Promise<Change[]> =>
  postings(ctx, {
    ...{ kind: 'OPENING_FUND', day: dayOf(ctx, doc), type: 'fund', doc },
    occurrence: after + 1,
    lines: [
      { account: 'FUND', fundId: doc._id, debit: Number(doc.opening ?? 0) },
      { account: 'OPENING_BALANCE', credit: Number(doc.opening ?? 0) },
    ],
  });

const takenBack = (ctx: Ctx, doc: Stored): Promise<Change[]> =>
  reversals(ctx, { kind: 'OPENING_CANCEL', of: ['OPENING_FUND'], day: todayOf(ctx), type: 'fund', doc });

/** Funds whose beginning is an entry like all money: changed, it is taken back and written anew. */
export const fundBehaviour: Behaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore' || kind === 'remove') return values;
    const whole: Record<string, unknown> = { ...doc, ...values };
    if (doc && !changed(doc, whole)) return values;
    if (Number(whole.opening ?? 0) > 0) await checkDay(ctx, 'transaction', dayOf(ctx, whole), 'openingDay');
    if (doc && Number(doc.opening ?? 0) > 0) await refuseLocked(ctx, 'transaction', dayOf(ctx, doc), 'openingDay');
    return Number(whole.opening ?? 0) > 0 ? { ...values, openingDay: dayOf(ctx, whole) } : values;
  },
  async changes(ctx, { kind, doc, before }) {
    if (kind === 'create' || kind === 'import') return opened(ctx, doc);
    if (kind !== 'update' || !changed(before, doc)) return [];
    return [...(await takenBack(ctx, before)), ...(await opened(ctx, doc, before.version))];
  },
};
