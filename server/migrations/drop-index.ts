import { MongoServerError } from 'mongodb';
import { db } from '../kit/database/database.ts';

const MISSING = ['IndexNotFound', 'NamespaceNotFound'];

/** Drops an index that no definition declares any more; a database that never had it stays as it is. */
export async function dropIndex(collection: string, name: string): Promise<void> {
  try {
    await db().collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof MongoServerError) || !MISSING.includes(error.codeName ?? '')) throw error;
  }
}

/** Stages of an update that take away the text `once` and its unique value. */
export const withoutOnce = [
  { $unset: ['once', 'uniq.once'] },
  { $set: { uniq: { $cond: [{ $eq: ['$uniq', {}] }, '$$REMOVE', '$uniq'] } } },
];
