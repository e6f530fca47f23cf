import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Lists that came to their definitions later, by collection. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  bills: ['surplus'],
  guests: ['idImages', 'faceImage'],
  units: ['labelIds'],
  visitors: ['idImages', 'faceImage'],
};

/** Records of before a list was in their definition hold it empty, as all others do. */
export const emptyLists: Migration = {
  name: '2026-11-28 empty lists',
  async run() {
    for (const [collection, fields] of Object.entries(LISTS))
      for (const field of fields)
        await db()
          .collection(collection)
          .updateMany({ [field]: null }, { $set: { [field]: [] } });
  },
};
