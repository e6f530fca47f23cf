import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Sendings of before went by each channel, of a whole month; nobody had noted who took what was printed. */
export const waysOfSendings: Migration = {
  name: '2026-11-26 ways of sendings',
  async run() {
    const plain = { mode: 'EACH', message: null, again: false, ignoreQuietHours: false, noticeIds: [] };
    await db()
      .collection(collectionOf(noticeRun))
      .updateMany({ mode: { $exists: false } }, { $set: plain });
    const none = { handledById: null, handledAt: null, givenTo: null, givenAt: null, signature: [] };
    await db()
      .collection(collectionOf(noticeDelivery))
      .updateMany({ givenTo: { $exists: false } }, { $set: none });
  },
};
