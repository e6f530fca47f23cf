import type { Definition } from '@lobby/shared/kit/definition.ts';
import { nameKey, searchKeys } from '@lobby/shared/kit/text-search.ts';
import { type Collection, db, type Session } from '../database/database.ts';
import type { Stored } from './schema.ts';

export const numberCollection: Collection = { name: 'numbers', indexes: [] };

/** Id of the counter of a series. */
export const numberKey = (projectId: string, series: string): string => `${projectId}:${series}`;

/**
 * Numbers a new document in its monthly series, such as `PT-2611-00482`, within the transaction that stores it: the series
 * has no gaps, as accounting requires. Concurrent transactions wait for each other, so it is meant for documents created one
 * by one.
 */
export async function giveNumber(
  { fields }: Definition,
  doc: Stored,
  prefix: string,
  day: string,
  session: Session,
): Promise<void> {
  const series = `${prefix}-${day.slice(2, 4)}${day.slice(5, 7)}`;
  const counter = await db()
    .collection<{ _id: string; n: number }>(numberCollection.name)
    .findOneAndUpdate(
      { _id: numberKey(String(doc.projectId), series) },
      { $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after', session },
    );
  const code = `${series}-${String(counter?.n ?? 1).padStart(5, '0')}`;
  doc.code = code;
  if (fields.code?.unique) doc.uniq = { ...doc.uniq, code: nameKey(code) };
  if (fields.code?.search) doc.keys = [...new Set([...(doc.keys ?? []), ...searchKeys([], [code])])];
}
