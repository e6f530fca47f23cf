import type { bill } from '@lobby/shared/modules/bill.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, BehaviourOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import type { Doc } from '../../kit/store/records.ts';
import { checkRefs, loadRefs } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import type { Charge } from '../bill/index.ts';
import { cancellationOf, loadLetGo } from '../fund/index.ts';
import { holdUninvoicedReceipt } from '../invoice/index.ts';
import { type Line, loadAccount, loadAdvance, moneyLine, postings, reversals } from '../ledger/index.ts';
import { assertCancelNotLocked, assertNotLocked, checkDay } from '../lock-date/index.ts';
import { allocationsOf, movedBy, paidLines } from './allocations.ts';
import { chargedFor, payBills, unpayBills } from './interest.ts';
import { onPaid } from './payment-listeners.ts';
import { completeReceipt, dayIn, type Receipt, type ReceiptValues } from './vouchers/complete.ts';
import { assertSlipUnused, resolveMethod } from './vouchers/methods.ts';
import { bookingLines, onCancel } from './vouchers/source-documents.ts';

/** Completes other income: one category, one method, any payer. */
async function completeIncome(ctx: Ctx, values: ReceiptValues): Promise<ReceiptValues> {
  await checkRefs(ctx, receipt.fields, values);
  await checkDay(ctx, 'transaction', dayIn(values), 'accountingDate');
  if (!values.categoryId) failFields({ categoryId: { code: 'REQUIRED' } });
  const { methodId, method: kind, fundId, reference, categoryId, amount = 0 } = values;
  if (kind === 'UNIT_ACCOUNT') failFields({ method: { code: 'CHOICE_INVALID' } });
  const line = await resolveMethod(ctx, { methodId, kind, fundId, reference }, '', 'RECEIPT_METHOD_INVALID');
  return completeReceipt(ctx, {
    ...values,
    methods: [{ ...line, amount: amount ?? 0 }],
    sources: [],
    allocations: [{ kind: 'OTHER_INCOME', categoryId, amount: amount ?? 0 }],
    origin: 'OTHER',
  });
}

/** Existing vouchers allow changes of their texts only, until their day is locked. */
export async function assertWordsOnly<V extends object>(
  ctx: Ctx,
  { edits }: typeof receipt | typeof payslip,
  values: V,
  voucher: { accountingDate: string } & { [K in keyof V]?: unknown },
): Promise<V> {
  const words: readonly string[] = edits;
  const names = Object.keys(values) as (keyof V & string)[];
  const fixed = names.filter(name => !words.includes(name) && values[name] !== voucher[name]);
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(name => [name, { code: 'UNKNOWN_FIELD' }])));
  await assertNotLocked(ctx, 'transaction', voucher.accountingDate, 'accountingDate');
  return values;
}

/** Credit lines of a receipt. */
async function loadCredits({ projectId }: Ctx, doc: Receipt, bills: readonly Doc<typeof bill>[]): Promise<Line[]> {
  const ids = doc.allocations.flatMap(({ categoryId }) => categoryId ?? []);
  const categories = await loadRefs(projectId, voucherCategory, ids);
  const income = doc.allocations
    .filter(({ kind }) => kind === 'OTHER_INCOME')
    .map(({ categoryId, amount }): Line => {
      const category = categories.get(categoryId ?? '')?.code ?? 'OTHER';
      return { account: 'REVENUE', category, credit: amount };
    });
  const left: Line =
    doc.surplusTo === 'ADVANCE'
      ? { account: 'ADVANCE', serviceId: doc.surplusServiceId, credit: doc.surplus }
      : { account: 'UNIT_ACCOUNT', credit: doc.surplus };
  const isBooking = doc.allocations.some(({ kind }) => kind.startsWith('BOOKING'));
  const held = doc.allocations.flatMap(({ kind, depositId, amount }): Line[] =>
    kind === 'DEPOSIT' ? [{ account: 'DEPOSIT', depositId, credit: amount }] : [],
  );
  return [
    ...paidLines(bills, allocationsOf(doc)),
    ...income,
    ...(isBooking ? bookingLines(doc, 'credit') : []),
    ...held,
    left,
  ];
}

/** Debit lines of a receipt: funds, clearing, or balances of the unit (opening amounts apart). */
function debitsOf(doc: Receipt): Line[] {
  const money = doc.methods.map(method => {
    const isDirect = method.settles !== 'ON_STATEMENT';
    return moneyLine(isDirect ? method.fundId : null, 'debit', method.amount, method.methodId ?? method.kind);
  });
  const out = doc.sources.flatMap(({ from, serviceId, amount, fromOpening }): Line[] => {
    const of = from === 'ADVANCE' ? ({ account: from, serviceId } as const) : { account: from };
    return [
      { ...of, bucket: 'OPENING', debit: fromOpening },
      { ...of, bucket: 'CURRENT', debit: amount - fromOpening },
    ];
  });
  return [...money, ...out];
}

/** Updates the bills that a new receipt pays, and posts it. */
async function bookReceipt(ctx: Ctx, doc: Receipt, charges: readonly Charge[] = []): Promise<Change[]> {
  const { bills, allocations, changes } = await payBills(ctx, doc, charges);
  return [
    ...changes,
    ...(await postings(ctx, {
      kind: 'RECEIPT',
      day: doc.accountingDate,
      type: 'receipt',
      doc,
      unitId: doc.unitId,
      lines: [...debitsOf(doc), ...(await loadCredits(ctx, doc, bills))],
    })),
    ...(await onPaid(ctx, { receipt: doc, bills, allocations, sign: 1 })),
  ];
}

