import { percentOf } from '@lobby/shared/billing/amounts.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { tierAt } from '@lobby/shared/modules/utility-terms.ts';
import type { Doc } from '../../../kit/store/records.ts';

type BookingSet = Partial<Doc<typeof utilityBooking>>;
/** What the sums of a booking are made of, as far as it is known. */
type Sums = Pick<
  BookingSet,
  | 'fee'
  | 'surcharge'
  | 'deposit'
  | 'paidFee'
  | 'paidSurcharge'
  | 'paidDeposit'
  | 'dueFee'
  | 'dueSurcharge'
  | 'dueDeposit'
  | 'refundedFee'
  | 'refundedSurcharge'
  | 'refundedDeposit'
  | 'deduction'
  | 'depositStatus'
  | 'payBeforeAt'
  | 'closeReason'
>;
/** Parts of a booking's cost, each paid once in full and refunded once. */
export type Part = 'FEE' | 'SURCHARGE' | 'DEPOSIT';
export const PARTS: readonly Part[] = ['FEE', 'SURCHARGE', 'DEPOSIT'];

const NAMES = {
  FEE: { cost: 'fee', paid: 'paidFee', due: 'dueFee', refunded: 'refundedFee' },
  SURCHARGE: {
    cost: 'surcharge',
    paid: 'paidSurcharge',
    due: 'dueSurcharge',
    refunded: 'refundedSurcharge',
  },
  DEPOSIT: { cost: 'deposit', paid: 'paidDeposit', due: 'dueDeposit', refunded: 'refundedDeposit' },
} as const;

export const costOf = (doc: Sums, part: Part): number => doc[NAMES[part].cost] ?? 0;
export const paidOf = (doc: Sums, part: Part): number => doc[NAMES[part].paid] ?? 0;
export const dueOf = (doc: Sums, part: Part): number => doc[NAMES[part].due] ?? 0;
/** Retained part of a deposit; it stays retained if the refund's payslip is cancelled and the rest is held again. */
export const keptOf = (doc: Sums, part: Part): number => (part === 'DEPOSIT' ? (doc.deduction ?? 0) : 0);
/** Refunded amount of a part; for a settled deposit including the retained part. */
export const refundedOf = (doc: Sums, part: Part): number =>
  (doc[NAMES[part].refunded] ?? 0) + (doc.depositStatus === 'REFUNDED' ? keptOf(doc, part) : 0);

/** Payment state of fee and surcharge, without waived parts; the deposit is separate. */
export function paymentStateOf(doc: Sums): 'NONE' | 'UNPAID' | 'PARTIAL' | 'PAID' {
  const isWaived = (part: Part) => Boolean(doc.closeReason) && paidOf(doc, part) === 0;
  const costs = (['FEE', 'SURCHARGE'] as const).filter(part => costOf(doc, part) > 0 && !isWaived(part));
  const open = costs.filter(part => paidOf(doc, part) === 0);
  if (costs.length === 0) return 'NONE';
  return open.length === 0 ? 'PAID' : open.length === costs.length ? 'UNPAID' : 'PARTIAL';
}

/** Updates the sums of a booking after a change of its parts. */
export function withSums(doc: Sums, set: BookingSet): BookingSet {
  const after = { ...doc, ...set };
  const due = PARTS.some(part => dueOf(after, part) > 0 && refundedOf(after, part) === 0);
  return {
    ...set,
    paid: paidOf(after, 'FEE') + paidOf(after, 'SURCHARGE'),
    paymentState: paymentStateOf(after),
    refundDue: due,
  };
}

/** Fields of a part that is paid (or reset, with 0); `refundedSet` for one that is refunded. */
export function paidSet(part: Part, value: number): BookingSet {
  if (part === 'FEE') return { paidFee: value };
  if (part === 'SURCHARGE') return { paidSurcharge: value };
  return { paidDeposit: value, depositStatus: value > 0 ? 'DEPOSITED' : 'WAIT_FOR_DEPOSIT' };
}
export function refundedSet(part: Part, value: number): BookingSet {
  if (part === 'FEE') return { refundedFee: value };
  if (part === 'SURCHARGE') return { refundedSurcharge: value };
  return { refundedDeposit: value, depositStatus: 'REFUNDED' };
}

export const isAnyPaid = (doc: Sums): boolean => PARTS.some(part => paidOf(doc, part) > 0);

/** Whether the prepayments are made: the deposit, and the fee if due before use. */
export const isPrepaid = (doc: Sums): boolean =>
  doc.depositStatus !== 'WAIT_FOR_DEPOSIT' && (!doc.payBeforeAt || costOf(doc, 'FEE') === 0 || paidOf(doc, 'FEE') > 0);

/** Amount that the household still has to pay. */
export const unpaidOf = (doc: Sums): number =>
  PARTS.reduce((sum, part) => sum + (paidOf(doc, part) === 0 ? costOf(doc, part) : 0), 0);

/** Refund of a cancellation at a moment: fee and surcharge by the policy, the deposit in full; everything if the building cancels. */
export function dueAt(doc: Doc<typeof utilityBooking>, at: Date, byBuilding: boolean) {
  const tier = doc.startAt && tierAt(doc.policy, doc.startAt.getTime() - at.getTime());
  const percent = byBuilding ? 100 : (tier?.percent ?? 0);
  return {
    percent,
    tier: byBuilding ? null : tier,
    fee: percentOf(paidOf(doc, 'FEE'), percent),
    surcharge: percentOf(paidOf(doc, 'SURCHARGE'), percent),
    deposit: paidOf(doc, 'DEPOSIT'),
  };
}

/** Refunds due after a cancellation. */
export function owedSet(doc: Doc<typeof utilityBooking>, at: Date, byBuilding: boolean): BookingSet {
  const { fee, surcharge, deposit } = dueAt(doc, at, byBuilding);
  return withSums(doc, { dueFee: fee, dueSurcharge: surcharge, dueDeposit: deposit });
}

/** Whether each paid part is refunded, or has no refund due. */
export const isSettled = (doc: Sums): boolean =>
  PARTS.every(part => paidOf(doc, part) === 0 || dueOf(doc, part) === 0 || refundedOf(doc, part) > 0);

/** Taxes of a partial amount, in proportion to the whole. */
export function taxesOf(amountOf: number, whole: number, vat: number, surchargeTax: number) {
  const share = (tax: number) => (whole === 0 ? 0 : Math.round((amountOf * tax) / whole));
  const [ownVat, ownTax] = [share(vat), share(surchargeTax)];
  return { net: amountOf - ownVat - ownTax, vat: ownVat, surchargeTax: ownTax };
}
