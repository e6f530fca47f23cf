import { guest } from '@lobby/shared/modules/guest.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Familiar guests of before have no pictures. */
export const picturesOfGuests: Migration = {
  name: '2026-11-28 pictures of guests',
  async run() {
    await db()
      .collection(collectionOf(guest))
      .updateMany({ idImages: { $exists: false } }, { $set: { idImages: [], faceImage: [] } });
  },
};
