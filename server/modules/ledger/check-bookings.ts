import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Session } from '../../kit/database/database.ts';
import { add, compared, type Finding, sums } from './findings.ts';
import { docsOf, type Entry } from './read.ts';

const EARNED = new Set(['REVENUE', 'VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE']);
type Paid = { part: string; amount: number }[];
const sumOf = (lines: unknown) =>
  ((lines ?? []) as Paid).filter(({ part }) => part !== 'DEPOSIT').reduce((sum, { amount }) => sum + amount, 0);

/** What was paid of each booking, less what went back, is what its amenity earned by it; a kept deposit too. */
export async function checkBookings(projectId: string, entries: readonly Entry[], session: Session): Promise<Finding> {
  const [paid, earned] = [sums(), sums()];
  for await (const doc of docsOf(utilityBooking, { projectId }, session)) {
    const held = ((doc.payments ?? []) as Paid).some(({ part }) => part === 'DEPOSIT');
    const kept = held ? Number(doc.deduction ?? 0) : 0;
    const amount = sumOf(doc.payments) - sumOf(doc.refunds) + kept;
    if (amount !== 0) add(paid, doc._id, amount);
  }
  for (const { lines } of entries)
    for (const { account, bookingId, debit, credit } of lines)
      if (bookingId && EARNED.has(account)) add(earned, bookingId, (credit ?? 0) - (debit ?? 0));
  return compared('BOOKINGS', paid, earned);
}
