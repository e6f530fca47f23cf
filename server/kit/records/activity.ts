import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { type Route, route } from '../http/route.ts';
import { holdKeys } from '../privacy/person-keys.ts';
import { type EventRow, events } from '../store/events.ts';
import { mayName } from '../store/refs/refs.ts';
import { load } from './acts/act.ts';
import { presentChange, type Reader } from './present.ts';

/** An activity entry is an event row (api.md): who, when, what, before and after. */
export const activitySchema = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), name: z.string() }),
  module: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  version: z.int(),
});

/** Presents an event row as an activity entry. */
export function activityOf(
  definition: Pick<Definition, 'fields'>,
  row: EventRow,
  reader: Reader,
): z.infer<typeof activitySchema> {
  return {
    id: row._id,
    at: row.at.toISOString(),
    actor: row.actor,
    module: row.module,
    entity: row.entity,
    entityId: row.entityId,
    action: row.action,
    before: presentChange(definition, row.projectId, row.before, reader),
    after: presentChange(definition, row.projectId, row.after, reader),
    version: row.version,
  };
}

/** Parts of event rows that hold record values. */
export const valuesIn = (rows: readonly EventRow[]) => rows.flatMap(({ before, after, row }) => [before, after, row]);

/** A row without references that the caller may not see by name. */
function withoutUnnamed(ctx: Ctx, { fields }: Definition, row: EventRow): EventRow {
  const namedOnly = (values: EventRow['after']) =>
    values &&
    Object.fromEntries(
      Object.entries(values).filter(([name]) => {
        const field = fields[name];
        return !field || mayName(ctx, field);
      }),
    );
  return { ...row, before: namedOnly(row.before), after: namedOnly(row.after) };
}

/** `GET /:id/activities`: newest first. */
export function activityRoute(definition: Definition): Route {
  return route({
    method: 'get',
    path: `${definition.path}/:id/activities`,
    summary: `What was done to a ${definition.name}`,
    module: definition.code,
    flags: ['read'],
    params: () => z.strictObject({ id: idSchema }),
    query: () => z.strictObject(paging),
    answer: () => z.array(activitySchema),
    async run(ctx, { params, query, res }) {
      await load(ctx, definition, params.id);
      const { name: entity, follows = [] } = definition;
      const listed = follows.length > 0 && { action: { $nin: [...follows] } };
      const filter = { projectId: ctx.projectId, entityId: params.id, entity, ...listed };
      const offset = (query.page - 1) * query.limit;
      const [rows, total] = await Promise.all([
        events().find(filter).sort({ ts: -1 }).skip(offset).limit(query.limit).maxTimeMS(2000).toArray(),
        events().countDocuments(filter, { maxTimeMS: 2000 }),
      ]);
      res.set('Content-Range', contentRange(offset, rows.length, total));
      await holdKeys(valuesIn(rows));
      return rows.map(row => activityOf(definition, withoutUnnamed(ctx, definition, row), 'staff'));
    },
  });
}
