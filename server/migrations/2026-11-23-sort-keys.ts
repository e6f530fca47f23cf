import { namedSorts, sortKey } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { sortNameOf } from '../modules/resident/index.ts';
import { view } from '../platform/views/definition.ts';
import type { Migration } from './migrate.ts';

const BATCH = 1000;

/** What a record gains; the names of residents had lost their accents. */
function gained(definition: Definition, doc: Stored): Record<string, unknown> {
  const own = definition.name === resident.name && doc.name ? { sortName: sortNameOf(String(doc.name)) } : {};
  const values: Record<string, unknown> = { ...doc, ...own };
  const keys = namedSorts(definition).map(name => {
    const value = values[name];
    return [name, typeof value === 'string' && value ? sortKey(value) : null];
  });
  return { ...own, sorted: Object.fromEntries(keys) };
}

/** Gives the records of a definition their sort keys, and takes away the indexes by the names themselves. */
async function bring(definition: Definition): Promise<void> {
  const names = namedSorts(definition);
  if (names.length === 0) return;
  const records = db().collection<Stored>(collectionOf(definition));
  const shown = Object.fromEntries(['name', ...names].map(name => [name, 1] as const));
  let writes = [];
  for await (const doc of records.find({ sorted: { $exists: false } }, { projection: shown })) {
    writes.push({ updateOne: { filter: { _id: doc._id }, update: { $set: gained(definition, doc) } } });
    if (writes.length < BATCH) continue;
    await records.bulkWrite(writes, { ordered: false });
    writes = [];
  }
  if (writes.length > 0) await records.bulkWrite(writes, { ordered: false });
  for (const { name, key } of await records.indexes())
    if (name && names.some(one => one in key)) await records.dropIndex(name);
}

/** Names were sorted by their characters; they are in the order of Vietnamese dictionaries now, by a key beside each. */
export const sortKeysOfNames: Migration = {
  name: '2026-11-23 sort keys',
  async run() {
    for (const definition of [...MODULES, view]) await bring(definition);
  },
};
