import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { giveNumber } from '../../kit/store/numbers.ts';
import { checkRefs, loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { canceled } from '../fund/index.ts';
import { accountOf, advanceOf, type Line, moneyLine, postings, reversals } from '../ledger/index.ts';
import { checkDay, refuseCancelLocked, refuseLocked, todayOf } from '../lock-date/index.ts';
import { allocationsOf, billsOf, movedBy, paid, paidLines, refuseUnpayable } from './allocations.ts';
import { completed, linesIn, sourcesOf } from './complete.ts';
import { followPaid } from './follow-paid.ts';
import { methodsOf, placed, refuseSameSlip } from './methods.ts';
import { bookingLines, followCancel } from './origins.ts';

type Values = Record<string, unknown>;

/** Other income: of a category, by one method, from whoever brings it. */
async function otherIncome(ctx: Ctx, values: Values): Promise<Values> {
  await checkRefs(ctx, receipt.fields, values);
  await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
  if (!values.categoryId) failFields({ categoryId: { code: 'REQUIRED' } });
  const { methodId, method: kind, fundId, reference } = values as Record<string, string | undefined>;
  if (kind === 'UNIT_ACCOUNT') failFields({ method: { code: 'CHOICE_INVALID' } });
  const line = await placed(ctx, { methodId, kind, fundId, reference }, '', 'RECEIPT_METHOD_INVALID');
  const amount = Number(values.amount);
  const allocations = [{ kind: 'OTHER_INCOME', categoryId: values.categoryId, amount }];
  return completed(ctx, { ...values, methods: [{ ...line, amount }], sources: [], allocations, origin: 'OTHER' });
}

const WORDS = new Set(['content', 'labelIds', 'attachments', 'note', 'payerName']);
/** Of a voucher that stands only its words are edited, and those not once its day is closed. */
export async function refuseFixed(ctx: Ctx, values: Values, doc: Stored, words = WORDS): Promise<Values> {
  const fixed = Object.keys(values).filter(name => !words.has(name) && values[name] !== doc[name]);
  if (fixed.length > 0) failFields(Object.fromEntries(fixed.map(name => [name, { code: 'UNKNOWN_FIELD' }])));
  await refuseLocked(ctx, 'transaction', String(doc.accountingDate), 'accountingDate');
  return values;
}

/** What a receipt is for, on the books. */
async function creditsOf({ projectId }: Ctx, doc: Stored, bills: readonly Stored[]): Promise<Line[]> {
  const own = linesIn(doc);
  const ids = own.flatMap(({ categoryId }) => categoryId ?? []);
  const categories = await loadRefs(projectId, voucherCategory, ids);
  const income = own
    .filter(({ kind }) => kind === 'OTHER_INCOME')
    .map(({ categoryId, amount }): Line => {
      const category = String(categories.get(categoryId ?? '')?.code ?? 'OTHER');
      return { account: 'REVENUE', category, credit: amount };
    });
  const surplus = Number(doc.surplus);
  const left: Line =
    doc.surplusTo === 'ADVANCE'
      ? { account: 'ADVANCE', serviceId: String(doc.surplusServiceId), credit: surplus }
      : { account: 'UNIT_ACCOUNT', credit: surplus };
  const booking = own.some(({ kind }) => kind?.startsWith('BOOKING'));
  return [...paidLines(bills, allocationsOf(doc)), ...income, ...(booking ? bookingLines(doc, 'credit') : []), left];
}

/** Where its money came from: into funds, on its way to them, or out of what the unit has, what it began with first. */
function debitsOf(doc: Stored): Line[] {
  const money = methodsOf(doc).map(one => {
    const direct = one.settles !== 'ON_STATEMENT';
    return moneyLine(direct ? one.fundId : null, 'debit', one.amount, one.methodId ?? one.kind);
  });
  const out = sourcesOf(doc).flatMap(({ from, serviceId, amount, fromOpening = 0 }): Line[] => {
    const of = from === 'ADVANCE' ? ({ account: from, serviceId: serviceId ?? null } as const) : { account: from };
    return [
      { ...of, bucket: 'OPENING', debit: fromOpening },
      { ...of, bucket: 'CURRENT', debit: amount - fromOpening },
    ];
  });
  return [...money, ...out];
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
      kind: 'RECEIPT',
      day: String(doc.accountingDate),
      type: 'receipt',
      doc,
      unitId: doc.unitId as string | null,
      lines: [...debitsOf(doc), ...(await creditsOf(ctx, doc, bills))],
    })),
    ...(await followPaid(ctx, { receipt: doc, bills, allocations, sign: 1 })),
  ];
};

