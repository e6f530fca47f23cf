import { type Collection, db, type Session } from '../database/database.ts';
import { forgottenKeys, freshKey, freshMaster, holdKey, isHeld, unwrap, wrap } from './key-ring.ts';
import { personIn } from './personal.ts';

/** The key of a person, sealed under a master; whoever has no row any more was erased. */
interface PersonKey {
  _id: string;
  projectId: string;
  master: string;
  key: string;
  /** The person that this one turned out to be: erased with them. */
  mergedInto?: string;
}

export const personKeyCollection: Collection = {
  name: 'personKeys',
  indexes: [{ key: { master: 1 } }, { key: { mergedInto: 1 }, options: { sparse: true } }],
};
const rows = () => db().collection<PersonKey>(personKeyCollection.name);
const CHUNK = 1000;

type Values = Record<string, unknown>;

/** The people whose keys are needed to read these values, and are not in memory. */
function missing(all: Iterable<Values | null | undefined>): Set<string> {
  const ids = new Set<string>();
  for (const values of all)
    for (const value of Object.values(values ?? {})) {
      const id = typeof value === 'string' ? personIn(value) : null;
      if (id && !isHeld(id)) ids.add(id);
    }
  return ids;
}

/** Has the keys in memory that these records, or parts of events, are sealed with: one question for all of them, none where they are known. */
export async function holdKeys(all: Iterable<Values | null | undefined>): Promise<void> {
  const ids = missing(all);
  if (ids.size > 0) await loadKeys(ids);
}

/** Has the keys of people in memory, for what is to be sealed with them. */
export async function loadHoldKeys(people: readonly string[]): Promise<void> {
  const ids = people.filter(id => !isHeld(id));
  if (ids.length > 0) await loadKeys(ids);
}

async function loadKeys(ids: Iterable<string>): Promise<void> {
  const before = forgottenKeys();
  const found = await rows()
    .find({ _id: { $in: [...ids] } })
    .toArray();
  // Destroyed while they were read: whoever asks again is told so.
  if (before !== forgottenKeys()) return loadKeys(ids);
  const byId = new Map(found.map(row => [row._id, row]));
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

/** Notes that one person is another: with the other, this one is erased too. */
export async function mergeKeys(from: string, into: string, session: Session): Promise<void> {
  await rows().updateMany({ $or: [{ _id: from }, { mergedInto: from }] }, { $set: { mergedInto: into } }, { session });
}

/** Those that a person was merged from, and the person. */
export async function onePerson(personId: string): Promise<string[]> {
  const merged = await rows().find({ mergedInto: personId }).project<{ _id: string }>({ _id: 1 }).toArray();
  return [personId, ...merged.map(({ _id }) => _id)];
}

/** Those of these people who turned out to be somebody else. */
export async function mergedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows()
    .find({ _id: { $in: [...ids] }, mergedInto: { $type: 'string' } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** Destroys keys: what was sealed with them, here, in the history and in copies of it, is noise from now on. */
export async function destroyKeys(ids: readonly string[], session: Session): Promise<void> {
  await rows().deleteMany({ _id: { $in: [...ids] } }, { session });
}

/** Seals all keys anew that are under another master than this one; safe to repeat and while the product runs. Answers how many. */
export async function resealKeys(under: string): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await rows()
      .find({ master: { $ne: under } })
      .limit(CHUNK)
      .toArray();
    if (old.length === 0) return count;
    // A key that was destroyed meanwhile is not brought back.
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
