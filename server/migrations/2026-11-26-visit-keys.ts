import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { db } from '../kit/database/database.ts';
import { newKey } from '../kit/privacy/key-ring.ts';
import { loadHoldKeys, personKeyCollection, storeKeys } from '../kit/privacy/person-keys.ts';
import { open, personIn, seal } from '../kit/privacy/personal.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 200;
const PERSONAL = ['phone', 'identifier'];
/** What visits hold since households are asked, as it is where nobody was. */
const UNASKED = {
  overstayAt: null,
  overstayToldAt: null,
  overnight: false,
  askResident: false,
  residentAnswer: 'NONE',
  askedAt: null,
  askedById: null,
  answeredAt: null,
};

/** Guests and their visits get keys of their own, so that each can be forgotten; what history holds of them stays under that of the project. */
export const keysOfVisits: Migration = {
  name: '2026-11-26 keys of visits',
  async run() {
    await db()
      .collection(collectionOf(visitor))
      .updateMany({ residentAnswer: { $exists: false } }, { $set: UNASKED });
    await db()
      .collection(collectionOf(guest))
      .updateMany({ reason: { $exists: false } }, { $set: { reason: null } });
    for (const definition of [visitor, guest]) await keyed(definition);
  },
};

async function keyed(definition: Definition): Promise<void> {
  let batch: Stored[] = [];
  for await (const doc of db().collection<Stored>(collectionOf(definition)).find({})) {
    if (batch.push(doc) < BATCH) continue;
    await moved(definition, batch);
    batch = [];
  }
  await moved(definition, batch);
}

async function moved(definition: Definition, docs: readonly Stored[]): Promise<void> {
  if (docs.length === 0) return;
  const ids = docs.map(doc => doc._id);
  const known = await db()
    .collection<{ _id: string }>(personKeyCollection.name)
    .distinct('_id', { _id: { $in: ids } });
  const without = docs.filter(({ _id }) => !known.includes(_id));
  for (const { _id } of without) newKey(_id);
  await storeKeys(without);
  await loadHoldKeys(ids);
  const writes = docs.flatMap(({ _id, projectId, ...doc }) => {
    const old = PERSONAL.flatMap(name => {
      const value = doc[name];
      return typeof value === 'string' && personIn(value) === null ? [[name, value] as const] : [];
    });
    const set = Object.fromEntries(
      old.map(([name, value]) => [name, seal(projectId, open(projectId, value) ?? '', _id)]),
    );
    return old.length > 0 ? [{ updateOne: { filter: { _id }, update: { $set: set } } }] : [];
  });
  if (writes.length > 0) await db().collection<Stored>(collectionOf(definition)).bulkWrite(writes, { ordered: false });
}
