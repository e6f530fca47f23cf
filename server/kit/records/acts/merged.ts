import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Merged, merges } from '@lobby/shared/kit/merged.ts';
import type { Ctx } from '../../base/context.ts';
import { fail } from '../../base/errors.ts';
import { type Loaded, records } from '../../store/records.ts';
import type { Stored } from '../../store/schema.ts';
import { load, loadScope } from './act.ts';
import { lastChange } from './last-change.ts';

/** Maximum number of successive merges that an old id is followed through. */
const MOST_STEPS = 20;

/** The removed record of an id, if it was merged into another. */
const findMerged = (ctx: Ctx, definition: Definition, id: string): Promise<Stored | null> =>
  records(definition)
    .withRemoved()
    .first(ctx, { _id: id, deletedAt: { $ne: null }, mergedIntoId: { $ne: null } });

/** The id that a record has now: its own, or that of the record it was merged into. */
export async function currentId(ctx: Ctx, definition: Definition, id: string): Promise<string> {
  let at = id;
  for (let step = 0; step < MOST_STEPS; step++) {
    const doc = await findMerged(ctx, definition, at);
    if (!doc) break;
    at = String(doc.mergedIntoId);
  }
  return at;
}

/** What a record became that was merged, if the reader may see both; who merged it is told to staff alone. */
async function findKept(ctx: Ctx, definition: Definition, id: string): Promise<Merged | null> {
  const scope = await loadScope(ctx, definition);
  const gone = await records(definition)
    .withRemoved()
    .first(ctx, { ...scope, _id: id });
  const current = gone && (await currentId(ctx, definition, id));
  const target = current && current !== id && (await records(definition).first(ctx, { ...scope, _id: current }));
  if (!target) return null;
  const { by, at } = await lastChange(definition, gone, false);
  const actor = by as { name?: string } | null;
  return {
    id: target._id,
    title: String((target as Stored)[definition.title] ?? ''),
    by: ctx.kind === 'staff' ? (actor?.name ?? null) : null,
    at: at instanceof Date ? at.toISOString() : null,
  };
}

/** `load` for who opens a record: the refusal of one that was merged names what it became. */
export async function loadOpened<const D extends Definition>(ctx: Ctx, definition: D, id: string): Promise<Loaded<D>> {
  try {
    return await load(ctx, definition, id);
  } catch (error) {
    const merged = merges(definition) && (await findKept(ctx, definition, id));
    if (merged) fail(definition.missingCode ?? 'NOT_FOUND', { merged });
    throw error;
  }
}
