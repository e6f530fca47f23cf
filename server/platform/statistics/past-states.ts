import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { events } from '../../kit/store/events.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { sightQuery } from '../../kit/store/row-access.ts';

const MOST = 300_000;
const SLOW_MS = 10_000;

/**
 * States of a definition's records at some instants, latest first: the current record with later changes reverted by its
 * history. Only the named fields are known. Removed records count until their removal.
 */
export async function* pastStates(
  ctx: Ctx,
  definition: Definition,
  fields: readonly string[],
  moments: readonly Date[],
): AsyncGenerator<{ at: Date; states: AnyDoc[] }> {
  const times = moments.toSorted((a, b) => b.getTime() - a.getTime());
  const first = times.at(-1);
  if (!first) return;
  const { projectId } = ctx;
  const docs = await records(definition)
    .withRemoved()
    .find(
      ctx,
      { $and: [{ $or: [{ deletedAt: null }, { deletedAt: { $gte: first } }] }, sightOf(ctx, definition)] },
      { only: [...fields, 'createdAt', 'deletedAt'], limit: MOST, patience: SLOW_MS },
    );
  const states = new Map(docs.map(doc => [doc._id, { ...doc }]));
  const wanted = Object.fromEntries(fields.map(name => [`before.${name}`, 1]));
  const changes = events()
    .find(
      { projectId, module: definition.code, entity: definition.name, at: { $gte: first }, before: { $ne: null } },
      { projection: { at: 1, entityId: 1, action: 1, ...wanted }, maxTimeMS: SLOW_MS },
    )
    .sort({ at: -1, _id: -1 });
  let next = await changes.next();
  for (const at of times) {
    for (; next && next.at >= at; next = await changes.next()) {
      const state = states.get(next.entityId ?? '');
      if (state) Object.assign(state, next.before);
    }
    yield {
      at,
      states: [...states.values()].filter(state => state.createdAt < at && !(state.deletedAt && state.deletedAt < at)),
    };
  }
  await changes.close();
}

/** Filter for the records visible to the caller. */
export const sightOf = (ctx: Ctx, definition: Definition): Record<string, unknown> => sightQuery(definition, ctx);
