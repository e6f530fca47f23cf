import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Bookings may repeat, and may wait without room. */
export const seriesOfBookings: Migration = {
  name: '2026-11-27 series of bookings',
  async run() {
    const bookings = db().collection<Stored>(collectionOf(utilityBooking));
    await bookings.updateMany({ noRoom: { $exists: false } }, { $set: { noRoom: false, seriesId: null, rrule: null } });
  },
};
