import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { standingOf } from '@lobby/shared/modules/bill-standing.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { accountOf, type Line, postings, reversalOf, reversals } from '../ledger/index.ts';
import { checkDay, lockedTo, refuseCancelLocked, todayOf } from '../lock-date/index.ts';
import { billLines, kindsOf, partsOf } from './books.ts';
import { plansToCheck } from './pauses.ts';

const MOST = 2_000_000_000;

/** The bill of an id. */
export const billOf = async ({ projectId }: Ctx, _id: string): Promise<Stored> =>
  (await modelOf(bill).findOne({ projectId, _id, deletedAt: null }).lean<Stored>()) ?? fail('NOT_FOUND');

/** What a unit owes of a bill with its adjustment. */
const dueOf = (doc: Stored): number => Number(doc.total) - Number(doc.lowered);

/** What is left of a bill when its adjustments take so much off it (below 0: add to it), and so much is paid. */
function settled(doc: Stored, lowered: number, paid: number): Record<string, unknown> {
  return { lowered, paid, ...standingOf(doc as never, { lowered, paid, writtenOff: doc.writtenOff }) };
}

/** A part of what a document paid of a bill that was too much, and went to the account of its unit. */
interface Surplus {
  type: 'receipt' | 'account-movement';
  documentId: string;
  amount: number;
}
const surplusOf = (doc: Stored): Surplus[] => (Array.isArray(doc.surplus) ? (doc.surplus as Surplus[]) : []);

/** The documents that paid a bill and stand, the latest first, each with what it paid of it. */
async function payersOf({ projectId }: Ctx, billId: string) {
  const find = (definition: Definition) =>
    modelOf(definition)
      .find({ projectId, deletedAt: null, 'allocations.billId': billId, status: { $nin: ['CANCELED', 'CANCELLED'] } })
      .maxTimeMS(5000)
      .lean<Stored[]>();
  const [receipts, movements] = [await find(receipt), await find(accountMovement)];
  const paidOf = ({ allocations }: Stored) =>
    (allocations as { billId: string; amount: number }[]).reduce(
      (sum, one) => sum + (one.billId === billId ? one.amount : 0),
      0,
    );
  return [
    ...receipts.map(doc => ({ type: 'receipt' as const, doc, amount: paidOf(doc) })),
    ...movements.map(doc => ({ type: 'account-movement' as const, doc, amount: paidOf(doc) })),
  ].toSorted((a, b) => Number(b.doc.createdAt) - Number(a.doc.createdAt));
}

const surplusLines = (doc: Stored, amount: number): Line[] => [
  { account: 'RECEIVABLE', serviceId: String(doc.serviceId), billId: doc._id, part: 'PRINCIPAL', debit: amount },
  { account: 'UNIT_ACCOUNT', credit: amount },
];

/** What was paid above the new total goes to the account of the unit, from the latest documents that paid first. */
async function surplusBy(ctx: Ctx, doc: Stored, amount: number, day: string, occurrence: string) {
  let left = amount;
  const surplus: Surplus[] = [];
  const changes: Change[] = [];
  for (const payer of left > 0 ? await payersOf(ctx, doc._id) : []) {
    const part = Math.min(left, payer.amount);
    if (part <= 0) continue;
    left -= part;
    surplus.push({ type: payer.type, documentId: payer.doc._id, amount: part });
    changes.push(
      ...(await postings(ctx, {
        ...{ kind: 'ADJUST_SURPLUS', day, type: payer.type, doc: payer.doc, occurrence },
        unitId: String(doc.unitId),
        lines: surplusLines(doc, part),
      })),
    );
  }
  if (left > 0) throw new Error(`bill ${doc.code} was paid by no document`);
  return { surplus, changes };
}

interface Asked {
  up: boolean;
  amount: number;
  month: string;
  noticeMonth: string;
  day: string;
  voucherDate: unknown;
}

/** What is asked for, within the limits of the bill and of the books. */
async function askedOf(ctx: Ctx, doc: Stored, input: Record<string, unknown>): Promise<Asked> {
  const up = input.type === 'ADJUST_UP';
  const amount = Number(input.totalPayment);
  const limits = { min: 1, max: up ? MOST : dueOf(doc) };
  if (amount > limits.max)
    failFields({ totalPayment: { code: 'ADJUSTMENT_AMOUNT_INVALID', params: limits } }, 'ADJUSTMENT_AMOUNT_INVALID');
  const day = typeof input.accountingDate === 'string' ? input.accountingDate : todayOf(ctx);
  await checkDay(ctx, 'receivable', day, 'accountingDate');
  const noticeMonth = String(input.noticeMonth ?? todayOf(ctx).slice(0, 7));
  const locked = (await lockedTo(ctx, 'receivable'))?.slice(0, 7) ?? '';
  const own = String(doc.month);
  const month = String(input.month ?? (locked > own ? locked : own));
  if (month > noticeMonth || month < locked)
    failFields({ month: { code: 'ADJUSTMENT_MONTH_INVALID' } }, 'ADJUSTMENT_MONTH_INVALID');
  return { up, amount, month, noticeMonth, day, voucherDate: input.voucherDate ?? day };
}

