import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Line, postings, reversed } from '../ledger/index.ts';
import { checkDay, refuseLocked, todayOf } from '../lock-date/index.ts';

const moved = (doc: Stored): Line[] => [
  { account: 'FUND', fundId: String(doc.toFundId), debit: Number(doc.amount) },
  { account: 'FUND', fundId: String(doc.fromFundId), credit: Number(doc.amount) },
];

/** Money that goes from one fund into another. */
export const fundTransferBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    if (values.fromFundId === values.toFundId) failFields({ toFundId: { code: 'SAME_FUND' } }, 'SAME_FUND');
    await checkDay(ctx, 'transaction', String(values.day), 'day');
    return values;
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create'
      ? postings(ctx, { entry: 'FUND_TRANSFER', day: String(doc.day), source: String(doc.code), lines: moved(doc) })
      : [],
};

/** Brings it back. */
export async function cancelFundTransfer(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseLocked(ctx, 'transaction', String(doc.day));
  const lines = reversed(moved(doc));
  const entry = 'FUND_TRANSFER_CANCEL';
  return { with: await postings(ctx, { entry, day: todayOf(ctx), source: String(doc.code), lines }) };
}
