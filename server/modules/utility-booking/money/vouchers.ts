import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { dueOf, keptOf, PARTS, paidSet, refundedOf, refundedSet, withSums } from './money.ts';

/** Origin fields of a receipt or payslip. */
type VoucherOf = Pick<Doc<typeof receipt> | Doc<typeof payslip>, '_id' | 'originId' | 'originPart'>;
type Booking = Doc<typeof utilityBooking>;
const CLOSED = ['COMPLETED', 'WAITING_FOR_CANCELLED', 'CANCELLED'];

/**
 * Updates a booking whose voucher was cancelled: the part is unpaid again, or not refunded yet. Refused if the payment is refunded or the booking
 * ended.
 */
export async function cancelledVoucher(ctx: Ctx, kind: string, voucher: VoucherOf): Promise<Change[] | null> {
  const doc = await records(utilityBooking).get(ctx, voucher.originId);
  const part = PARTS.find(name => name === voucher.originPart);
  if (!doc || !part) return null;
  const change = (set: Partial<Booking>): Change[] => [
    { definition: utilityBooking, action: 'reopen', update: { doc, set } },
  ];
  if (kind === receipt.name) {
    const isUsed = refundedOf(doc, part) + keptOf(doc, part) > 0;
    if (CLOSED.includes(doc.status) || isUsed) fail('VOUCHER_OF_BOOKING', { code: doc.code });
    return change({
      ...withSums(doc, paidSet(part, 0)),
      payments: doc.payments.filter(line => line.receiptId !== voucher._id),
    });
  }
  // The retained part of a deposit stays retained; the rest is held again.
  const heldAgain: Partial<Booking> = {
    depositStatus: 'DEPOSITED',
    dueDeposit: Math.max(0, dueOf(doc, part) - keptOf(doc, part)),
  };
  const set = {
    ...withSums(doc, { ...refundedSet(part, 0), ...(part === 'DEPOSIT' && heldAgain) }),
    refunds: doc.refunds.filter(line => line.payslipId !== voucher._id),
  };
  if (doc.status === 'CANCELLED') set.status = 'WAITING_FOR_CANCELLED';
  return change(set);
}