/** Refuses to take back what it gave the unit and is there no more; what the unit began with does not count (domain.md, Money 4). */
async function refuseGone(ctx: Ctx, doc: Stored, bills: readonly Stored[]): Promise<void> {
  const unitId = String(doc.unitId);
  const surplus = Number(doc.surplus);
  const there = ({ balance, balanceOpening }: Stored) => Number(balance) - Number(balanceOpening ?? 0);
  const needed = movedBy(bills, doc._id) + (doc.surplusTo === 'UNIT_ACCOUNT' ? surplus : 0);
  const account = needed > 0 ? there(await accountOf(ctx, unitId)) : 0;
  if (account < needed) fail('RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH', { needed, there: account });
  if (doc.surplusTo !== 'ADVANCE') return;
  const ahead = there(await advanceOf(ctx, unitId, String(doc.surplusServiceId)));
  if (ahead < surplus) fail('RECEIPT_CANCEL_ADVANCE_USED', { needed: surplus, there: ahead });
}

/** Takes a receipt back: its bills are owed again, what it took is given back, and what it gave must still be there. */
export async function cancelReceipt(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'transaction', String(doc.accountingDate), String(doc.code));
  const allocations = allocationsOf(doc);
  const bills = await billsOf(ctx.projectId, allocations);
  await refuseGone(ctx, doc, bills);
  const of = { day: todayOf(ctx), type: 'receipt', doc } as const;
  return {
    set: canceled(ctx),
    with: [
      ...paid(bills, allocations, -1, doc._id),
      ...(await reversals(ctx, { ...of, kind: 'SETTLE_CANCEL', of: ['SETTLE'] })),
      ...(await reversals(ctx, { ...of, kind: 'RECEIPT_CANCEL', of: ['RECEIPT', 'ADJUST_SURPLUS'] })),
      ...(doc.originId ? await followCancel(ctx, receipt.name, doc) : []),
      ...(await followPaid(ctx, { receipt: doc, bills, allocations, sign: -1 })),
    ],
    also: session => told(ctx, 'RECEIPT_CANCELLED', doc, session),
  };
}

const told = (
  ctx: Ctx,
  kind: 'RECEIPT_MADE' | 'RECEIPT_CANCELLED',
  { _id: id, code, unitId }: Stored,
  session: Session,
) => notify(ctx, toUnit(unitId), kind, { module: receipt.code, id, title: String(code) }, session);

const numberReceipt: NonNullable<Behaviour['number']> = async (ctx, session, doc) => {
  await giveNumber(receipt, doc, 'PT', String(doc.accountingDate), session);
  await refuseSameSlip(ctx, doc, session);
};

export const receiptBehaviour: Behaviour = {
  check: async (ctx, { kind, values, doc }) =>
    kind === 'create' ? otherIncome(ctx, values) : kind === 'update' ? refuseFixed(ctx, values, doc) : values,
  changes: bookReceipt,
  number: numberReceipt,
};

/** A receipt that another document brings about, with all that it changes: saved with that document. */
export async function receiptOf(ctx: Ctx, values: Values): Promise<{ doc: Stored; changes: Change[] }> {
  const doc = await build(ctx, receipt, await completed(ctx, values));
  const first = (session: Session) => numberReceipt(ctx, session, doc);
  const also = (session: Session) => told(ctx, 'RECEIPT_MADE', doc, session);
  const changes = await bookReceipt(ctx, { kind: 'create', doc, before: null });
  return { doc, changes: [{ definition: receipt, action: 'create', insert: doc, first, also }, ...changes] };
}
