import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { readListState, tabOf, writeListState } from '@lobby/shared/kit/list-url.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { both, joinedQuery, toQuery } from '../../kit/records/lists/list.ts';
import { loadTotal } from '../../kit/records/lists/totals.ts';

/** Normalizes a list's URL to its known tab, filters and sort. */
export function listQuery(definition: Definition, text: string): string {
  return writeListState(
    new URLSearchParams(),
    readListState(new URLSearchParams(text), definition),
    definition,
  ).toString();
}

/** Converts a filter to the form lists accept. */
function asSent(filter: Filter): Record<string, unknown> {
  const sent = Object.entries(filter).map(([name, condition]) => [
    name,
    typeof condition !== 'object'
      ? condition
      : condition.in
        ? [...condition.in]
        : { from: condition.from, to: condition.to },
  ]);
  return Object.fromEntries(sent);
}

/** Number of records that a view shows to its reader; null if its filters are no longer valid. */
export async function loadCount(ctx: Ctx, definition: Definition, text: string): Promise<number | null> {
  const { tab, filter } = readListState(new URLSearchParams(text), definition, todayOf(ctx));
  const { tabs = {} } = definition.list;
  const read = filterSchema(definition).safeParse(asSent(filter));
  if (!read.success) return null;
  const within = tabs[tabOf(definition, tab, filter) ?? ''] ?? {};
  // The schema returns plain lists in place of `in`, which the query accepts.
  const query = await joinedQuery(definition, read.data, ctx, await loadScope(ctx, definition));
  return loadTotal(definition, both(toQuery(definition, within, ctx), query), ctx.actor.id);
}
