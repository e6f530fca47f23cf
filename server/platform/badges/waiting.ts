import { answers, type Definition, type Filter } from '@lobby/shared/kit/definition.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { scopeOf } from '../../kit/records/act.ts';
import { toQuery } from '../../kit/records/list.ts';
import { totalOf } from '../../kit/records/totals.ts';

const line = z.object({
  entity: z.string(),
  mark: z.string(),
  count: z.int(),
  /** The address of the list that shows them, after its route. */
  query: z.string(),
});
type Line = z.infer<typeof line>;

/** The tab of a list that holds all records; null where it has no tabs. */
const wholeTab = ({ list: { tabs = {} } }: Definition): string | null =>
  Object.entries(tabs).find(([, filter]) => Object.keys(filter).length === 0)?.[0] ?? null;

/** What one asked of others waits for them. */
const OF_OTHERS: ReadonlySet<string> = new Set(['made']);

/** What of a definition's marks waits for the caller. */
async function marksOf(ctx: Ctx, definition: Definition): Promise<Line[]> {
  const scope = await scopeOf(ctx, definition);
  const { marks = {}, defaultSort: sort } = definition.list;
  return Promise.all(
    Object.entries(marks)
      .filter(([mark]) => !OF_OTHERS.has(mark))
      .map(async ([mark, filter]: [string, Filter]) => {
        const state = { tab: wholeTab(definition), filter, sort };
        return {
          entity: definition.name,
          mark,
          count: await totalOf(definition, toQuery(definition, filter, ctx, scope), ctx.actor.id),
          query: writeListState(new URLSearchParams(), state, definition).toString(),
        };
      }),
  );
}

/** What waits in the project, for the page at which somebody begins to work. */
export const waitingRoutes: Route[] = [
  route({
    method: 'get',
    path: '/waiting',
    summary:
      'What waits for the caller, by module and mark (mine, overdue, unassigned); what there is none of is left out',
    module: 'UNIT_GROUP',
    answer: z.array(line),
    async run(ctx) {
      const open = MODULES.filter(one => one.route && answers(one, 'list') && can(ctx, one.code, 'read'));
      const all = await Promise.all(open.map(one => marksOf(ctx, one)));
      return all.flat().filter(({ count }) => count > 0);
    },
  }),
];