/** Paid-in part of an account or advance, without the opening balance. */
const paidIn = ({ balance, balanceOpening }: { balance: number; balanceOpening: number }) => balance - balanceOpening;

/** Refuses a reversal if the surplus has been used since; opening balances do not count (domain.md, Money 4). */
async function assertStillThere(ctx: Ctx, doc: Receipt, bills: readonly Doc<typeof bill>[]): Promise<void> {
  const unitId = doc.unitId ?? '';
  const { surplus } = doc;
  const needed = movedBy(bills, doc._id) + (doc.surplusTo === 'UNIT_ACCOUNT' ? surplus : 0);
  const account = needed > 0 ? paidIn(await loadAccount(ctx, unitId)) : 0;
  if (account < needed) fail('RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH', { needed, there: account });
  if (doc.surplusTo !== 'ADVANCE') return;
  const ahead = paidIn(await loadAdvance(ctx, unitId, doc.surplusServiceId ?? ''));
  if (ahead < surplus) fail('RECEIPT_CANCEL_ADVANCE_USED', { needed: surplus, there: ahead });
}

/** Reverses a receipt: its bills are owed again, its sources refunded; its surplus must still be there. `by`: the record that causes it. */
export async function cancelReceipt(
  ctx: Ctx,
  doc: Receipt,
  by: string | null = null,
): Promise<EffectOf<typeof receipt>> {
  await assertCancelNotLocked(ctx, 'transaction', doc.accountingDate, doc.code);
  const { bills, allocations, changes } = await unpayBills(ctx, doc);
  await assertStillThere(ctx, doc, bills);
  const isOfOther = doc.originId !== null || doc.type === 'DEPOSIT';
  const followed = isOfOther ? await onCancel(ctx, receipt.name, doc, by) : [];
  const of = { day: todayOf(ctx), type: 'receipt', doc } as const;
  return {
    set: cancellationOf(ctx),
    with: [
      ...changes,
      ...(await reversals(ctx, { ...of, kind: 'SETTLE_CANCEL', of: ['SETTLE'] })),
      ...(await reversals(ctx, { ...of, kind: 'RECEIPT_CANCEL', of: ['RECEIPT', 'ADJUST_SURPLUS'] })),
      ...followed,
      ...(await onPaid(ctx, { receipt: doc, bills, allocations, sign: -1 })),
      ...(await loadLetGo(ctx, { entity: receipt.name, id: doc._id, by })),
    ],
    first: session => holdUninvoicedReceipt(ctx.projectId, doc, session),
    also: session => notifyUnit(ctx, 'RECEIPT_CANCELLED', doc, session),
  };
}
const cancel: Action<typeof receipt, 'cancel'> = (ctx, doc) => cancelReceipt(ctx, doc);

const notifyUnit = (
  ctx: Ctx,
  kind: 'RECEIPT_MADE' | 'RECEIPT_CANCELLED',
  { _id: id, code, unitId }: Receipt,
  session: Session,
) => notify(ctx, toUnit(unitId), kind, { module: receipt.code, id, title: code ?? '' }, session);

async function numberReceipt(ctx: Ctx, session: Session, doc: Receipt): Promise<void> {
  // Deductions from balances bring in no money and have a number range of their own.
  await giveNumber(receipt, doc, doc.methods.length === 0 ? 'CT' : 'PT', doc.accountingDate, session);
  await assertSlipUnused(ctx, doc, session);
}

export const receiptBehaviour: BehaviourOf<typeof receipt> = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'create') return completeIncome(ctx, values);
    return kind === 'update' ? assertWordsOnly(ctx, receipt, values, doc) : values;
  },
  changes: async (ctx, { kind, doc }) => (kind === 'create' ? bookReceipt(ctx, doc) : []),
  number: numberReceipt,
  actions: { cancel },
};

/** A receipt of another document with all its changes, saved with that document. Late interest that it pays is charged up to its day. */
export async function loadReceipt(
  ctx: Ctx,
  values: Readonly<Record<string, unknown>>,
): Promise<{ doc: Receipt; changes: Change[] }> {
  const entered: ReceiptValues = values;
  const { unitId, allocations } = entered;
  const input = { unitId, parts: allocations ?? [], day: dayIn(entered) };
  const { parts, charges } = await chargedFor(ctx, input);
  const charged = charges.map(charge => charge.charged);
  const whole = await completeReceipt(ctx, { ...entered, allocations: parts }, charged);
  const doc = await build(ctx, receipt, { ...whole, allocations: storedAlready(whole.allocations ?? [], charges) });
  doc.allocations = doc.allocations.map((allocation, n) => ({
    ...allocation,
    billId: whole.allocations?.[n]?.billId ?? null,
  }));
  const first = (session: Session) => numberReceipt(ctx, session, doc);
  // For a deposit the household is notified by the request it pays.
  const also = doc.type === 'DEPOSIT' ? undefined : (session: Session) => notifyUnit(ctx, 'RECEIPT_MADE', doc, session);
  return {
    doc,
    changes: [
      { definition: receipt, action: 'create', insert: doc, first, ...(also && { also }) },
      ...(await bookReceipt(ctx, doc, charges)),
    ],
  };
}

/** Allocations with the overdue bill in place of its new interest bill, which is not stored yet. */
function storedAlready(allocations: NonNullable<ReceiptValues['allocations']>, charges: readonly Charge[]) {
  const late = new Map(charges.map(charge => [charge.charged._id, charge.late._id]));
  return allocations.map(allocation => ({
    ...allocation,
    billId: late.get(allocation.billId ?? '') ?? allocation.billId,
  }));
}
