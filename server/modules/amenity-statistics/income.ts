import { REFUND_CAUSES } from '@lobby/shared/modules/amenity-statistics.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { records } from '../../kit/store/records.ts';

/** A movement of booking money on a day, from the journal. */
export interface Moved {
  day: string;
  utilityId: string;
  bookingId: string;
  part: 'FEE' | 'SURCHARGE' | 'DEDUCTION';
  /** Positive for income, negative for refunds. */
  amount: number;
}

interface Sum {
  _id: { day: string; kind: string; documentId: string; utilityId?: string | null; bookingId: string };
  amount: number;
}

/** Booking income and refunds between two days, summed from the journal, so that they equal the books to the dong. */
export async function movedIn(projectId: string, from: string, to: string): Promise<Moved[]> {
  const sums = await records(journalEntry).aggregate<Sum>(
    { projectId },
    { accountingDate: { $gte: from, $lte: to }, 'lines.bookingId': { $type: 'string' } },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.bookingId': { $type: 'string' } } },
      {
        $group: {
          _id: {
            day: '$accountingDate',
            kind: '$kind',
            documentId: '$documentId',
            utilityId: '$lines.amenityId',
            bookingId: '$lines.bookingId',
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.credit', 0] }, { $ifNull: ['$lines.debit', 0] }] } },
        },
      },
    ],
    20_000,
  );
  const ids = sums.map(({ _id }) => _id.documentId);
  const vouchers = await Promise.all(
    [receipt, payslip].map(definition =>
      records(definition)
        .withRemoved()
        .find({ projectId }, { _id: { $in: ids } }, { only: ['originPart'] }),
    ),
  );
  const parts = new Map(vouchers.flat().map(voucher => [voucher._id, voucher.originPart]));
  return sums
    .filter(({ amount }) => amount !== 0)
    .map(({ _id: { day, kind, documentId, utilityId, bookingId }, amount }) => ({
      day,
      utilityId: utilityId ?? '',
      bookingId,
      amount,
      part: kind === 'DEPOSIT_FORFEIT' ? 'DEDUCTION' : parts.get(documentId) === 'SURCHARGE' ? 'SURCHARGE' : 'FEE',
    }));
}

/** Groups refunds by cause: the building, or the household cancelling in time (full refund) or late. */
export async function loadRefunds(projectId: string, moved: readonly Moved[]) {
  const back = moved.filter(({ amount }) => amount < 0);
  const ids = [...new Set(back.map(({ bookingId }) => bookingId))];
  const bookings = await records(utilityBooking)
    .withRemoved()
    .find({ projectId }, { _id: { $in: ids } }, { only: ['cancelledBy', 'paidFee', 'dueFee', 'refundedFee'] });
  const byId = new Map(bookings.map(booking => [booking._id, booking]));
  const causeOf = (id: string): (typeof REFUND_CAUSES)[number] => {
    const booking = byId.get(id);
    if (booking?.cancelledBy !== 'RESIDENT') return 'BUILDING';
    return Math.max(booking.dueFee ?? 0, booking.refundedFee ?? 0) >= (booking.paidFee ?? 0)
      ? 'RESIDENT_IN_TIME'
      : 'RESIDENT_LATE';
  };
  const byCause = Map.groupBy(back, ({ bookingId }) => causeOf(bookingId));
  return REFUND_CAUSES.map(cause => {
    const moves = byCause.get(cause) ?? [];
    return { cause, count: moves.length, amount: -moves.reduce((sum, { amount }) => sum + amount, 0) };
  });
}