/** What residents were told of has changed since. */
const editedSince = ({ publication }: Stored) => (publication === 'PUBLISHED' ? { publication: 'EDITED' } : {});

/** Corrects a released bill by a document of its own, which changes what the bill comes to (rules.md 5, Adjustment). */
export async function adjustBill(ctx: Ctx, doc: Stored, input: Record<string, unknown>): Promise<Effect> {
  if (doc.type !== 'NORMAL') fail('CANNOT_ADJUST_ADJUSTMENT');
  if (doc.adjusted) fail('ADJUSTMENT_ALREADY_EXISTS');
  // What nobody asks for is taken back first.
  if (Number(doc.writtenOff ?? 0) > 0) fail('BILL_PAID');
  const { up, amount, month, noticeMonth, day, voucherDate } = await askedOf(ctx, doc, input);
  const { unitId, serviceId, dueDate, periodStart, periodEnd, createdFor } = doc;
  const line = { kind: 'TIER', quantity: 1, price: amount, days: null, ofDays: null, amount, versionId: null };
  const insert = await build(ctx, bill, {
    ...{ unitId, serviceId, month, noticeMonth, dueDate, periodStart, periodEnd, voucherDate, createdFor },
    ...{ type: input.type, createType: 'MANUAL', status: 'ACTIVE', quantity: 1, onBooks: true },
    publication: 'UNPUBLISHED',
    ...{ total: amount, amount, items: [line], ...partsOf(doc, amount) },
    ...{ originalId: doc._id, accountingDate: day, changeReason: input.reason, remaining: 0, paymentState: 'EMPTY' },
  });
  const lowered = up ? -amount : amount;
  const due = Number(doc.total) - lowered;
  const over = Math.max(0, Number(doc.paid) - due);
  const { surplus, changes } = await surplusBy(ctx, doc, over, day, insert._id);
  const lines = billLines(insert);
  return {
    set: { ...settled(doc, lowered, Number(doc.paid) - over), surplus, adjusted: true, ...editedSince(doc) },
    with: [
      { definition: bill, action: 'create', insert },
      ...(await postings(ctx, {
        ...{ kind: kindsOf(insert).made, day, type: 'bill', doc: insert, unitId: String(unitId) },
        lines: up
          ? lines
          : lines.map(({ debit = 0, credit = 0, ...rest }) => ({ ...rest, debit: credit, credit: debit })),
      })),
      ...changes,
      ...(await plansToCheck(ctx, doc._id)),
    ],
  };
}

/** Takes back what went to the account of a unit for a bill, where it still stands. */
async function surplusTaken(ctx: Ctx, doc: Stored): Promise<Change[]> {
  const entries = await modelOf(journalEntry)
    .find({ projectId: ctx.projectId, kind: 'ADJUST_SURPLUS', 'lines.billId': doc._id, deletedAt: null })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const taken = new Set(
    (
      await modelOf(journalEntry)
        .find({ projectId: ctx.projectId, reversesId: { $in: entries.map(({ _id }) => _id) } }, { reversesId: 1 })
        .lean<Stored[]>()
    ).map(({ reversesId }) => String(reversesId)),
  );
  const standing = entries.filter(({ _id }) => !taken.has(_id));
  const { balance, balanceOpening } = await accountOf(ctx, String(doc.unitId));
  const total = standing.reduce((sum, entry) => sum + Number(entry.total), 0);
  if (total > Number(balance) - Number(balanceOpening ?? 0)) fail('ADJUSTMENT_SURPLUS_USED');
  const changes: Change[] = [];
  for (const entry of standing) changes.push(...(await reversalOf(ctx, 'ADJUST_CANCEL', entry, todayOf(ctx))));
  return changes;
}

/** Takes an adjustment back: its bill is again what it was. */
export async function cancelAdjustment(ctx: Ctx, doc: Stored): Promise<Effect> {
  await refuseCancelLocked(ctx, 'receivable', String(doc.accountingDate), String(doc.code));
  const original = await billOf(ctx, String(doc.originalId));
  const surplus = surplusOf(original).reduce((sum, { amount }) => sum + amount, 0);
  const paid = Number(original.paid) + surplus;
  if (paid > Number(original.total)) fail('BILL_PAID');
  const { made, cancelled } = kindsOf(doc);
  const set = { ...settled(original, 0, paid), surplus: [], adjusted: false, ...editedSince(original) };
  return {
    with: [
      { definition: bill, action: 'adjust', update: { doc: original, set } },
      ...(await reversals(ctx, { kind: cancelled, of: [made], day: todayOf(ctx), type: 'bill', doc })),
      ...(surplus > 0 ? await surplusTaken(ctx, original) : []),
    ],
  };
}
