import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { reminderRule } from '@lobby/shared/modules/reminder.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Results of before told neither where they went nor whether that was mended since; and who had the money was reminded too. */
export const mendedAddresses: Migration = {
  name: '2026-11-29 mended addresses',
  async run() {
    await db()
      .collection(collectionOf(noticeDelivery))
      .updateMany({ corrected: { $exists: false } }, { $set: { corrected: false, to: null } });
    await db()
      .collection(collectionOf(reminderRule))
      .updateMany({ skipWhenCovered: { $exists: false } }, { $set: { skipWhenCovered: true } });
  },
};
