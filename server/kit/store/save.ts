import { setTimeout as wait } from 'node:timers/promises';
import type { Definition, Unique } from '@lobby/shared/kit/definition.ts';
import { MongoServerError } from 'mongodb';
import type { Actor, Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { db, type Session, transaction, watchTransactions } from '../database/database.ts';
import { storeKeys } from '../privacy/person-keys.ts';
import {
  beginWritten,
  type EventRow,
  type NewEvent,
  rowOf,
  timesOf,
  visible,
  writeEvents,
  writtenIn,
} from './events.ts';
import { holdRemoved, holdRestored, holdUsed, type Use, usesOf, withShard } from './guards.ts';
import { KeyTaken, takeKey } from './idempotency.ts';
import { noteRename, withSearchKeys } from './keys/rebuild-keys.ts';
import type { Loaded } from './records.ts';
import { assertNoCycle } from './refs/tree-cycles.ts';
import { assertFields, collectionOf, modelOf, type Stored } from './schema.ts';

/** A change of one document, and its event. */
export interface Change {
  definition: Definition;
  action: string;
  /** A new document, or the change of a loaded one. */
  insert?: Stored;
  update?: Update;
  /** Additional data of the event, such as a message. */
  extra?: Record<string, unknown>;
  /** Shown in the activity instead of the changed fields. */
  note?: { before: Record<string, unknown> | null; after: Record<string, unknown> | null };
  run?: string;
  quiet?: boolean;
  /** Writes no event, and changes neither version nor modification time (domain.md, ruling 38). */
  untold?: boolean;
  /**
   * Lock keys that must not be changed concurrently: a transaction that calls `lockAgainst` on one of them conflicts with
   * this one.
   */
  holds?: readonly string[];
  /** First statements of the transaction, such as numbering the new document. */
  first?: (session: Session) => Promise<void>;
  /** Further statements of the transaction, in sequence. */
  also?: (session: Session) => Promise<void>;
  /** The actor, if it is not the caller. */
  by?: Actor;
}

export interface Update {
  doc: Stored;
  set: Record<string, unknown>;
  inc?: Record<string, number>;
  /** Keeps the version and ignores concurrent changes of the document (such as counting a message). */
  keepVersion?: boolean;
  /** Conditions on the stored document, used instead of the version. */
  while?: Record<string, unknown>;
}

/** The document was changed since it was loaded. */
export class VersionConflict extends Error {}

/** Ends a dry run; holds what would have been saved. */
export class Tried extends Error {
  readonly changes: readonly Change[];
  readonly docs: readonly Stored[];

  constructor(changes: readonly Change[], docs: readonly Stored[]) {
    super('a trial');
    this.changes = changes;
    this.docs = docs;
  }
}

/**
 * Dry run: does something, with all checks, up to the end of its first transaction, and rolls it back. Returns what would
 * have been saved.
 */
export async function tryOut(ctx: Ctx, run: (ctx: Ctx) => Promise<unknown>): Promise<Tried> {
  try {
    await run({ ...ctx, once: null, trial: true });
  } catch (error) {
    if (error instanceof Tried) return error;
    throw error;
  }
  throw new Error('what was tried saves nothing');
}

/** Limit of attempts on a document that others keep changing, and of the pause between them in ms. */
const MOST_ATTEMPTS = 30;
const LONGEST_PAUSE = 100;

/** Pauses before a further attempt, the longer the more there were. */
export const backOff = (attempts: number): Promise<void> =>
  wait(Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempts));

/** Runs an attempt, which must load what it changes, until it meets no conflict; 503 after the last one. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; n <= MOST_ATTEMPTS; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      await backOff(n);
    }
  }
  return fail('DATABASE_UNAVAILABLE');
}

type Listener = (rows: readonly EventRow[]) => void;
const listeners = new Set<Listener>();

/**
 * Calls back after each commit of this server, before the answer is sent, so that caches become stale. Returns a function to
 * unsubscribe.
 */
