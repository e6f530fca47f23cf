import { type Collection, db, type Session } from '../database/database.ts';
import { forgottenKeys, freshKey, freshMaster, holdKey, isHeld, unwrap, wrap } from './key-ring.ts';
import { personIn } from './personal.ts';

/** A person's key, encrypted under a master key. A missing row means that the person was erased. */
interface PersonKey {
  _id: string;
  projectId: string;
  master: string;
  key: string;
  /** The person this one was merged into, and is erased with. */
  mergedInto?: string;
}

export const personKeyCollection: Collection = {
  name: 'personKeys',
  indexes: [{ key: { master: 1 } }, { key: { mergedInto: 1 }, options: { sparse: true } }],
};
const rows = () => db().collection<PersonKey>(personKeyCollection.name);
const CHUNK = 1000;

type Values = Record<string, unknown>;

/** People whose keys are needed to decrypt the values and are not cached. */
function missing(all: Iterable<Values | null | undefined>): Set<string> {
  const ids = new Set<string>();
  for (const values of all)
    for (const value of Object.values(values ?? {})) {
      const id = typeof value === 'string' ? personIn(value) : null;
      if (id && !isHeld(id)) ids.add(id);
    }
  return ids;
}

/** Caches the keys of records or event parts, with one query for all and none if they are cached. */
export async function holdKeys(all: Iterable<Values | null | undefined>): Promise<void> {
  const ids = missing(all);
  if (ids.size > 0) await loadKeys(ids);
}

/** Caches the keys of people, to encrypt with them. */
export async function loadHoldKeys(people: readonly string[]): Promise<void> {
  const ids = people.filter(id => !isHeld(id));
  if (ids.length > 0) await loadKeys(ids);
}

async function loadKeys(ids: Iterable<string>): Promise<void> {
  const before = forgottenKeys();
  const keys = await rows()
    .find({ _id: { $in: [...ids] } })
    .toArray();
  // Keys were destroyed while these were read: reads them again.
  if (before !== forgottenKeys()) return loadKeys(ids);
  const byId = new Map(keys.map(row => [row._id, row]));
  for (const id of ids) {
    const row = byId.get(id);
    holdKey(id, row ? unwrap(row.key, row.master) : null);
  }
}

/** Stores the keys of new people, within the transaction that stores them. */
export async function storeKeys(
  people: readonly { _id: string; projectId: string }[],
  session?: Session,
): Promise<void> {
  const under = freshMaster();
  const made = people.map(({ _id, projectId }): PersonKey => {
    const key = freshKey(_id);
    if (!key) throw new Error('a new person without a key');
    return { _id, projectId, master: under, key: wrap(key, under) };
  });
  if (made.length > 0) await rows().insertMany(made, { ...(session && { session }) });
}

/** Records that one person was merged into another and is erased with them. */
export async function mergeKeys(from: string, into: string, session: Session): Promise<void> {
  await rows().updateMany({ $or: [{ _id: from }, { mergedInto: from }] }, { $set: { mergedInto: into } }, { session });
}

/** The person and all people merged into them. */
export async function onePerson(personId: string): Promise<string[]> {
  const merged = await rows().find({ mergedInto: personId }).project<{ _id: string }>({ _id: 1 }).toArray();
  return [personId, ...merged.map(({ _id }) => _id)];
}

/** Returns the ids of those people who were merged into another person. */
export async function mergedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = await rows()
    .find({ _id: { $in: [...ids] }, mergedInto: { $type: 'string' } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(keys.map(({ _id }) => _id));
}

/** Destroys keys: everything encrypted with them, in records, history and backups, becomes unreadable. */
export async function destroyKeys(ids: readonly string[], session: Session): Promise<void> {
  await rows().deleteMany({ _id: { $in: [...ids] } }, { session });
}

/** Encrypts all keys anew that are under another master key. Safe to repeat, and while the product runs. Returns how many. */
export async function resealKeys(under: string): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await rows()
      .find({ master: { $ne: under } })
      .limit(CHUNK)
      .toArray();
    if (old.length === 0) return count;
    // Matches the old key, so that a key destroyed meanwhile is not restored.
    const { modifiedCount } = await rows().bulkWrite(
      old.map(({ _id, master, key }) => ({
        updateOne: {
          filter: { _id, master, key },
          update: { $set: { master: under, key: wrap(unwrap(key, master), under) } },
        },
      })),
      { ordered: false },
    );
    count += modifiedCount;
  }
}
