import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from '../database/database.ts';
import { rowOf, writeEvents } from './events.ts';
import type { Loaded, Where } from './records.ts';
import { modelOf, type Stored } from './schema.ts';

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

/** Updates all matching records, without event, version or modification time. */
export async function keepBeside<const D extends Definition>(
  definition: D,
  { projectId }: Readonly<{ projectId: string }>,
  where: Where<D>,
  { set, add, include }: Kept<D>,
  session: Session | null = null,
): Promise<void> {
  const own: object = { ...where, projectId };
  const change: object = {
    ...(set && { $set: set }),
    ...(add && { $inc: add }),
    ...(include && { $addToSet: include }),
  };
  await modelOf(definition).updateMany(own, change, { ...(session && { session }), timestamps: false });
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

/** Updates a record within a transaction and writes an event; `version` is given if it counts as a change. */
export async function insertBeside(
  ctx: Ctx,
  definition: Definition,
  doc: Stored,
  set: Readonly<Record<string, unknown>>,
  { action, session, version = doc.version }: { action: string; session: Session; version?: number },
): Promise<void> {
  const changed = version === doc.version ? set : { ...set, version, updatedAt: ctx.now };
  await modelOf(definition).updateOne({ _id: doc._id, projectId: ctx.projectId }, { $set: changed }, { session });
  await writeEvents(
    [
      {
        at: ctx.now,
        projectId: ctx.projectId,
        actor: ctx.actor,
        module: definition.code,
        entity: definition.name,
        entityId: doc._id,
        action,
        version,
        before: Object.fromEntries(Object.keys(set).map(name => [name, doc[name] ?? null])),
        after: set,
        row: rowOf(definition, { ...doc, ...set, version }),
      },
    ],
    session,
  );
}
