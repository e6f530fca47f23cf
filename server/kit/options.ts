import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import { readerOf, scopeOf } from './act.ts';
import type { Ctx } from './context.ts';
import { filterSchema, joinedQuery } from './list.ts';
import { modelOf, type Stored } from './model.ts';
import type { Reader } from './present.ts';
import { many } from './query.ts';
import { loadRefs, targetOf } from './refs.ts';
import { type Route, route } from './route.ts';

/** `GET /options`: the lists behind selects, and the names behind ids. */
export function optionsRoute(definition: Definition): Route {
  return route({
    method: 'get',
    path: `${definition.path}/options`,
    summary: `Names of ${definition.name}s, for selects and links`,
    module: definition.code,
    // Whoever may read a module that refers to it: decided by the edge, from the definitions.
    flags: ['read'],
    residents: definition.resident !== undefined,
    query: z.strictObject({
      q: z.string().max(200).optional(),
      ids: many(idSchema).optional(),
      filter: filterSchema(definition).optional(),
    }),
    answer: z.array(z.object({ id: idSchema, name: z.string(), code: z.string().nullable() }).loose()),
    async run(ctx, { query }) {
      const scope = await scopeOf(ctx, definition);
      const filter = await joinedQuery(definition, { ...(query.filter as Filter), q: query.q }, ctx, {
        ...scope,
        ...(query.ids && { _id: { $in: query.ids } }),
      });
      const sort = definition.list.defaultSort.replace('-', '');
      // Both keys one way, as the index has them.
      const down = definition.list.defaultSort.startsWith('-') ? -1 : 1;
      const docs = await modelOf(definition)
        .find(filter)
        .sort({ [sort]: down, _id: down })
        .limit(query.ids ? 200 : 100)
        .maxTimeMS(2000)
        .lean<Stored[]>();
      const parents = await namesAbove(ctx, definition, docs);
      return docs.map(doc => optionOf(definition, doc, readerOf(ctx), parents(doc)));
    },
  });
}

/** Kinds of what a select groups, colours or narrows by. */
const NARROWING: ReadonlySet<string> = new Set(['choice', 'flag', 'ref', 'refs']);

/** What records of the same name are told apart by: the fifth floor is one of each block. */
async function namesAbove(ctx: Ctx, { fields, title }: Definition, docs: readonly Stored[]) {
  const unique = fields[title]?.unique;
  const within = typeof unique === 'object' ? unique.within : '';
  const field = fields[within];
  if (field?.kind !== 'ref') return () => null;
  const target = targetOf(field.to);
  const above = await loadRefs(
    ctx.projectId,
    target,
    docs.map(doc => String(doc[within])),
  );
  return (doc: Stored) => String(above.get(String(doc[within]))?.[target.title] ?? '') || null;
}

/** A record's name for selects: never anything personal. */
function optionOf(definition: Definition, doc: Stored, reader: Reader, above: string | null): Record<string, unknown> {
  const option: Record<string, unknown> = {
    id: doc._id,
    name: String(doc[definition.title] ?? ''),
    code: typeof doc.code === 'string' ? doc.code : above,
  };
  for (const [name, field] of Object.entries(definition.fields))
    if (
      !field.personal &&
      !(field.staffOnly && reader === 'resident') &&
      (NARROWING.has(field.kind) || name === 'shortName')
    )
      option[name] = doc[name] ?? null;
  return option;
}
