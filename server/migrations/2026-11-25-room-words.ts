import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Rooms know when the last word of anybody was said, instead of the last of a resident; messages are found by their words. */
export const wordsOfRooms: Migration = {
  name: '2026-11-25 words of rooms',
  async run() {
    await db()
      .collection(collectionOf(room))
      .updateMany({ lastWordAt: { $exists: false } }, [
        { $set: { lastWordAt: { $ifNull: ['$lastMessageAt', null] } } },
        { $unset: 'lastResidentAt' },
      ]);
    const messages = db().collection<{ _id: string; content: string }>('room-messages');
    for await (const { _id, content } of messages.find({ words: { $exists: false } }))
      await messages.updateOne({ _id }, { $set: { words: wordKeys(content) } });
  },
};
