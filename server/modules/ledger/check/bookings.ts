import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { docsOf, type Entry } from '../reports/read.ts';
import { add, compareSums, type Finding, sums } from './findings.ts';

type Booking = Doc<typeof utilityBooking>;
const EARNED = new Set(['REVENUE', 'VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE']);
const isDeposit = ({ part }: { part: string }) => part === 'DEPOSIT';
const sumOf = (lines: readonly { part: string; amount: number }[]) =>
  lines.filter(line => !isDeposit(line)).reduce((sum, { amount }) => sum + amount, 0);

/** Net payments of a booking, including a forfeited deposit. Older bookings have no lines. */
const paidFor = ({ payments = [], refunds = [], deduction = 0 }: Booking): number =>
  sumOf(payments) - sumOf(refunds) + (payments.some(isDeposit) ? deduction : 0);

/** Compares the payments of each booking with its amenity income. */
export async function checkBookings(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding> {
  const [paid, earned] = [sums(), sums()];
  for await (const booking of docsOf(utilityBooking, { projectId }, session)) {
    const amount = paidFor(booking);
    if (amount !== 0) add(paid, booking._id, amount);
  }
  for (const { lines } of entries)
    for (const { account, bookingId, debit, credit } of lines)
      if (bookingId && EARNED.has(account)) add(earned, bookingId, (credit ?? 0) - (debit ?? 0));
  return compareSums('BOOKINGS', paid, earned);
}
