import { bill } from '@lobby/shared/modules/bill.ts';
import { standingOf } from '@lobby/shared/modules/bill-standing.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Line } from '../ledger/index.ts';

type Bill = Doc<typeof bill>;

export interface Allocation {
  /** Defaults to BILL. For INTEREST, `billId` is the overdue bill or the bill that charges its interest. */
  kind?: 'BILL' | 'INTEREST' | undefined;
  billId: string;
  amount: number;
}

/** A part of a document's money; those of bills alone are due or interest. */
interface Part {
  kind?: string | null;
  billId?: string | null;
  amount: number;
}
const isOfBill = (part: Part): part is Allocation => Boolean(part.billId);

/** Allocations of a document to bills. */
export const allocationsOf = ({ allocations }: { allocations?: readonly Part[] | null }): Allocation[] =>
  (allocations ?? []).filter(isOfBill);

export const loadBills = (projectId: string, allocations: readonly Allocation[]): Promise<Bill[]> =>
  records(bill).find({ projectId }, { _id: { $in: allocations.map(({ billId }) => billId) } });

/** Refuses bills that cannot be paid: another unit's, a duplicate, a draft, a cancelled or paid one, and more than is owed. */
export function assertPayable(bills: readonly Bill[], allocations: readonly Allocation[], unitId: unknown): void {
  const byId = new Map(bills.map(doc => [doc._id, doc]));
  for (const [n, { kind, billId, amount }] of allocations.entries()) {
    const doc = byId.get(billId);
    // Interest that is not charged yet is checked when it is charged.
    if (kind === 'INTEREST' && doc && doc.unitId === unitId && doc.createdFor !== 'INTEREST') continue;
    const refuse: (field: string, code: string, params?: Record<string, number>) => never = (
      field,
      code,
      params = {},
    ) => failFields({ [`allocations.${n}.${field}`]: { code, params } }, code);
    const isTwice = allocations.findIndex(allocation => allocation.billId === billId && allocation.kind === kind) < n;
    if (!doc || doc.unitId !== unitId || doc.status === 'DRAFT' || isTwice) refuse('billId', 'BILL_NOT_EXISTING');
    if (doc.status === 'CANCELLED') refuse('billId', 'BILL_CANCELLED');
    if (doc.remaining <= 0) refuse('billId', 'BILL_ALREADY_PAID');
    if (amount > doc.remaining) refuse('amount', 'PAYMENT_EXCEEDS_BILL', { max: doc.remaining });
  }
}

/** Part of a document's payment that moved from a bill to the unit account when the bill was adjusted down. */
const surplusOf = ({ surplus }: Bill, documentId: string): number =>
  surplus.reduce((sum, part) => sum + (part.documentId === documentId ? (part.amount ?? 0) : 0), 0);

/** Part of a document's payment that moved from these bills to the unit account. */
export const movedBy = (bills: readonly Bill[], documentId: string): number =>
  bills.reduce((sum, doc) => sum + surplusOf(doc, documentId), 0);

/** Updates bills for a payment (`sign` 1) or its reversal (-1) by a document. */
export function paid(
  bills: readonly Bill[],
  allocations: readonly Allocation[],
  sign: 1 | -1,
  documentId = '',
): Change[] {
  const amounts = new Map(allocations.map(({ billId, amount }) => [billId, amount]));
  return bills.map(doc => {
    const over = sign < 0 ? surplusOf(doc, documentId) : 0;
    const now = doc.paid + sign * ((amounts.get(doc._id) ?? 0) - over);
    const left = over > 0 && { surplus: doc.surplus.filter(part => part.documentId !== documentId) };
    const set = { paid: now, ...standingOf({ ...doc, paid: now }), ...left };
    return { definition: bill, action: sign > 0 ? 'pay' : 'unpay', update: { doc, set } };
  });
}

/** Credit lines of an entry that pays bills, by service. */
export function paidLines(bills: readonly Bill[], allocations: readonly Allocation[]): Line[] {
  const byId = new Map(bills.map(doc => [doc._id, doc]));
  return allocations.map(({ billId, amount }): Line => {
    const doc = byId.get(billId);
    const part = doc?.createdFor === 'INTEREST' ? 'INTEREST' : 'PRINCIPAL';
    return { account: 'RECEIVABLE', serviceId: doc?.serviceId ?? '', billId, part, credit: amount };
  });
}
