import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { db, type Session } from '../database/database.ts';
import { timesOf, writeEvents } from './events.ts';
import type { Loaded, Where } from './records.ts';
import { eventOf, VersionConflict } from './save.ts';
import { assertFields, collectionOf, modelOf, type Stored } from './schema.ts';

// Values stored with records that are no changes of them: figures counted from others, marks, time of a call. They are
// written without `save`, so no rule checks them, and they must not include fields that are searched, sorted by title or
// unique.

interface Kept<D extends Definition> {
  set?: Partial<Loaded<D>>;
  /** Increments numbers. */
  add?: Partial<Record<keyof Loaded<D>, number>>;
  /** Adds to lists, without duplicates. */
  include?: Partial<Record<keyof Loaded<D>, string>>;
}

/** Updates all matching records, without event, version or modification time; returns their number. */
export async function keepBeside<const D extends Definition>(
  definition: D,
  { projectId }: Readonly<{ projectId: string }>,
  where: Where<D>,
  { set, add, include }: Kept<D>,
  session: Session | null = null,
): Promise<number> {
  const filter: object = { ...where, projectId };
  const change: object = {
    ...(set && { $set: set }),
    ...(add && { $inc: add }),
    ...(include && { $addToSet: include }),
  };
  const { matchedCount } = await modelOf(definition).updateMany(filter, change, {
    ...(session && { session }),
    timestamps: false,
  });
  return matchedCount;
}

/** Updates each record with its own values, in one call. */
export async function keepEachBeside<const D extends Definition>(
  definition: D,
  all: readonly { doc: Pick<Stored, '_id' | 'projectId'>; set: Partial<Loaded<D>> }[],
  session: Session,
): Promise<void> {
  const updates = all.map(({ doc: { _id, projectId }, set }) => ({
    updateOne: { filter: { _id, projectId }, update: { $set: set as Partial<Stored> } },
  }));
  if (updates.length > 0) await modelOf(definition).bulkWrite(updates, { session });
}

/** Inserts records that are part of another, in its transaction and without events: who shows them follows the events of the other. */
export async function insertBeside<const D extends Definition>(
  definition: D,
  docs: readonly Loaded<D>[],
  session: Session,
): Promise<void> {
  for (const doc of docs) assertFields(definition, Object.keys(doc));
  if (docs.length > 0)
    await db()
      .collection<Stored>(collectionOf(definition))
      .insertMany([...docs], { session });
}

interface Told<D extends Definition> {
  action: string;
  session: Session;
  /** Increments numbers that the event does not tell of. */
  add?: Kept<D>['add'];
  /** Whether it is a change of the record: raises its version, and moves its time. */
  isChange?: boolean;
}

/** Updates a record in the transaction of another that it follows from, in which it was read, and writes an event. */
export async function updateBeside<const D extends Definition>(
  ctx: Ctx,
  definition: D,
  doc: Loaded<D>,
  set: Partial<Loaded<D>>,
  { action, session, add, isChange = false }: Told<D>,
): Promise<void> {
  const stored: Stored = doc;
  const values: Readonly<Record<string, unknown>> = set;
  const moved = isChange
    ? { version: doc.version + 1, ...timesOf(definition, stored, Object.keys(values), ctx.now) }
    : {};
  const { matchedCount } = await modelOf(definition).updateOne(
    { _id: doc._id, projectId: ctx.projectId, version: doc.version },
    { $set: { ...values, ...moved }, ...(add && { $inc: add as Record<string, number> }) },
    { session, timestamps: false },
  );
  if (matchedCount === 0) throw new VersionConflict();
  const change = { definition, action, update: { doc: stored, set: values } };
  await writeEvents([eventOf(ctx, change, { ...stored, ...values, ...moved })], session);
}
