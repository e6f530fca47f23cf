import type { ClientSession } from 'mongodb';
import { db } from '../../server/kit/database/database.ts';

/** What belongs to running servers alone; it means nothing an hour later. */
const PASSING = ['locks', 'presence', 'rate_limits', 'restoring'];

/** The collections that hold the installation, by name. */
export async function lastingCollections(): Promise<{ name: string; options: Record<string, unknown> }[]> {
  const found = await db().listCollections().toArray();
  return found
    .filter(one => one.type === 'collection' && !one.name.startsWith('system.') && !PASSING.includes(one.name))
    .map(({ name, ...more }) => ({ name, options: 'options' in more && more.options ? { ...more.options } : {} }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A collection's documents as the bytes they are, by id; within a session, as they were at its moment. */
export async function* rawDocuments(name: string, session?: ClientSession): AsyncGenerator<Uint8Array> {
  const found = db()
    .collection(name)
    .find({}, { raw: true, sort: { _id: 1 }, batchSize: 1000, ...(session && { session }) });
  for await (const document of found) {
    if (!(document instanceof Uint8Array)) throw new Error('the driver has not given bytes');
    yield document;
  }
}

/** A collection's indexes but the one on ids, as they are made. */
export async function indexesOf(name: string): Promise<Record<string, unknown>[]> {
  const found = await db().collection(name).listIndexes().toArray();
  return found.filter(index => index.name !== '_id_').map(({ ns: _ns, ...index }) => index);
}
