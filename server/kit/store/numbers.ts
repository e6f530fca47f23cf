import type { Definition } from '@lobby/shared/kit/definition.ts';
import { nameKey, searchKeys } from '@lobby/shared/kit/text-search.ts';
import { type Collection, db, type Session } from '../database/database.ts';
import type { Stored } from './schema.ts';

export const numberCollection: Collection = { name: 'numbers', indexes: [] };

/**
 * Gives a new document the next number of its series, `PT-2026-000482`, within the transaction that stores it: the series has no gap, as books want it.
 * Who come at once wait for each other, so it is for documents that people make one by one.
 */
export async function giveNumber(
  { fields }: Definition,
  doc: Stored,
  prefix: string,
  year: string,
  session: Session,
): Promise<void> {
  const counter = await db()
    .collection<{ _id: string; n: number }>(numberCollection.name)
    .findOneAndUpdate(
      { _id: `${doc.projectId}:${prefix}:${year}` },
      { $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after', session },
    );
  const code = `${prefix}-${year}-${String(counter?.n ?? 1).padStart(6, '0')}`;
  doc.code = code;
  if (fields.code?.unique) doc.uniq = { ...doc.uniq, code: nameKey(code) };
  if (fields.code?.search) doc.keys = [...new Set([...(doc.keys ?? []), ...searchKeys([], [code])])];
}
