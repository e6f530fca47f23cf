import { poll } from '@lobby/shared/modules/poll.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Polls tell who may vote as they open and end; of those from before nobody is told anew. */
export const noticesOfPolls: Migration = {
  name: '2026-11-27 notices of polls',
  async run() {
    const none = { telling: null, toldUpTo: null, remindedAt: null, edited: false };
    await db()
      .collection(collectionOf(poll))
      .updateMany({ endingTold: { $exists: false } }, { $set: { ...none, notify: true, endingTold: false } });
  },
};
