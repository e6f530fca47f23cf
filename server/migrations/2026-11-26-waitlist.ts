import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const STATUSES = { BOOKED: 'ACCEPTED', LAPSED: 'OVER' } as const;
const NEW = { offeredSlots: [], offers: 0, autoAccept: false, rulesAgreed: false, bookingId: null, reason: null };

/** Who waits for amenities stands in a list by the names of the specification, with the slots that are waited for. */
export const waitsBySlots: Migration = {
  name: '2026-11-26 waits by slots',
  async run() {
    const old = db().collection<Stored>('booking-waits');
    const fresh = db().collection<Stored>(collectionOf(utilityWaitlist));
    for await (const { offeredUntil, ...doc } of old.find()) {
      const status = STATUSES[doc.status as keyof typeof STATUSES] ?? doc.status;
      const slot = { from: new Date(String(doc.startAt)).toISOString(), to: new Date(String(doc.endAt)).toISOString() };
      const values = { ...doc, ...NEW, status, slots: [slot], since: doc.createdAt, offerUntil: offeredUntil ?? null };
      await fresh.replaceOne({ _id: doc._id }, values as Stored, { upsert: true });
    }
    await old.drop().catch(() => undefined);
    await events().updateMany({ entity: 'booking-wait' }, { $set: { entity: utilityWaitlist.name } });
  },
};
