import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { checkDay, refuseCancelLocked, todayOf } from '../lock-date/index.ts';

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
      ? postings(ctx, { kind: 'FUND_TRANSFER', day: String(doc.day), type: 'fund-transfer', doc, lines: moved(doc) })
      : [],
};

/** Brings it back. */
export async function cancelFundTransfer(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.day), String(doc.code));
  const of = ['FUND_TRANSFER'] as const;
  const type = 'fund-transfer';
  return { with: await reversals(ctx, { kind: 'TRANSFER_CANCEL', of, day: todayOf(ctx), type, doc }) };
}
