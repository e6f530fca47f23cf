import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { dueOf, keptOf, type Part, paidSet, refundedOf, refundedSet, summed } from './money.ts';

/** Origin fields of a receipt or payslip. */
type VoucherOf = Pick<Doc<typeof receipt> | Doc<typeof payslip>, '_id' | 'originId' | 'originPart'>;
type Values = Record<string, unknown>;
const without = (lines: unknown, name: string, id: string) =>
  (Array.isArray(lines) ? (lines as Values[]) : []).filter(line => line[name] !== id);
const CLOSED = ['COMPLETED', 'WAITING_FOR_CANCELLED', 'CANCELLED'];

/**
 * Updates a booking whose voucher was cancelled: the part is unpaid again, or not refunded yet. Refused if the payment is refunded or the booking
 * ended.
 */
export async function cancelledVoucher(ctx: Ctx, kind: string, voucher: VoucherOf): Promise<Change[] | null> {
  const doc = await records(utilityBooking).get(ctx, voucher.originId);
  if (!doc) return null;
  const part = voucher.originPart as Part;
  const change = (set: Values): Change[] => [{ definition: utilityBooking, action: 'reopen', update: { doc, set } }];
  if (kind === receipt.name) {
    const isUsed = refundedOf(doc, part) + keptOf(doc, part) > 0;
    if (CLOSED.includes(doc.status) || isUsed) fail('VOUCHER_OF_BOOKING', { code: doc.code });
    return change({ ...summed(doc, paidSet(part, 0)), payments: without(doc.payments, 'receiptId', voucher._id) });
  }
  // The retained part of a deposit stays retained; the rest is held again.
  const heldAgain = part === 'DEPOSIT' && {
    depositStatus: 'DEPOSITED',
    dueDeposit: Math.max(0, dueOf(doc, part) - keptOf(doc, part)),
  };
  const set = summed(doc, { ...refundedSet(part, 0), ...heldAgain });
  return change({
    ...set,
    refunds: without(doc.refunds, 'payslipId', voucher._id),
    ...(doc.status === 'CANCELLED' && { status: 'WAITING_FOR_CANCELLED' }),
  });
}
