import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Records of before a list was in their definition hold it empty, as all others do; `lists` by collection. */
const emptying = (name: string, lists: Readonly<Record<string, readonly string[]>>): Migration => ({
  name,
  async run() {
    for (const [collection, fields] of Object.entries(lists))
      for (const field of fields)
        await db()
          .collection(collection)
          .updateMany({ [field]: null }, { $set: { [field]: [] } });
  },
});

export const emptyLists = emptying('2026-11-28 empty lists', {
  bills: ['surplus'],
  guests: ['idImages', 'faceImage'],
  units: ['labelIds'],
  visitors: ['idImages', 'faceImage'],
});

export const emptyMentions = emptying('2026-11-28 empty mentions', { tickets: ['mentionedIds'] });

export const emptyUnread = emptying('2026-11-28 empty unread', { tasks: ['unreadIds'] });
