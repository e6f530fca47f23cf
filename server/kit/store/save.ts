import { setTimeout as wait } from 'node:timers/promises';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MongoServerError } from 'mongodb';
import type { Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { db, type Session, transaction } from '../database/database.ts';
import { storeKeys } from '../privacy/person-keys.ts';
import { beginWritten, type EventRow, type NewEvent, rowOf, visible, writeEvents, writtenIn } from './events.ts';
import { KeyTaken, takeKey } from './idempotency.ts';
import { collectionOf, modelOf, type Stored } from './schema.ts';
import { noteRename } from './search-keys.ts';

/** One document's change and the event that tells of it. */
export interface Change {
  definition: Definition;
  action: string;
  /** A new document, or the change of one that was loaded. */
  insert?: Stored;
  update?: Update;
  /** Rides on the event (a message). */
  extra?: Record<string, unknown>;
  /** What the activity shows, where it is not the changed fields themselves. */
  note?: { before: Record<string, unknown> | null; after: Record<string, unknown> | null };
  run?: string;
  quiet?: boolean;
  /** What the transaction begins with, before anything is written: a number that the new document gets. */
  first?: (session: Session) => Promise<void>;
  /** Further statements of the same transaction, one after another. */
  also?: (session: Session) => Promise<void>;
}

export interface Update {
  doc: Stored;
  set: Record<string, unknown>;
  inc?: Record<string, number>;
  /** Leaves the version as it is, and does not mind who changed the document meanwhile (a message counted). */
  keepVersion?: boolean;
  /** What must still be so of the stored document, where the version is not asked about. */
  while?: Record<string, unknown>;
}

/** The document was changed by somebody else since it was loaded. */
export class Overtaken extends Error {}

/** Attempts at a document that others keep changing, and the longest pause before the next one, ms. */
const MOST_ATTEMPTS = 30;
const LONGEST_PAUSE = 100;

/** Runs an attempt, which loads what it changes, until nobody was quicker; 503 where others were each time. */
export async function untilSettled<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; n <= MOST_ATTEMPTS; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      await wait(Math.random() * Math.min(LONGEST_PAUSE, 2 ** n));
    }
  }
  return fail('DATABASE_UNAVAILABLE');
}

type Listener = (rows: readonly EventRow[], ctx: Ctx) => void;
const listeners = new Set<Listener>();

/** Calls back after each commit of this server, before the answer: what is kept in memory is made stale here. Answers how to end it. */
export function onCommit(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The only way a document changes: documents and their event rows in one durable transaction (domain.md 6). Answers the documents after
 * the change. Throws `Overtaken` when a loaded version is no longer the stored one.
 */
export async function save(ctx: Ctx, changes: readonly Change[], answer?: unknown): Promise<Stored[]> {
  const done = await transaction(async session => {
    beginWritten(session);
    for (const { first } of changes) await first?.(session);
    if (ctx.once) await takeKey(ctx.once, answer ?? null, ctx.now, session);
    const docs: Stored[] = [];
    const rows: NewEvent[] = [];
    for (const change of changes) {
      const doc = await write(ctx, change, session);
      docs.push(doc);
      rows.push(eventOf(ctx, change, doc));
      await change.also?.(session);
    }
    const own = await writeEvents(rows, session);
    // A quiet row of one's own is told here too: only the feed passes it over.
    return { docs, rows: [...writtenIn(session), ...own.filter(({ quiet }) => quiet)] };
  }).catch(error => refuseDuplicate(error, changes));
  ctx.once = null;
  for (const listener of listeners) listener(done.rows, ctx);
  return done.docs;
}

/** The new documents of one definition. */
export interface NewDocs {
  definition: Definition;
  docs: readonly Stored[];
}

/** Work in bulk: what it makes, batch by batch, and what it changes after that. A batch may still be built while those before it are stored. */
interface Bulk {
  batches: readonly (readonly NewDocs[] | Promise<readonly NewDocs[]>)[];
  beside?: (session: Session) => Promise<readonly Change[]>;
  answer: unknown;
  also?: (session: Session) => Promise<void>;
}

/** All of an import or none: an event row for each document, marked with the run, and one for all of a definition that the feed tells. */
export async function saveNew(ctx: Ctx, run: string, { batches, beside, answer, also }: Bulk): Promise<void> {
  const seen = new Set<Definition>();
  const told = await transaction(async session => {
    beginWritten(session);
    const made = new Map<Definition, number>();
    if (ctx.once) await takeKey(ctx.once, answer, ctx.now, session);
    await also?.(session);
    for (const batch of batches)
      for (const { definition, docs } of await batch) {
        seen.add(definition);
        made.set(definition, (made.get(definition) ?? 0) + docs.length);
        for (const part of chunks(docs)) await insertMany(ctx, definition, part, run, session);
      }
    const changes = (await beside?.(session)) ?? [];
    for (const part of chunks(changes)) {
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
          count > 0 ? [ofAll(ctx, definition, 'import', count, run)] : [],
        ),
        ...changed.map(([definition, all]) => ofAll(ctx, definition, all[0]?.action ?? 'update', all.length, run)),
      ],
      session,
    );
    return writtenIn(session);
  }).catch(error =>
    refuseDuplicate(
      error,
      [...seen].map(definition => ({ definition, action: 'import' })),
    ),
  );
  ctx.once = null;
  for (const listener of listeners) listener(told, ctx);
}

