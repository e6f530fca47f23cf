import { db } from '../kit/database/database.ts';
import { dropIndex, withoutOnce } from './drop-index.ts';
import type { Migration } from './migrate.ts';

/** Entries of the journal are unique by document, kind and occurrence, advances by unit and service; the text that said so goes. */
export const occurrencesOfEntries: Migration = {
  name: '2026-11-28 occurrences of entries',
  async run() {
    const before = { $concat: ['$documentId', ':', '$kind', ':'] };
    const occurrence = { $substrCP: ['$once', { $strLenCP: before }, { $strLenCP: '$once' }] };
    await db()
      .collection('journal-entrys')
      .updateMany({ once: { $type: 'string' } }, [{ $set: { occurrence } }, ...withoutOnce]);
    await db()
      .collection('service-advances')
      .updateMany({ once: { $exists: true } }, withoutOnce);
    for (const collection of ['journal-entrys', 'service-advances']) await dropIndex(collection, 'unique_once');
  },
};
