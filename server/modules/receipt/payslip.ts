import { payslip } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { canceled } from '../fund/index.ts';
import { type Line, postings, reversals } from '../ledger/index.ts';
import { checkDay, checkVoucherDate, refuseCancelLocked, todayOf } from '../lock-date/index.ts';
import { bookingLines, followCancel } from './origins.ts';

/** What the money that goes out is on the books: an expense, or what was taken in and goes back. */
function outOf(doc: Stored): Line[] {
  const amount = Number(doc.amount);
  if (doc.purpose === 'DEPOSIT_REFUND')
    return [{ account: 'DEPOSIT', unitId: String(doc.unitId), depositId: String(doc.depositId), debit: amount }];
  if (doc.purpose === 'BOOKING_REFUND') return bookingLines(doc, 'debit');
  return [{ account: 'EXPENSE', category: String(doc.category ?? 'OTHER'), debit: amount }];
}

const spent = (doc: Stored): Line[] => [
  ...outOf(doc),
  { account: 'FUND', fundId: String(doc.fundId), credit: Number(doc.amount) },
];

/** Money that goes out: numbered without gaps, and out of its fund. */
export const payslipBehaviour: Behaviour = {
  async check(ctx, { kind, values }) {
    if (kind !== 'create') return values;
    await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
    checkVoucherDate(ctx, values);
    return { voucherDate: values.accountingDate, ...values, cashierId: ctx.employeeId };
  },
  changes: async (ctx, { kind, doc }) =>
    kind === 'create'
      ? postings(ctx, {
          ...{ kind: 'PAYSLIP', day: String(doc.accountingDate), type: 'payslip', doc },
          lines: spent(doc),
        })
      : [],
  number: async (_ctx, session, doc) => giveNumber(payslip, doc, 'PC', String(doc.accountingDate), session),
};

/** Brings the money of a voucher back into its fund. */
export async function cancelPayslip(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const kind = 'PAYSLIP_CANCEL';
  return {
    set: canceled(ctx),
    with: [
      ...(await reversals(ctx, { kind, of: ['PAYSLIP'], day: todayOf(ctx), type: 'payslip', doc })),
      ...(doc.originId ? await followCancel(ctx, payslip.name, doc) : []),
    ],
  };
}

/** A payslip that another document brings about, saved with that document. */
export async function payslipOf(
  ctx: Ctx,
  values: Record<string, unknown>,
): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await build(ctx, payslip, {
    ...{ voucherDate: values.accountingDate, ...values, cashierId: ctx.employeeId },
  });
  const first = (session: Session) => giveNumber(payslip, doc, 'PC', String(doc.accountingDate), session);
  const more = (await payslipBehaviour.changes?.(ctx, { kind: 'create', doc, before: null })) ?? [];
  return { doc, changes: [{ definition: payslip, action: 'create', insert: doc, first }, ...more] };
}
