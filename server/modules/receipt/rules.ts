import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour, Request } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { checkRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { canceled } from '../fund/index.ts';
import { accountOf, advanceOf, type Line, moneyLine, postings, reversals } from '../ledger/index.ts';
import { checkDay, checkVoucherDate, refuseCancelLocked, todayOf } from '../lock-date/index.ts';
import { allocationsOf, billsOf, paid, paidLines, refuseUnpayable } from './allocations.ts';
import { bookingLines, followCancel } from './origins.ts';

/** Completes money that comes in: what it pays is owed by that unit, and what is left over goes to the unit's account (domain.md, Money 4). */
export async function completeReceipt(ctx: Ctx, { kind, values }: Request): Promise<Record<string, unknown>> {
  if (kind !== 'create') return values;
  await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
  checkVoucherDate(ctx, values);
  if (partsOf(values).reduce((sum, { amount }) => sum + amount, 0) !== Number(values.amount))
    failFields({ parts: { code: 'PARTS_SUM_DIFFERS' } }, 'PARTS_SUM_DIFFERS');
  const { parts, serviceId } = receipt.fields;
  // A reference is judged though the type leaves it out.
  await checkRefs(ctx, { parts, serviceId }, values);
  if (values.method === 'UNIT_ACCOUNT' && !values.originId) failFields({ method: { code: 'CHOICE_INVALID' } });
  if (!values.fundId && !values.originId) failFields({ fundId: { code: 'REQUIRED' } });
  const whole = { voucherDate: values.accountingDate, ...values, cashierId: ctx.employeeId };
  const { type = 'OTHER' } = values;
  if (type === 'OTHER') {
    await checkRefs(ctx, { allocations: receipt.fields.allocations }, values);
    return { ...whole, allocations: [], serviceId: null };
  }
  if (!values.unitId) failFields({ unitId: { code: 'REQUIRED' } });
  if (type === 'ADVANCE') {
    if (!values.serviceId) failFields({ serviceId: { code: 'REQUIRED' } });
    return { ...whole, allocations: [], toAccount: 0 };
  }
  const allocations = type === 'FEES' ? allocationsOf(values) : [];
  if (type === 'FEES' && allocations.length === 0) failFields({ allocations: { code: 'REQUIRED' } });
  refuseUnpayable(await billsOf(ctx.projectId, allocations), allocations, values.unitId);
  const toAccount = Number(values.amount) - allocations.reduce((sum, { amount }) => sum + amount, 0);
  if (toAccount < 0) failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  return { ...whole, allocations, toAccount, serviceId: null };
}

/** How the money came: into one fund, or by several ways at once. */
export function partsOf(doc: Record<string, unknown>): { fundId: unknown; amount: number }[] {
  const parts = Array.isArray(doc.parts) ? (doc.parts as { fundId: string; amount: number }[]) : [];
  return parts.length > 0 ? parts : [{ fundId: doc.fundId, amount: Number(doc.amount) }];
}

/** What a receipt is on the books. */
async function linesOf(doc: Stored, bills: readonly Stored[]): Promise<Line[]> {
  const amount = Number(doc.amount);
  const own: Line[] =
    doc.method === 'UNIT_ACCOUNT'
      ? [{ account: 'UNIT_ACCOUNT', debit: amount }]
      : partsOf(doc).map(one => moneyLine(one.fundId, 'debit', one.amount, doc.method));
  if (doc.type === 'OTHER' && doc.originPart) return [...own, ...bookingLines(doc, 'credit')];
  if (doc.type === 'OTHER') return [...own, { account: 'REVENUE', category: 'OTHER', credit: amount }];
  if (doc.type === 'ADVANCE') return [...own, { account: 'ADVANCE', serviceId: String(doc.serviceId), credit: amount }];
  return [...own, ...paidLines(bills, allocationsOf(doc)), { account: 'UNIT_ACCOUNT', credit: Number(doc.toAccount) }];
}

/** Changes the bills that a new receipt pays, and brings it onto the books. */
const bookReceipt: NonNullable<Behaviour['changes']> = async (ctx, { kind, doc }) => {
  if (kind !== 'create') return [];
  const allocations = allocationsOf(doc);
  const bills = await billsOf(ctx.projectId, allocations);
  // As they are now, which is what the transaction holds them to: another may have paid since the check.
  refuseUnpayable(bills, allocations, doc.unitId);
  return [
    ...paid(bills, allocations, 1),
    ...(await postings(ctx, {
      ...{ kind: 'RECEIPT', day: String(doc.accountingDate), type: 'receipt', doc },
      unitId: doc.unitId as string | null,
      lines: await linesOf(doc, bills),
    })),
  ];
};

/** Takes a receipt back: its bills are owed again, and what went to the unit's account must still be there. */
export async function cancelReceipt(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const toAccount = Number(doc.toAccount);
  if (doc.unitId && toAccount > 0) {
    // What the unit began with does not count: the money paid in must still be there (domain.md, Money 4).
    const { balance, balanceOpening } = await accountOf(ctx, String(doc.unitId));
    if (Number(balance) - Number(balanceOpening ?? 0) < toAccount) fail('UNIT_ACCOUNT_NOT_ENOUGH');
  }
  if (doc.type === 'ADVANCE') {
    const { balance, balanceOpening } = await advanceOf(ctx, String(doc.unitId), String(doc.serviceId));
    if (Number(balance) - Number(balanceOpening ?? 0) < Number(doc.amount)) fail('ADVANCE_NOT_ENOUGH');
  }
  const allocations = allocationsOf(doc);
  const bills = await billsOf(ctx.projectId, allocations);
  return {
    set: canceled(ctx),
    with: [
      ...paid(bills, allocations, -1, doc._id),
      ...(await reversals(ctx, {
        kind: 'RECEIPT_CANCEL',
        of: ['RECEIPT', 'ADJUST_SURPLUS'],
        day: todayOf(ctx),
        type: 'receipt',
        doc,
      })),
      ...(doc.originId ? await followCancel(ctx, receipt.name, doc) : []),
    ],
  };
}

const numberReceipt: NonNullable<Behaviour['number']> = async (_ctx, session, doc) =>
  giveNumber(receipt, doc, 'PT', String(doc.accountingDate), session);

export const receiptBehaviour: Behaviour = { check: completeReceipt, changes: bookReceipt, number: numberReceipt };

/** A receipt that another document brings about, with all that it changes: saved with that document. */
export async function receiptOf(
  ctx: Ctx,
  values: Record<string, unknown>,
): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await build(ctx, receipt, await completeReceipt(ctx, { kind: 'create', values, doc: null }));
  const first = (session: Session) => numberReceipt(ctx, session, doc);
  const changes = await bookReceipt(ctx, { kind: 'create', doc, before: null });
  return { doc, changes: [{ definition: receipt, action: 'create', insert: doc, first }, ...changes] };
}
