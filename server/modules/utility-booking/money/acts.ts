import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Action, ActionsOf, EffectOf, RuleOf } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { withStatusNotice } from '../../resident-form/index.ts';
import { addTaxes } from '../../utility/index.ts';
import { loadAmenity } from '../amenity-of.ts';
import { assertNoOverlap } from '../complete.ts';
import { giveBack, type Payment, type Refund, takeIn, type Voucher } from './books.ts';
import {
  costOf,
  dueOf,
  isPrepaid,
  isSettled,
  keptOf,
  type Part,
  paidOf,
  paidSet,
  refundedOf,
  refundedSet,
  withSums,
} from './money.ts';

type Booking = Doc<typeof utilityBooking>;

const tell = (
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  type: NotificationType,
  effect: EffectOf<typeof utilityBooking>,
): EffectOf<typeof utilityBooking> => withStatusNotice(utilityBooking, ctx, doc, type, effect);

/** Changes of a voucher, with its number copied to the line before it is stored. */
function numbered(line: { number: string | null }, { changes, number }: Voucher): Change[] {
  const last = changes.at(-1);
  if (!last) return [];
  const give: Change = {
    ...last,
    async first(session) {
      await last.first?.(session);
      line.number = number();
    },
  };
  return [...changes.slice(0, -1), give];
}

/** Takes the payment of a part, once and in full; a booking that only waited for it is approved. */
const pay =
  (part: Part): RuleOf<typeof utilityBooking, Payment> =>
  async (ctx, doc, input) => {
    if (paidOf(doc, part) > 0 || refundedOf(doc, part) > 0) fail('ALREADY_PAID');
    if (costOf(doc, part) === 0) fail('PAYMENT_NOT_ALLOWED');
    if (part === 'DEPOSIT') assertAmount(doc, input.amount);
    const voucher = await takeIn(ctx, doc, part, input);
    const line: Booking['payments'][number] = {
      part,
      amount: costOf(doc, part),
      receiptId: voucher.receiptId ?? null,
      depositId: voucher.depositId ?? null,
      number: '',
      at: ctx.now.toISOString(),
      by: ctx.actor.name,
      method: input.fromUnitAccount === true ? 'UNIT_ACCOUNT' : (input.method ?? 'CASH'),
    };
    const set = {
      ...withSums(doc, paidSet(part, costOf(doc, part))),
      payments: [...doc.payments, line],
    };
    const { approval } = await loadAmenity(ctx, doc);
    const agreed = doc.status === 'PENDING' && approval === 'AUTO' && isPrepaid({ ...doc, ...set });
    if (agreed) set.status = 'APPROVED';
    return tell(ctx, doc, 'BOOKING_PAID', {
      set,
      with: numbered(line, voucher),
      ...(agreed && { also: session => assertNoOverlap(ctx, doc, session) }),
    });
  };

/** The amount of a deposit must be confirmed. */
function assertAmount(doc: Doc<typeof utilityBooking>, amount: Payment['amount']): void {
  if (typeof amount !== 'number')
    fail('DEPOSIT_AMOUNT_REQUIRED', { fields: { amount: { code: 'DEPOSIT_AMOUNT_REQUIRED' } } });
  if (amount !== doc.deposit)
    failFields(
      { amount: { code: 'DEPOSIT_AMOUNT_MISMATCH', params: { amount: doc.deposit } } },
      'DEPOSIT_AMOUNT_MISMATCH',
    );
}

const failField = (name: string, code: string, params?: Record<string, number>): never =>
  failFields({ [name]: { code, ...(params && { params }) } }, code);

