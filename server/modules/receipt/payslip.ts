import { payslip } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { checkDay, refuseCancelLocked, todayOf } from '../lock-date/index.ts';

const spent = (doc: Stored): Line[] => [
  { account: 'EXPENSE', category: String(doc.category ?? 'OTHER'), debit: Number(doc.amount) },
  { account: 'FUND', fundId: String(doc.fundId), credit: Number(doc.amount) },
];

/** Money that goes out: numbered without gaps, and out of its fund. */
export const payslipBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    await checkDay(ctx, 'transaction', String(values.day), 'day');
    return { ...values, cashierId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create'
      ? postings(ctx, {
          ...{ kind: 'PAYSLIP', day: String(doc.day), type: 'payslip', doc },
          lines: spent(doc),
        })
      : [],
  number: async (_ctx, session, doc) => giveNumber(payslip, doc, 'PC', String(doc.day).slice(0, 4), session),
};

/** Brings the money of a voucher back into its fund. */
export async function cancelPayslip(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.day), String(doc.code));
  const kind = 'PAYSLIP_CANCEL';
  return { with: await reversals(ctx, { kind, of: ['PAYSLIP'], day: todayOf(ctx), type: 'payslip', doc }) };
}
