import { card } from '@lobby/shared/modules/card.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Nobody was told yet of the ends of cards. */
export const endsOfCards: Migration = {
  name: '2026-11-26 ends of cards',
  async run() {
    await db()
      .collection(collectionOf(card))
      .updateMany({ expiryTold: { $exists: false } }, { $set: { expiryTold: false } });
  },
};
