import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { clockMs, clockNow } from '../../database/clock.ts';
import { type Collection, db, newId, type Session, transaction } from '../../database/database.ts';
import { log } from '../../ops/log.ts';
import { type EventRow, writeEvents } from '../events.ts';
import { namesBehind } from '../refs/ref-titles.ts';
import { searchedBy, targetOf, titleOf } from '../refs/refs.ts';
import { collectionOf, type Stored } from '../schema.ts';
import { nested } from './seal.ts';
import { keysOf, titleKeys } from './search-keys.ts';

/** A record whose title changed: search keys of others that refer to it are outdated until they are rebuilt. */
interface Renamed {
  _id: string;
  projectId: string;
  entity: string;
  entityId: string;
  /** New at each change, so that one during the rebuild is not taken for done. */
  mark: string;
  /** End of the lease of the server that works on it. */
  until: Date;
}

export const renamedCollection: Collection = {
  name: 'renamed',
  indexes: [{ key: { until: 1 } }],
};
const renamed = () => db().collection<Renamed>(renamedCollection.name);
const CHUNK = 200;
const LEASE_MS = 60_000;

/** Records a changed title within its transaction, if other records are searched by it. */
export async function noteRename(
  definition: Definition,
  doc: Stored,
  set: Record<string, unknown>,
  session: Session,
): Promise<void> {
  const title = set[definition.title];
  if (title === undefined || title === doc[definition.title] || searchedBy(definition).length === 0) return;
  const { projectId, _id: entityId } = doc;
  await renamed().updateOne(
    { _id: `${definition.name}:${entityId}` },
    { $set: { projectId, entity: definition.name, entityId, mark: newId(), until: new Date(0) } },
    { session, upsert: true },
  );
}

/** The part of a change that search keys depend on. */
interface Searched {
  definition: Definition;
  insert?: Stored;
  update?: { doc: Stored; set: Record<string, unknown> };
}

/** Adds the resulting search keys to changes: for fields that acts set, and for references to records created along with them. */
export async function withSearchKeys<C extends Searched>(projectId: string, changes: readonly C[]): Promise<C[]> {
  const made = new Map(changes.flatMap(({ insert }) => (insert ? [[insert._id, insert]] : [])));
  const namesFor = async (definition: Definition, doc: Stored) =>
    (await namesBehind(definition, projectId, [doc], made))(doc);
  return Promise.all(
    changes.map(async (change): Promise<C> => {
      const { definition, insert, update } = change;
      const searched = Object.entries(definition.fields).filter(([, { search }]) => search);
      const isMade = ([name]: [string, Field]) => made.has(String(insert?.[name]));
      if (insert?.keys && searched.some(isMade)) {
        const names = await namesFor(definition, insert);
        insert.keys = keysOf(definition, insert, names) ?? insert.keys;
        const { sorted } = nested(titleKeys(definition, insert, names));
        if (sorted) insert.sorted = { ...(insert.sorted as object), ...sorted };
      }
      // A partially loaded record has no keys to update.
      if (!update?.doc.keys || 'keys' in update.set || !searched.some(([name]) => name in update.set)) return change;
      const whole = { ...update.doc, ...update.set };
      const names = await namesFor(definition, whole);
      const keys = keysOf(definition, whole, names);
      return {
        ...change,
        update: { ...update, set: { ...update.set, keys, ...titleKeys(definition, update.set, names) } },
      };
    }),
  );
}

let stopping = false;
let underway: Promise<number> | null = null;

/** Allows rebuilding of search keys. Called once at start. */
export function beginKeys(): void {
  stopping = false;
}

/** Rebuilds search keys after a changed title, soon and in the background; called for the events of this server's own commits. */
export function onRename({ entity, entityId, action, after }: EventRow): void {
  const title = titleOf(entity);
  if (action !== 'update' || !after || stopping || !title) return;
  // A bulk row does not tell what changed.
  if (entityId && !(title in after)) return;
  underway = (underway ?? Promise.resolve(0))
    .then(() => rebuildKeys())
    .catch(error => {
      log.error({ error: String(error) }, 'search keys could not be rebuilt');
      return 0;
    });
}

/** Stops after the current chunk; the rest is done after the next start. Called once at stop. */
export async function endKeys(): Promise<void> {
  stopping = true;
  await underway;
}

/** Rebuilds the search keys of records that are found by a changed title. Safe to repeat, and on several servers. Returns how many. */
export async function rebuildKeys(now = clockNow()): Promise<number> {
  let count = 0;
  while (!stopping) {
    const row = await renamed().findOneAndUpdate(
      { until: { $lte: now } },
      { $set: { until: new Date(clockMs() + LEASE_MS) } },
    );
    if (!row) break;
    for (const definition of searchedBy(targetOf(row.entity))) count += await rebuild(definition, row);
    if (!stopping) await renamed().deleteOne({ _id: row._id, mark: row.mark });
  }
  return count;
}

async function rebuild(definition: Definition, row: Renamed): Promise<number> {
  const fields = Object.entries(definition.fields);
  const pointing = fields.flatMap(([name, field]) =>
    field.kind === 'ref' && field.search && field.to === row.entity ? [name] : [],
  );
  const docs = db()
    .collection<Stored>(collectionOf(definition))
    .find({ projectId: row.projectId, deletedAt: null, $or: pointing.map(name => ({ [name]: row.entityId })) })
    .project<Stored>(
      Object.fromEntries(
        ['version', 'blind', ...fields.flatMap(([name, { search }]) => (search ? [name] : []))].map(name => [name, 1]),
      ),
    )
    .batchSize(CHUNK);
  let count = 0;
  let chunk: Stored[] = [];
  for await (const doc of docs) {
    if (stopping) break;
    if (chunk.push(doc) < CHUNK) continue;
    count += await keep(definition, row.projectId, chunk);
    await renamed().updateOne({ _id: row._id, mark: row.mark }, { $set: { until: new Date(clockMs() + LEASE_MS) } });
    chunk = [];
  }
  count += await keep(definition, row.projectId, chunk);
  if (count > 0) await tell(definition, row.projectId, count);
  return count;
}

/** Changes keys only, without version or event. A record changed concurrently gets its keys by that change, or is read again. */
async function keep(definition: Definition, projectId: string, docs: readonly Stored[]): Promise<number> {
  if (docs.length === 0) return 0;
  const names = await namesBehind(definition, projectId, docs);
  const collection = db().collection<Stored>(collectionOf(definition));
  const { matchedCount } = await collection.bulkWrite(
    docs.map(doc => ({
      updateOne: {
        filter: { _id: doc._id, projectId, version: doc.version },
        update: {
          $set: { keys: keysOf(definition, doc, names(doc)) ?? [], ...titleKeys(definition, doc, names(doc)) },
        },
      },
    })),
    { ordered: false },
  );
  if (matchedCount === docs.length) return docs.length;
  const again = await collection.find({ projectId, deletedAt: null, _id: { $in: docs.map(doc => doc._id) } }).toArray();
  const moved = again.filter(doc => docs.some(old => old._id === doc._id && old.version !== doc.version));
  return matchedCount + (await keep(definition, projectId, moved));
}

/** Writes one event for all, so that counts and searched lists become stale on every server. */
async function tell({ code, name }: Definition, projectId: string, count: number): Promise<void> {
  const row = {
    at: clockNow(),
    projectId,
    module: code,
    entity: name,
    entityId: null,
    action: 'reindex',
    actor: { id: 'system', name: 'Lobby' },
    before: null,
    after: { count },
    version: 0,
    row: null,
    run: newId(),
  };
  await transaction(async session => void (await writeEvents([row], session)));
}
