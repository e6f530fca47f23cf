import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { readListState, tabOf, writeListState } from '@lobby/shared/kit/list-url.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadScope } from '../../kit/records/act.ts';
import { both, filterSchema, joinedQuery, toQuery } from '../../kit/records/list.ts';
import { loadTotal } from '../../kit/records/totals.ts';

/** The address of a list with only what the list knows in it: its tab, filters and order. */
export function listQuery(definition: Definition, text: string): string {
  return writeListState(
    new URLSearchParams(),
    readListState(new URLSearchParams(text), definition),
    definition,
  ).toString();
}

/** A filter as lists take it. */
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

/** How many records a view shows its reader; null where its filters are no longer those of the list. */
export async function loadCount(ctx: Ctx, definition: Definition, text: string): Promise<number | null> {
  const { tab, filter } = readListState(new URLSearchParams(text), definition, dayOf(ctx.now, ctx.project.timeZone));
  const { tabs = {} } = definition.list;
  const read = filterSchema(definition).safeParse(asSent(filter));
  if (!read.success) return null;
  const within = tabs[tabOf(definition, tab, filter) ?? ''] ?? {};
  // The schema's output is a filter with plain lists in place of `in`, which is what a query is made of.
  const own = await joinedQuery(definition, read.data as Filter, ctx, await loadScope(ctx, definition));
  return loadTotal(definition, both(toQuery(definition, within, ctx), own), ctx.actor.id);
}
