import { percentOf } from '@lobby/shared/billing/amounts.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { type RefundTier, tierAt } from '@lobby/shared/modules/utility-terms.ts';
import type { Doc } from '../../../kit/store/records.ts';

type Values = Record<string, unknown>;
/** Parts of a booking's cost, each paid once in full and refunded once. */
export type Part = 'FEE' | 'SURCHARGE' | 'DEPOSIT';
export const PARTS: readonly Part[] = ['FEE', 'SURCHARGE', 'DEPOSIT'];

const NAMES = { FEE: 'Fee', SURCHARGE: 'Surcharge', DEPOSIT: 'Deposit' } as const;
const COSTS = { FEE: 'fee', SURCHARGE: 'surcharge', DEPOSIT: 'deposit' } as const;
const amount = (value: unknown) => (typeof value === 'number' ? value : 0);

export const costOf = (doc: Values, part: Part): number => amount(doc[COSTS[part]]);
export const paidOf = (doc: Values, part: Part): number => amount(doc[`paid${NAMES[part]}`]);
export const dueOf = (doc: Values, part: Part): number => amount(doc[`due${NAMES[part]}`]);
/** Retained part of a deposit; it stays retained if the refund's payslip is cancelled and the rest is held again. */
export const keptOf = (doc: Values, part: Part): number => (part === 'DEPOSIT' ? amount(doc.deduction) : 0);
/** Refunded amount of a part; for a settled deposit including the retained part. */
export const refundedOf = (doc: Values, part: Part): number =>
  amount(doc[`refunded${NAMES[part]}`]) + (doc.depositStatus === 'REFUNDED' ? keptOf(doc, part) : 0);

/** Payment state of fee and surcharge, without waived parts; the deposit is separate. */
export function paymentStateOf(doc: Values): 'NONE' | 'UNPAID' | 'PARTIAL' | 'PAID' {
  const isWaived = (part: Part) => Boolean(doc.closeReason) && paidOf(doc, part) === 0;
  const costs = (['FEE', 'SURCHARGE'] as const).filter(part => costOf(doc, part) > 0 && !isWaived(part));
  const open = costs.filter(part => paidOf(doc, part) === 0);
  if (costs.length === 0) return 'NONE';
  return open.length === 0 ? 'PAID' : open.length === costs.length ? 'UNPAID' : 'PARTIAL';
}

/** Updates the sums of a booking after a change of its parts. */
export function summed(doc: Values, set: Values): Values {
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
export const paidSet = (part: Part, value: number): Values => ({
  [`paid${NAMES[part]}`]: value,
  ...(part === 'DEPOSIT' && { depositStatus: value > 0 ? 'DEPOSITED' : 'WAIT_FOR_DEPOSIT' }),
});
export const refundedSet = (part: Part, value: number): Values => ({
  [`refunded${NAMES[part]}`]: value,
  ...(part === 'DEPOSIT' && { depositStatus: 'REFUNDED' }),
});

export const isAnyPaid = (doc: Values): boolean => PARTS.some(part => paidOf(doc, part) > 0);

/** Whether the prepayments are made: the deposit, and the fee if due before use. */
export const isPrepaid = (doc: Values): boolean =>
  doc.depositStatus !== 'WAIT_FOR_DEPOSIT' && (!doc.payBeforeAt || costOf(doc, 'FEE') === 0 || paidOf(doc, 'FEE') > 0);

/** Amount that the household still has to pay. */
export const unpaidOf = (doc: Values): number =>
  PARTS.reduce((sum, part) => sum + (paidOf(doc, part) === 0 ? costOf(doc, part) : 0), 0);

/** Refund of a cancellation at a moment: fee and surcharge by the policy, the deposit in full; everything if the building cancels. */
export function dueAt(doc: Doc<typeof utilityBooking>, at: Date, byBuilding: boolean) {
  const policy = (Array.isArray(doc.policy) ? doc.policy : []) as RefundTier[];
  const tier = tierAt(policy, new Date(String(doc.startAt)).getTime() - at.getTime());
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
export function owedSet(doc: Doc<typeof utilityBooking>, at: Date, byBuilding: boolean): Values {
  const { fee, surcharge, deposit } = dueAt(doc, at, byBuilding);
  return summed(doc, { dueFee: fee, dueSurcharge: surcharge, dueDeposit: deposit });
}

/** Whether each paid part is refunded, or has no refund due. */
export const isSettled = (doc: Values): boolean =>
  PARTS.every(part => paidOf(doc, part) === 0 || dueOf(doc, part) === 0 || refundedOf(doc, part) > 0);

/** Taxes of a partial amount, in proportion to the whole. */
export function taxesOf(amountOf: number, whole: number, vat: number, surchargeTax: number) {
  const share = (tax: number) => (whole === 0 ? 0 : Math.round((amountOf * tax) / whole));
  const [ownVat, own] = [share(vat), share(surchargeTax)];
  return { net: amountOf - ownVat - own, vat: ownVat, surchargeTax: own };
}