async function insertMany(ctx: Ctx, definition: Definition, docs: readonly Stored[], run: string, session: Session) {
  if (definition.person) await storeKeys(docs, session);
  await db().collection<Stored>(collectionOf(definition)).insertMany(docs, { session });
  await writeEvents(
    docs.map(insert => eventOf(ctx, { definition, action: 'import', insert, run, quiet: true }, insert)),
    session,
  );
}

/** The one row of work in bulk that the feed tells. */
const ofAll = (ctx: Ctx, definition: Definition, action: string, count: number, run: string): NewEvent => ({
  ...{ at: ctx.now, projectId: ctx.projectId, module: definition.code, entity: definition.name, entityId: null },
  ...{ action, actor: ctx.actor, before: null, after: { count }, version: 0, row: null, extra: { run, count }, run },
});

/** A loaded document as its change leaves it. */
function changedBy(ctx: Ctx, { update }: Change): Stored {
  if (!update) throw new Error('a change without a document');
  const { doc, set, inc = {}, keepVersion } = update;
  const counted = Object.fromEntries(Object.entries(inc).map(([name, by]) => [name, Number(doc[name] ?? 0) + by]));
  return { ...doc, ...set, ...counted, updatedAt: ctx.now, version: doc.version + (keepVersion ? 0 : 1) };
}

/** Changes many loaded documents with one command for each definition. */
async function rewrite(ctx: Ctx, changes: readonly Change[], session: Session): Promise<void> {
  for (const [definition, own] of Map.groupBy(changes, one => one.definition)) {
    const { matchedCount } = await db()
      .collection<Stored>(collectionOf(definition))
      .bulkWrite(
        own.flatMap(({ update }) =>
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
                    $set: { ...update.set, updatedAt: ctx.now },
                    $inc: { ...update.inc, ...(!update.keepVersion && { version: 1 }) },
                  } as object,
                },
              }
            : [],
        ),
        { session },
      );
    if (matchedCount < own.length) throw new Overtaken();
    for (const { update } of own) if (update) await noteRename(definition, update.doc, update.set, session);
  }
  for (const { also } of changes) await also?.(session);
}

/** What one command holds: documents of 48 MB at most, far from it. */
const BATCH = 1000;
/** A list in parts that one command holds. */
export const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH));

async function write(ctx: Ctx, { definition, insert, update }: Change, session: Session): Promise<Stored> {
  if (insert) {
    // The driver: values were checked at the edge, and building a mongoose document costs a third of the write.
    if (definition.person) await storeKeys([insert], session);
    await db().collection<Stored>(collectionOf(definition)).insertOne(insert, { session });
    return insert;
  }
  if (!update) throw new Error('a change without a document');
  const { doc, set, inc, keepVersion, while: condition } = update;
  const filter = {
    _id: doc._id,
    projectId: ctx.projectId,
    deletedAt: null,
    ...(keepVersion ? {} : { version: doc.version }),
    ...condition,
  };
  const after = await modelOf(definition)
    .findOneAndUpdate(
      filter,
      { $set: { ...set, updatedAt: ctx.now }, $inc: { ...inc, ...(keepVersion ? {} : { version: 1 }) } },
      { session, returnDocument: 'after', lean: true },
    )
    .exec();
  if (!after) throw new Overtaken();
  await noteRename(definition, doc, set, session);
  return after as Stored;
}

function eventOf(ctx: Ctx, change: Change, doc: Stored): NewEvent {
  const { definition, action, insert, update, extra, note, run, quiet } = change;
  const after = note ? note.after : visible(insert ?? update?.set ?? {});
  const before = note ? note.before : update ? pick(update.doc, Object.keys(after ?? {})) : null;
  return {
    at: ctx.now,
    projectId: ctx.projectId,
    module: definition.code,
    entity: definition.name,
    entityId: doc._id,
    action,
    actor: ctx.actor,
    before,
    after,
    version: doc.version,
    // The feed gets one row for all of an import.
    row: quiet && insert ? null : rowOf(definition, doc),
    ...(extra && { extra }),
    ...(run && { run }),
    ...(quiet && { quiet }),
  };
}

const pick = (doc: Stored, names: string[]) => Object.fromEntries(names.map(name => [name, doc[name] ?? null]));

function refuseDuplicate(error: unknown, changes: readonly Change[]): never {
  if (error instanceof KeyTaken || !(error instanceof MongoServerError) || error.code !== 11000) throw error;
  // Of many inserts at once the driver hands on the words of the database alone, which name the key.
  const named = /dup key: \{ projectId: "[^"]*", ([\w.]+):/.exec(error.message)?.[1];
  const path = Object.keys(error.keyPattern ?? {}).find(key => key !== 'projectId') ?? named ?? '';
  const field = path.split('.').at(-1) ?? path;
  const declared = changes.map(({ definition }) => definition.fields[field]).find(one => one !== undefined);
  const code = declared?.taken ?? 'ALREADY_EXISTS';
  if (declared) failFields({ [field]: { code } }, code);
  throw error;
}
