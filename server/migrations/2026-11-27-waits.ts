import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Who waits may wait for several amenities, and at other hours too; about orders people talk. */
export const wishesOfWaits: Migration = {
  name: '2026-11-27 wishes of waits',
  async run() {
    await db()
      .collection<Stored>(collectionOf(merchantOrder))
      .updateMany({ messageCount: { $exists: false } }, { $set: { messageCount: 0 } });
    await db()
      .collection<Stored>(collectionOf(utilityBooking))
      .updateMany({ cancelledAt: { $exists: false } }, { $set: { cancelledAt: null } });
    const waits = db().collection<Stored>(collectionOf(utilityWaitlist));
    await waits.updateMany({ utilityIds: { $exists: false } }, [
      {
        $set: {
          utilityIds: ['$utilityId'],
          flexible: '0',
          offeredUtilityId: { $cond: [{ $eq: ['$status', 'OFFERED'] }, '$utilityId', null] },
        },
      },
    ]);
  },
};