/** Refund of a part: the amount due, or another one with a reason; once, not zero, and not above the payment. */
function amountOf(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  part: Part,
  { amount, reason, deduction, deductionReason }: Refund,
): number {
  const paid = paidOf(doc, part) - keptOf(doc, part);
  if (refundedOf(doc, part) > 0) fail('REFUND_ALREADY');
  if (paid === 0) fail('REFUND_TOTAL_ZERO');
  const withheld = part === 'DEPOSIT' ? (deduction ?? 0) : 0;
  if (withheld > paid) failField('deduction', 'REFUND_EXCEEDS_DEPOSIT', { max: paid });
  if (withheld > 0 && !deductionReason) failFields({ deductionReason: { code: 'REQUIRED' } });
  const due = part === 'DEPOSIT' ? paid - withheld : dueOf(doc, part);
  const refunded = amount ?? due;
  const above = part === 'DEPOSIT' ? 'REFUND_EXCEEDS_DEPOSIT' : 'REFUND_EXCEEDS_BOOKING';
  if (refunded + withheld > paid) failField('amount', above, { max: paid - withheld });
  if (refunded + withheld === 0) failField('amount', 'REFUND_TOTAL_ZERO');
  if (part === 'DEPOSIT' && refunded + withheld < paid && !feature(ctx, 'PARTIAL_DEPOSIT_REFUND'))
    failField('amount', 'DEPOSIT_PARTIAL_REFUND_OFF');
  if (refunded !== due && !reason) failFields({ reason: { code: 'REQUIRED' } });
  return refunded;
}

/** Refunds a part; the last refund due completes the cancellation. */
const refund =
  (part: Part): RuleOf<typeof utilityBooking, Refund> =>
  async (ctx, doc, input) => {
    const amount = amountOf(ctx, doc, part, input);
    const voucher = await giveBack(ctx, doc, part, amount, input);
    const { payslipId = null } = voucher;
    const line: Booking['refunds'][number] = {
      part,
      amount,
      to: input.to ?? 'CASH',
      payslipId,
      number: '',
      at: ctx.now.toISOString(),
      by: ctx.actor.name,
    };
    const files = [...doc.deductionFiles, ...(input.files ?? [])];
    const deduction = part === 'DEPOSIT' && {
      deduction: keptOf(doc, part) + (input.deduction ?? 0),
      deductionReason: input.deductionReason ?? doc.deductionReason ?? null,
      deductionFiles: files,
    };
    const set = {
      ...withSums(doc, { ...refundedSet(part, amount), ...deduction }),
      refunds: [...doc.refunds, line],
      reason: doc.reason,
    };
    const over = doc.status === 'WAITING_FOR_CANCELLED' && isSettled({ ...doc, ...set });
    if (over) set.status = 'CANCELLED';
    return tell(ctx, doc, 'BOOKING_REFUNDED', {
      set,
      with: numbered(line, voucher),
    });
  };

/** Replaces the surcharges added by staff, until the surcharge is paid. */
const surcharge: Action<typeof utilityBooking, 'surcharge'> = async (ctx, doc, { lines }) => {
  if (paidOf(doc, 'SURCHARGE') > 0) fail('ALREADY_PAID');
  const added = (lines ?? []).map(({ name, price, quantity = 1 }): Booking['surchargeLines'][number] => ({
    name,
    price,
    per: 'BOOKING',
    quantity,
    amount: price * quantity,
    addedBy: 'STAFF',
  }));
  const surchargeLines = [...doc.surchargeLines.filter(surchargeLine => surchargeLine.addedBy === 'FORM'), ...added];
  const sum = surchargeLines.reduce((all, line) => all + line.amount, 0);
  const { total, net, vat, surchargeTax } = addTaxes(await loadAmenity(ctx, doc), sum);
  const set = {
    surchargeLines,
    surcharge: total,
    surchargeNet: net,
    surchargeVat: vat,
    surchargeTax,
    total: costOf(doc, 'FEE') + total,
  };
  return tell(ctx, doc, 'BOOKING_MOVED', { set: withSums(doc, set) });
};

export const moneyActs = {
  'pay-manual-fee': pay('FEE'),
  'pay-manual-surcharge': pay('SURCHARGE'),
  'pay-manual-deposit': pay('DEPOSIT'),
  'refund-fee': refund('FEE'),
  'refund-surcharge': refund('SURCHARGE'),
  'refund-deposits': refund('DEPOSIT'),
  surcharge,
} satisfies ActionsOf<typeof utilityBooking>;
