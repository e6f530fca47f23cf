import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { db, type Session, transaction } from '../database/database.ts';
import { storeKeys } from '../privacy/person-keys.ts';
import { type NewEvent, timesOf, writeEvents } from './events.ts';
import { holdUsed, type Use, usesOf, withShard } from './guards.ts';
import { takeKey } from './idempotency.ts';
import { noteRename } from './keys/rebuild-keys.ts';
import { assertNoCycle } from './refs/tree-cycles.ts';
import { type Change, eventOf, holdTargets, throwDuplicate, VersionConflict } from './save.ts';
import { assertFields, collectionOf, type Stored } from './schema.ts';

/** New documents of one definition. */
export interface NewDocs {
  definition: Definition;
  docs: readonly Stored[];
}

/** A bulk insert: batches of new documents, then changes of others. A batch may be built while earlier ones are stored. */
interface Bulk {
  batches: readonly (readonly NewDocs[] | Promise<readonly NewDocs[]>)[];
  beside?: (session: Session) => Promise<readonly Change[]>;
  answer: unknown;
  also?: (session: Session) => Promise<void>;
}

/** Stores all or nothing: an event row for each document, marked with the run, and one row per definition for the feed. */
export async function saveNew(ctx: Ctx, run: string, { batches, beside, answer, also }: Bulk): Promise<void> {
  const seen = new Set<Definition>();
  const attempt = (shard: number) => async (session: Session) => {
    const made = new Map<Definition, number>();
    const ids = new Set<string>();
    const uses: Use[] = [];
    if (ctx.once) await takeKey(ctx.once, answer, ctx.now, session);
    await also?.(session);
    for (const batch of batches)
      for (const { definition, docs } of await batch) {
        seen.add(definition);
        made.set(definition, (made.get(definition) ?? 0) + docs.length);
        for (const { _id } of docs) ids.add(_id);
        for (const doc of docs) uses.push(...usesOf(definition.fields, doc));
        for (const part of chunks(docs)) await insertMany(ctx, definition, part, run, session);
      }
    await holdUsed(uses, ids, shard, session);
    const changes = (await beside?.(session)) ?? [];
    for (const part of chunks(changes)) {
      await holdTargets(part, shard, session);
      await rewrite(ctx, part, session);
      await writeEvents(
        part.map(change => eventOf(ctx, { ...change, run, quiet: true }, changedBy(ctx, change))),
        session,
      );
    }
    const changed = [...Map.groupBy(changes, ({ definition }) => definition)];
    await writeEvents(
      [
        ...[...made].flatMap(([definition, count]) =>
          count > 0 ? [eventOfAll(ctx, definition, 'import', count, run)] : [],
        ),
        ...changed.map(([definition, all]) => eventOfAll(ctx, definition, all[0]?.action ?? 'update', all.length, run)),
      ],
      session,
    );
  };
  await withShard(shard => transaction(attempt(shard))).catch(error =>
    throwDuplicate(
      error,
      [...seen].map(definition => ({ definition, action: 'import' })),
    ),
  );
  ctx.once = null;
}

async function insertMany(ctx: Ctx, definition: Definition, docs: readonly Stored[], run: string, session: Session) {
  for (const doc of docs) assertFields(definition, Object.keys(doc));
  if (definition.person) await storeKeys(docs, session);
  await db().collection<Stored>(collectionOf(definition)).insertMany(docs, { session });
  await writeEvents(
    docs.map(insert => eventOf(ctx, { definition, action: 'import', insert, run, quiet: true }, insert)),
    session,
  );
}

/** The single event row of bulk work that the feed delivers. */
export const eventOfAll = (ctx: Ctx, definition: Definition, action: string, count: number, run: string): NewEvent => ({
  at: ctx.now,
  projectId: ctx.projectId,
  module: definition.code,
  entity: definition.name,
  entityId: null,
  action,
  actor: ctx.actor,
  before: null,
  after: { count },
  version: 0,
  row: null,
  extra: { run, count },
  run,
});

/** A document after its change. */
function changedBy(ctx: Ctx, { definition, update }: Change): Stored {
  if (!update) throw new Error('a change without a document');
  const { doc, set, inc = {}, keepVersion } = update;
  const counted = Object.fromEntries(Object.entries(inc).map(([name, by]) => [name, Number(doc[name] ?? 0) + by]));
  const times = timesOf(definition, doc, Object.keys({ ...set, ...inc }), ctx.now);
  return { ...doc, ...set, ...counted, ...times, version: doc.version + (keepVersion ? 0 : 1) };
}

/** Changes that release a unique value go before those that take it. */
function frees({ definition, update }: Change): boolean {
  const set = update?.set ?? {};
  if (Object.entries(set).some(([path, value]) => path.startsWith('uniq.') && value === null)) return true;
  const leaves = (name: string, values: readonly unknown[]) => name in set && !values.includes(set[name]);
  return (definition.unique ?? []).some(({ where = {} }) =>
    Object.entries(where).some(([name, values]) => leaves(name, values)),
  );
}
const freeingFirst = (change: Change, other: Change) => Number(frees(other)) - Number(frees(change));

/** Changes many loaded documents with one command per definition. */
async function rewrite(ctx: Ctx, changes: readonly Change[], session: Session): Promise<void> {
  for (const [definition, group] of Map.groupBy(changes, change => change.definition)) {
    for (const { update } of group) assertFields(definition, Object.keys({ ...update?.set, ...update?.inc }));
    const { matchedCount } = await db()
      .collection<Stored>(collectionOf(definition))
      .bulkWrite(
        group.toSorted(freeingFirst).flatMap(({ update }) =>
          update
            ? {
                updateOne: {
                  filter: {
                    _id: update.doc._id,
                    projectId: ctx.projectId,
                    ...(!update.keepVersion && { version: update.doc.version }),
                    deletedAt: null,
                    ...update.while,
                  },
                  update: {
                    $set: {
                      ...update.set,
                      ...timesOf(definition, update.doc, Object.keys({ ...update.set, ...update.inc }), ctx.now),
                    },
                    $inc: { ...update.inc, ...(!update.keepVersion && { version: 1 }) },
                  } as object,
                },
              }
            : [],
        ),
        { session },
      );
    if (matchedCount < group.length) throw new VersionConflict();
    for (const { update } of group) {
      if (!update) continue;
      await noteRename(definition, update.doc, update.set, session);
      await assertNoCycle(definition, update.doc, update.set, session);
    }
  }
  for (const { also } of changes) await also?.(session);
}

/** Documents per command, far below the limit of 48 MB. */
const BATCH = 1000;
export const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH));
