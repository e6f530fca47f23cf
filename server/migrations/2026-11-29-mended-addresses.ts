import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Results of before told neither where they went nor whether that was mended since. */
export const mendedAddresses: Migration = {
  name: '2026-11-29 mended addresses',
  async run() {
    await db()
      .collection(collectionOf(noticeDelivery))
      .updateMany({ corrected: { $exists: false } }, { $set: { corrected: false, to: null } });
  },
};
