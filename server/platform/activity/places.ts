import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { opensAt } from '@lobby/shared/modules/menu.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { type AnyDoc, fieldOf, records } from '../../kit/store/records.ts';
import { targetOf } from '../../kit/store/refs/refs.ts';
import { sightQuery } from '../../kit/store/row-access.ts';

/** A record with a page. */
export const placeSchema = z.object({ entity: z.string(), id: z.string() });
type Place = z.infer<typeof placeSchema>;
export type Places = ReadonlyMap<string, Place>;

/** Loads where the records of rows are opened, for those that the caller sees. */
export async function loadPlaces(ctx: Ctx, rows: readonly EventRow[]): Promise<Places> {
  const places = new Map<string, Place>();
  for (const [entity, group] of Map.groupBy(rows, row => row.entity)) {
    const definition = MODULES.find(module => module.name === entity);
    const ids = [...new Set(group.flatMap(({ entityId }) => entityId ?? []))];
    if (!definition || ids.length === 0) continue;
    const docs = await records<Definition>(definition)
      .withRemoved()
      .find(ctx, { $and: [{ _id: { $in: ids } }, sightQuery(definition, ctx)] });
    for (const doc of docs) {
      const place = placeOf(definition, doc);
      if (place) places.set(doc._id, place);
    }
  }
  return places;
}

/** The page of a record; for one without a page that of the first record it points at. The address of a merged record leads to what it became. */
function placeOf(definition: Definition, doc: AnyDoc): Place | null {
  const isMerged = typeof fieldOf(doc, 'mergedIntoId') === 'string';
  if (doc.deletedAt && !isMerged) return null;
  if (opensAt(definition)) return { entity: definition.name, id: doc._id };
  for (const [name, field] of Object.entries(definition.fields)) {
    const id = fieldOf(doc, name);
    if (field.kind === 'ref' && typeof id === 'string' && opensAt(targetOf(field.to))) return { entity: field.to, id };
  }
  return null;
}
