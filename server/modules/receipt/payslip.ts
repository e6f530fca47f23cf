import { payslip } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Line, postings, reversed } from '../ledger/index.ts';
import { checkDay, refuseLocked, todayOf } from '../lock-date/index.ts';
import { followCancel } from './origins.ts';

/** What the money that goes out is on the books: an expense, or what was taken in and goes back. */
function outOf(doc: Stored): Line[] {
  if (doc.purpose === 'DEPOSIT_REFUND') return [{ account: 'DEPOSIT', debit: Number(doc.amount) }];
  if (doc.purpose === 'BOOKING_REFUND')
    return [
      { account: 'REVENUE', debit: Number(doc.net) },
      { account: 'VAT', debit: Number(doc.vat) },
      { account: 'SURCHARGE', debit: Number(doc.surchargeTax) },
    ];
  return [{ account: 'EXPENSE', debit: Number(doc.amount) }];
}

const spent = (doc: Stored): Line[] => [
  ...outOf(doc),
  { account: 'FUND', fundId: String(doc.fundId), credit: Number(doc.amount) },
];
const unitOf = ({ unitId }: Stored) => (typeof unitId === 'string' ? { unitId } : {});

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
          entry: 'PAYSLIP',
          day: String(doc.day),
          source: () => String(doc.code),
          ...unitOf(doc),
          lines: spent(doc),
        })
      : [],
  number: async (_ctx, session, doc) => giveNumber(payslip, doc, 'PC', String(doc.day).slice(0, 4), session),
};

/** Brings the money of a voucher back into its fund. */
export async function cancelPayslip(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseLocked(ctx, 'transaction', String(doc.day));
  const lines = reversed(spent(doc));
  const about = { day: todayOf(ctx), source: String(doc.code), ...unitOf(doc), lines };
  return {
    with: [
      ...(await postings(ctx, { entry: 'PAYSLIP_CANCEL', ...about })),
      ...(doc.originId ? await followCancel(ctx, payslip.name, doc) : []),
    ],
  };
}

/** A payslip that another document brings about, saved with that document. */
export async function payslipOf(
  ctx: Ctx,
  values: Record<string, unknown>,
): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await build(ctx, payslip, { ...values, cashierId: ctx.employeeId });
  const first = (session: Session) => giveNumber(payslip, doc, 'PC', String(doc.day).slice(0, 4), session);
  const more = (await payslipBehaviour.changes?.(ctx, { kind: 'create', doc, before: null })) ?? [];
  return { doc, changes: [{ definition: payslip, action: 'create', insert: doc, first }, ...more] };
}
