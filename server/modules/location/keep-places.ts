import { sortKey } from '@lobby/shared/kit/collation.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Level, location, place } from '@lobby/shared/modules/location.ts';
import { faultOf, type Made, placesOf } from '@lobby/shared/modules/places.ts';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { db, newId, type Session } from '../../kit/database/database.ts';
import type { DoneOf } from '../../kit/records/typed-behaviour.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { holdRemoved } from '../../kit/store/guards.ts';
import { keysOf } from '../../kit/store/keys/search-keys.ts';
import type { AnyDoc, Doc } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';

/** A stored place with its search and sort keys. */
type StoredPlace = Doc<typeof place> & { keys: readonly string[]; sorted: { name: string } };
const placesIn = () => db().collection<StoredPlace>(collectionOf(place));
const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });

/** Updates the places of a project from its levels, within the transaction that changes a level. Concurrent changes of levels are serialised. */
export function keepPlaces(all: readonly Definition[]) {
  return async (ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof location>): Promise<void> => {
    await takeTurn(ctx, session);
    // A removed level has no level below; its places, which are part of it, are removed with it.
    if (!doc) return assertUnused(ctx, all, await loadIds(ctx, session, before._id), session);
    const levels = await loadLevels(ctx, session, doc);
    const fault = faultOf(levels, doc._id);
    if (fault) {
      const { field, code, params = {} } = fault;
      fail(code, { fields: { [field]: { code, params } }, ...params });
    }
    await bring(ctx, all, placesOf(levels), session);
  };
}

/** Serialises changes of levels by writing the project's row. */
async function takeTurn(ctx: Ctx, session: Session): Promise<void> {
  await db()
    .collection<{ _id: string; turn: string }>('projects')
    .updateOne({ _id: ctx.projectId }, { $set: { locationTurn: newId() } }, { session });
}

async function loadLevels(ctx: Ctx, session: Session, doc: Doc<typeof location>): Promise<Level[]> {
  const stored = await db()
    .collection<Doc<typeof location>>(collectionOf(location))
    .find(live(ctx), { session })
    .toArray();
  const asLevel = ({ _id: id, name, code, quantity, parentId }: Doc<typeof location>): Level => ({
    id,
    name,
    code,
    quantity,
    parentId,
  });
  // An edited level is stored already; a new one may not be.
  return stored.some(({ _id }) => _id === doc._id) ? stored.map(asLevel) : [...stored, doc].map(asLevel);
}

async function loadIds(ctx: Ctx, session: Session, levelId: string): Promise<string[]> {
  const rows = await placesIn()
    .find({ ...live(ctx), levelId }, { session, projection: { _id: 1 } })
    .toArray();
  return rows.map(({ _id }) => _id);
}

/** Refuses to remove places in use, with the referring module and the number of references. */
async function assertUnused(ctx: Ctx, all: readonly Definition[], ids: string[], session: Session): Promise<void> {
  if (ids.length === 0) return;
  await holdRemoved(ids, session);
  for (const other of all)
    for (const [name, field] of Object.entries(other.fields)) {
      if ((field.kind !== 'ref' && field.kind !== 'refs') || field.to !== place.name || other.name === place.name)
        continue;
      const count = await db()
        .collection<AnyDoc>(collectionOf(other))
        .countDocuments({ ...live(ctx), [name]: { $in: ids } }, { session });
      if (count > 0) fail('LOCATION_IN_USE', { module: other.code, entity: other.name, field: name, count });
    }
}

/** Creates, renames and removes places to match the wanted ones. */
async function bring(ctx: Ctx, all: readonly Definition[], wanted: readonly Made[], session: Session): Promise<void> {
  const stored = await placesIn()
    .find(live(ctx), { session, projection: { order: 1, name: 1, code: 1, version: 1 } })
    .toArray();
  const byKey = new Map(stored.map(row => [String(row.order), row]));
  const keys = new Set(wanted.map(({ key }) => key));
  const gone = stored.filter(row => !keys.has(String(row.order)));
  await assertUnused(
    ctx,
    all,
    gone.map(({ _id }) => _id),
    session,
  );
  const ids = new Map(wanted.map(({ key }) => [key, byKey.get(key)?._id ?? newId()]));
  const writes: AnyBulkWriteOperation<StoredPlace>[] = gone.map(({ _id, version }) => ({
    updateOne: { filter: { _id }, update: { $set: { deletedAt: ctx.now, updatedAt: ctx.now, version: version + 1 } } },
  }));
  for (const made of wanted) {
    const before = byKey.get(made.key);
    if (before?.name === made.name && before.code === made.code) continue;
    const values = {
      name: made.name,
      code: made.code,
      keys: keysOf(place, { name: made.name, code: made.code }, {}) ?? [],
      sorted: { name: sortKey(made.name) },
    };
    const _id = ids.get(made.key) ?? newId();
    if (before)
      writes.push({
        updateOne: {
          filter: { _id },
          update: { $set: { ...values, updatedAt: ctx.now, version: before.version + 1 } },
        },
      });
    else writes.push({ insertOne: { document: fresh(ctx, _id, made, values, ids.get(made.above ?? '') ?? null) } });
  }
  if (writes.length === 0) return;
  await placesIn().bulkWrite(writes, { session, ordered: false });
  await writeEvents([toldOf(ctx, writes.length)], session);
}

const fresh = (
  ctx: Ctx,
  _id: string,
  made: Made,
  values: Pick<StoredPlace, 'name' | 'code' | 'keys' | 'sorted'>,
  parentId: string | null,
): StoredPlace => ({
  _id,
  projectId: ctx.projectId,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
  deletedAt: null,
  ...values,
  levelId: made.levelId,
  parentId,
  order: made.key,
});

/** One event row for all changed places; clients reload lists and names. */
const toldOf = (ctx: Ctx, count: number) => ({
  at: ctx.now,
  projectId: ctx.projectId,
  module: place.code,
  entity: place.name,
  entityId: null,
  action: 'update',
  actor: ctx.actor,
  before: null,
  after: { count },
  version: 0,
  row: null,
  extra: { count },
  run: newId(),
});
