import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Stored } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;
/** What is paid for a booking, each with its state and what went back of it. */
export type Part = 'fee' | 'deposit' | 'surcharge';

const STATES = { fee: 'feeState', deposit: 'depositState', surcharge: 'surchargeState' } as const;
const BACK = { fee: 'refundedFee', deposit: 'refundedDeposit', surcharge: 'refundedSurcharge' } as const;

const amount = (value: unknown) => (typeof value === 'number' ? value : 0);

/** The one way in which money for a booking comes in: what was due of these parts is here. */
export function takePayment(ctx: Ctx, parts: readonly Part[], method: unknown): Values {
  return {
    ...Object.fromEntries(parts.map(part => [STATES[part], 'PAID'])),
    method: method ?? 'CASH',
    paidAt: ctx.now,
  };
}

/** The one way in which money of a booking goes back: once for each part, never nothing, never more than was paid. */
export function giveBack(ctx: Ctx, doc: Stored, part: Part, given: number): Values {
  if (given <= 0) failFields({ amount: { code: 'BOOKING_REFUND_ZERO' } }, 'BOOKING_REFUND_ZERO');
  if (given > amount(doc[part])) failFields({ amount: { code: 'BOOKING_REFUND_ABOVE' } }, 'BOOKING_REFUND_ABOVE');
  return { [STATES[part]]: 'REFUNDED', [BACK[part]]: given, refundedAt: ctx.now };
}

/** Whether anything was paid. */
export const isAnyPaid = (doc: Stored): boolean => Object.values(STATES).some(state => doc[state] === 'PAID');

/** What is to go back of a part by what was promised: the fee by its tier, the rest as it was paid. */
export const owedOf = (doc: Stored, part: Part): number =>
  doc[STATES[part]] === 'PAID' ? amount(part === 'fee' ? doc.refundDue : doc[part]) : 0;

/** Whether nothing is owed any more, once a part has gone back. */
export const isSettledBut = (doc: Stored, part: Part): boolean =>
  (Object.keys(STATES) as Part[]).every(one => one === part || owedOf(doc, one) === 0);

/** What goes back of the fee, in whole VND. */
export const shareOfFee = (doc: Stored, percent: number): number =>
  doc.feeState === 'PAID' ? Math.floor((amount(doc.fee) * percent) / 100) : 0;

/** What a household still has to pay: fee and deposit together, and the surcharge. */
export const dueOf = (doc: Stored): number =>
  (doc.feeState === 'UNPAID' ? amount(doc.fee) + (doc.depositState === 'UNPAID' ? amount(doc.deposit) : 0) : 0) +
  (doc.surchargeState === 'UNPAID' ? amount(doc.surcharge) : 0);
