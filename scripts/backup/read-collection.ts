import type { ClientSession } from 'mongodb';
import { db } from '../../server/kit/database/database.ts';

/** Collections that only matter to running servers and are not worth restoring. */
const PASSING = ['locks', 'presence', 'rate_limits', 'restoring'];

/** Lists the collections that belong to a backup. */
export async function lastingCollections(): Promise<{ name: string; options: Record<string, unknown> }[]> {
  const found = await db().listCollections().toArray();
  return found
    .filter(
      collection =>
        collection.type === 'collection' &&
        !collection.name.startsWith('system.') &&
        !PASSING.includes(collection.name),
    )
    .map(({ name, ...more }) => ({ name, options: 'options' in more && more.options ? { ...more.options } : {} }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Yields the documents of a collection as raw bytes, ordered by id; within a session, from its snapshot. */
export async function* rawDocuments(name: string, session?: ClientSession): AsyncGenerator<Uint8Array> {
  const found = db()
    .collection(name)
    .find({}, { raw: true, sort: { _id: 1 }, batchSize: 1000, ...(session && { session }) });
  for await (const document of found) {
    if (!(document instanceof Uint8Array)) throw new Error('the driver has not given bytes');
    yield document;
  }
}

/** Returns the indexes of a collection, except that on `_id`, as specifications to create them. */
export async function indexesOf(name: string): Promise<Record<string, unknown>[]> {
  const found = await db().collection(name).listIndexes().toArray();
  return found.filter(index => index.name !== '_id_').map(({ ns: _ns, ...index }) => index);
}
