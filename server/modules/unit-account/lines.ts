import type { Stored } from '../../kit/store/schema.ts';
import { type Line, moneyLine } from '../ledger/index.ts';
import { type Allocation, allocationsOf, paidLines } from '../receipt/index.ts';

/** One side of what a unit has: its account, or what it paid ahead for a service. */
const has = (serviceId: unknown, side: 'debit' | 'credit', amount: number): Line =>
  typeof serviceId === 'string' && serviceId
    ? { account: 'ADVANCE', serviceId, [side]: amount }
    : { account: 'UNIT_ACCOUNT', [side]: amount };

/** What a movement is on the books; `bills` are those that it pays. */
export function linesOf(doc: Stored, bills: readonly Stored[]): Line[] {
  const amount = Number(doc.amount);
  const out = has(doc.fromServiceId, 'debit', amount);
  switch (doc.type) {
    case 'DEDUCTION':
      return [out, ...paidLines(bills, allocationsOf(doc) as Allocation[])];
    case 'TRANSFER':
      return [out, has(doc.toServiceId, 'credit', amount)];
    case 'REFUND':
      return [out, moneyLine(doc.fundId, 'credit', amount)];
    default:
      return [{ account: 'OPENING', debit: amount }, has(doc.toServiceId, 'credit', amount)];
  }
}

/** The kinds of entries that a movement and its cancelling are. */
export const ENTRIES = {
  OPENING: ['OPENING', 'OPENING_CANCEL'],
  DEDUCTION: ['DEDUCTION', 'DEDUCTION_CANCEL'],
  TRANSFER: ['TRANSFER', 'TRANSFER_CANCEL'],
  REFUND: ['REFUND', 'REFUND_CANCEL'],
} as const;
export const entryOf = (type: unknown, cancelled = false) =>
  ENTRIES[(type as keyof typeof ENTRIES) ?? 'OPENING'][cancelled ? 1 : 0];