export function onCommit(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The only way a document changes: documents and their event rows in one durable transaction (domain.md 6). Returns the
 * documents after the change. Throws `VersionConflict` if a loaded version is no longer the stored one.
 */
export async function save<const D extends Definition>(
  ctx: Ctx,
  given: readonly [Change & { definition: D }, ...Change[]],
  answer?: unknown,
): Promise<[Loaded<D>, ...Stored[]]>;
export async function save(ctx: Ctx, given: readonly Change[], answer?: unknown): Promise<Stored[]>;
export async function save(ctx: Ctx, drafts: readonly Change[], answer?: unknown): Promise<Stored[]> {
  const changes = await withSearchKeys(ctx.projectId, drafts);
  const attempt = (shard: number) => async (session: Session) => {
    for (const { first } of changes) await first?.(session);
    if (ctx.once) await takeKey(ctx.once, answer ?? null, ctx.now, session);
    await holdTargets(changes, shard, session);
    const docs: Stored[] = [];
    const rows: NewEvent[] = [];
    for (const change of changes) {
      const doc = await write(ctx, change, session);
      docs.push(doc);
      if (!change.untold) rows.push(eventOf(ctx, change, doc));
      await change.also?.(session);
    }
    const events = await writeEvents(rows, session);
    if (ctx.trial) throw new Tried(changes, docs);
    return { docs, quiet: events.filter(({ quiet }) => quiet) };
  };
  const done = await withShard(shard => transaction(attempt(shard))).catch(error => throwDuplicate(error, changes));
  ctx.once = null;
  // This server's own quiet rows are announced too; only the feed skips them.
  announceCommit(done.quiet);
  return done.docs;
}

/** Tells the listeners of this server what was committed. */
function announceCommit(rows: readonly EventRow[]): void {
  if (rows.length > 0) for (const listener of listeners) listener(rows);
}
watchTransactions({ begun: beginWritten, committed: session => announceCommit(writtenIn(session)) });

/** Locks records that the changes begin to refer to or remove, until the transaction ends. */
export async function holdTargets(changes: readonly Change[], shard: number, session: Session): Promise<void> {
  const uses: Use[] = [];
  const gone: string[] = [];
  const returned: string[] = [];
  const made = new Set<string>();
  for (const { definition, insert, update, holds = [] } of changes) {
    for (const id of holds) uses.push({ id, field: '' });
    if (insert) {
      made.add(insert._id);
      uses.push(...usesOf(definition.fields, insert));
    }
    if (!update) continue;
    const { doc, set } = update;
    const back = set.deletedAt === null;
    if (back) returned.push(doc._id);
    if (set.deletedAt) gone.push(doc._id);
    else if (back) uses.push(...usesOf(definition.fields, { ...doc, ...set }));
    else uses.push(...usesOf(definition.fields, set, doc));
  }
  if (returned.length > 0) await holdRestored(returned, session);
  await holdUsed(uses, made, shard, session);
  if (gone.length > 0) await holdRemoved(gone, session);
}

async function write(ctx: Ctx, { definition, insert, update, untold }: Change, session: Session): Promise<Stored> {
  if (insert) {
    // Uses the driver: values were validated on input, and creating a mongoose document costs a third of the write.
    assertFields(definition, Object.keys(insert));
    if (definition.person) await storeKeys([insert], session);
    await db().collection<Stored>(collectionOf(definition)).insertOne(insert, { session });
    return insert;
  }
  if (!update) throw new Error('a change without a document');
  const { doc, set, inc, while: condition } = update;
  const keepVersion = update.keepVersion || untold;
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
      {
        $set: { ...set, ...(!untold && timesOf(definition, doc, Object.keys({ ...set, ...inc }), ctx.now)) },
        $inc: { ...inc, ...(keepVersion ? {} : { version: 1 }) },
      },
      { session, returnDocument: 'after', lean: true },
    )
    .exec();
  if (!after) throw new VersionConflict();
  await noteRename(definition, doc, set, session);
  await assertNoCycle(definition, doc, set, session);
  return after as Stored;
}

export function eventOf(ctx: Ctx, change: Change, doc: Stored): NewEvent {
  const { definition, action, insert, update, extra, note, run, quiet, by = ctx.actor } = change;
  const after = note ? note.after : visible(insert ?? update?.set ?? {});
  const before = note ? note.before : update ? pick(update.doc, Object.keys(after ?? {})) : null;
  return {
    at: ctx.now,
    projectId: ctx.projectId,
    module: definition.code,
    entity: definition.name,
    entityId: doc._id,
    action,
    actor: by,
    before,
    after,
    version: doc.version,
    // The feed gets one row for the whole import.
    row: quiet && insert ? null : rowOf(definition, doc),
    ...(extra && { extra }),
    ...(run && { run }),
    ...(quiet && { quiet }),
  };
}

const pick = (doc: Stored, names: string[]) => Object.fromEntries(names.map(name => [name, doc[name] ?? null]));

/** Turns a duplicate key error into a refusal at its field. */
export function throwDuplicate(error: unknown, changes: readonly Change[]): never {
  if (error instanceof KeyTaken || !(error instanceof MongoServerError) || error.code !== 11000) throw error;
  const together = uniqueBehind(error, changes);
  if (together) {
    const { fields, code = 'ALREADY_EXISTS', field = String(fields.at(-1)) } = together;
    failFields({ [field]: { code } }, code);
  }
  // For bulk inserts the driver passes on only the database's message, which names the key.
  const named = /dup key: \{ projectId: "[^"]*", ([\w.]+):/.exec(error.message)?.[1];
  const path = Object.keys(error.keyPattern ?? {}).find(key => key !== 'projectId') ?? named ?? '';
  const field = path.split('.').at(-1) ?? path;
  const declared = changes.map(({ definition }) => definition.fields[field]).find(part => part !== undefined);
  const code = declared?.taken ?? 'ALREADY_EXISTS';
  if (declared) failFields({ [declared.blames ?? field]: { code } }, code);
  throw error;
}

/** The uniqueness rule over several fields that was violated. */
function uniqueBehind({ keyPattern, message }: MongoServerError, changes: readonly Change[]): Unique | undefined {
  const [, named = ''] = /index: (unique_\w+)/.exec(message) ?? [];
  const key = keyPattern ? Object.keys(keyPattern).slice(1) : named.split('_').slice(1);
  return changes
    .flatMap(({ definition }) => definition.unique ?? [])
    .find(({ fields }) => fields.length === key.length && fields.every((name, n) => name === key[n]));
}
