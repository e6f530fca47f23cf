import { guest } from '@lobby/shared/modules/guest.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Familiar guests tell whether a pass lets them in again and again. */
export const passesOfGuests: Migration = {
  name: '2026-11-29 passes of familiar guests',
  async run() {
    const guests = db().collection<Stored>(collectionOf(guest));
    const passes = db().collection<Stored>(collectionOf(visitorPass));
    const having = async (status: object) =>
      (await passes.distinct('guestId', { deletedAt: null, status })).map(String);
    const untold = { passState: { $exists: false } };
    const active = await having({ $in: ['ACTIVE'] });
    await guests.updateMany({ ...untold, _id: { $in: active } }, { $set: { passState: 'ACTIVE' } });
    const ended = await having({ $nin: ['ACTIVE'] });
    await guests.updateMany({ ...untold, _id: { $in: ended } }, { $set: { passState: 'ENDED' } });
    await guests.updateMany(untold, { $set: { passState: 'NONE' } });
    await guests.updateMany({ passEnding: { $exists: false } }, { $set: { passEnding: false } });
  },
};
