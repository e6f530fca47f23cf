import type { Definition } from '@lobby/shared/kit/definition.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../kit/database/database.ts';
import { newKey } from '../kit/privacy/key-ring.ts';
import { loadHoldKeys, personKeyCollection, storeKeys } from '../kit/privacy/person-keys.ts';
import { blindEnd, open, personIn, seal } from '../kit/privacy/personal.ts';
import { type EventRow, events } from '../kit/store/events.ts';
import { collectionOf, endKey, isEnding, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const residents = () => db().collection<Stored>(collectionOf(resident));
const BATCH = 200;

type Values = Record<string, unknown>;
const personal = Object.entries((resident as Definition).fields).flatMap(([name, field]) =>
  field.personal ? [name] : [],
);

/** The personal values among these that are sealed under the project's key, sealed under the person's; null where there is none. */
function resealed(projectId: string, personId: string, values: Values | null): Values | null {
  const old = personal.flatMap(name => {
    const value = values?.[name];
    return typeof value === 'string' && personIn(value) === null ? [[name, value] as const] : [];
  });
  if (old.length === 0) return null;
  return Object.fromEntries(
    old.map(([name, value]) => [name, seal(projectId, open(projectId, value) ?? '', personId)]),
  );
}

/** What was sealed under the keys of projects gets keys of its people, the history and what was removed too; cut off, it goes on where it was. */
export const keysOfPeople: Migration = {
  name: '2026-11-21 keys of people',
  async run() {
    const old = { $or: personal.map(name => ({ [name]: /^p1\./ })) };
    let batch: Stored[] = [];
    // Those whose history was left behind when it was cut off have their key already.
    for await (const doc of residents().find({})) {
      if (batch.push(doc) < BATCH) continue;
      await moved(batch);
      batch = [];
    }
    await moved(batch);
    const left = await residents().countDocuments(old);
    if (left > 0) throw new Error(`${left} residents are still sealed under the key of their project`);
  },
};

async function moved(docs: readonly Stored[]): Promise<void> {
  if (docs.length === 0) return;
  const ids = docs.map(doc => doc._id);
  const known = await db()
    .collection<{ _id: string }>(personKeyCollection.name)
    .find({ _id: { $in: ids } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const without = docs.filter(doc => !known.some(({ _id }) => _id === doc._id));
  for (const { _id } of without) newKey(_id);
  await storeKeys(without);
  await loadHoldKeys(ids);
  await rewriteHistory(docs);
  const writes = docs.flatMap(doc => {
    const ends = endsOf(doc);
    const keys = [...new Set([...(doc.keys ?? []), ...Object.values(ends).map(end => endKey(String(end)))])];
    const set = { ...resealed(doc.projectId, doc._id, doc), ...ends, ...(Object.keys(ends).length > 0 && { keys }) };
    return Object.keys(set).length > 0 ? [{ updateOne: { filter: { _id: doc._id }, update: { $set: set } } }] : [];
  });
  if (writes.length > 0) await residents().bulkWrite(writes, { ordered: false });
}

/** The blind indexes by which phones are found by their end. */
function endsOf(doc: Stored): Values {
  const phones = Object.entries((resident as Definition).fields).filter(([, field]) => isEnding(field));
  return Object.fromEntries(
    phones.flatMap(([name]) => {
      const value = doc[name];
      const phone = typeof value === 'string' ? open(doc.projectId, value) : null;
      return phone && !doc.blind?.[`${name}End`]
        ? [[`blind.${name}End`, blindEnd(doc.projectId, phone.slice(-4))]]
        : [];
    }),
  );
}

async function rewriteHistory(docs: readonly Stored[]): Promise<void> {
  const projects = [...new Set(docs.map(doc => doc.projectId))];
  const ids = docs.map(doc => doc._id);
  const rows = events().find({ projectId: { $in: projects }, entityId: { $in: ids }, entity: resident.name });
  let writes: { updateOne: { filter: { _id: string }; update: { $set: Values } } }[] = [];
  for await (const row of rows) {
    const set = changesOf(row);
    if (Object.keys(set).length > 0) writes.push({ updateOne: { filter: { _id: row._id }, update: { $set: set } } });
    if (writes.length < BATCH) continue;
    await events().bulkWrite(writes, { ordered: false });
    writes = [];
  }
  if (writes.length > 0) await events().bulkWrite(writes, { ordered: false });
}

function changesOf(row: EventRow): Values {
  const set: Values = {};
  for (const part of ['before', 'after', 'row'] as const)
    for (const [name, value] of Object.entries(resealed(row.projectId, row.entityId ?? '', row[part]) ?? {}))
      set[`${part}.${name}`] = value;
  return set;
}
