import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';
import { assertVisible, isShown, loadScope } from '../acts/act.ts';
import { both, joinedQuery, toQuery } from './list.ts';
import type { Query } from './scans.ts';
import { loadTotal } from './totals.ts';

const counted = z
  .object({ total: z.int(), tabs: z.record(z.string(), z.int()), marks: z.record(z.string(), z.int()) })
  .loose();

/** `GET /count-badges`: the badge, and the list's tabs and marks under a filter. */
export function countsRoute(definition: Definition): Route {
  const { tabs = {}, marks = {} } = definition.list;
  return route({
    method: 'get',
    path: `${definition.path}/count-badges`,
    summary: `Counts of ${definition.name}s: badge, tabs, marks`,
    module: definition.code,
    flags: ['read'],
    residents: definition.resident !== undefined,
    query: () => z.strictObject({ filter: filterSchema(definition).default({}) }),
    answer: counted,
    async run(ctx, { query }) {
      const scope = await loadScope(ctx, definition);
      const filtered = await joinedQuery(definition, query.filter, ctx, scope);
      // Fields by which tabs differ are ignored in the filter, because each tab sets them itself.
      const apart = new Set(['status', ...Object.values(tabs).flatMap(Object.keys)]);
      const beside = Object.fromEntries(Object.entries(filtered).filter(([name]) => !apart.has(name)));
      const count = (filter: Filter, base: Query) =>
        loadTotal(definition, both(base, toQuery(definition, filter, ctx)), ctx.actor.id);
      assertVisible(ctx, definition, Object.keys(query.filter));
      const each = async (named: Readonly<Record<string, Filter>>, base: Query) => {
        const shown = Object.entries(named).filter(([, filter]) =>
          Object.keys(filter).every(name => isShown(ctx, definition, name)),
        );
        return Object.fromEntries(
          await Promise.all(shown.map(async ([name, filter]) => [name, await count(filter, base)])),
        );
      };
      return {
        total: await loadTotal(definition, filtered, ctx.actor.id),
        tabs: await each(tabs, beside as Query),
        marks: await each(marks, filtered),
        ...(definition.badge && {
          [definition.badge.name]: await count(definition.badge.filter, toQuery(definition, {}, ctx, scope)),
        }),
      };
    },
  });
}
