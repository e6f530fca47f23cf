import { addDays, type Day, startOfDay } from '@lobby/shared/kit/dates.ts';
import { answers, type Definition, type Filter, type Wait } from '@lobby/shared/kit/definition.ts';
import { type Trade, URGENCIES } from '@lobby/shared/kit/home.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import { type waitingLine, waitingWork } from '@lobby/shared/modules/home.contract.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { detailFlag, loadScope } from '../../kit/records/acts/act.ts';
import { both, toQuery } from '../../kit/records/lists/list.ts';
import type { Query } from '../../kit/records/lists/scans.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/lists/totals.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { calledAs, loadPeople } from '../search/identification.ts';
import { inPatience, PATIENCE_MS } from './patience.ts';
import { tradeOf } from './trade.ts';

/** Records listed per kind of waiting work; the others are in the list. */
const NAMED = 4;
/** Units and people named in a summary line. */
const TOLD = 3;

/** After every day and instant. */
const NEVER = '9';

type Line = z.infer<typeof waitingLine>;

/** Tab of a list with all records; null without tabs. */
const wholeTab = ({ list: { tabs = {} } }: Definition): string | null =>
  Object.entries(tabs).find(([, filter]) => Object.keys(filter).length === 0)?.[0] ?? null;

/** Condition for waits by due day: due by the end of today, or earlier. */
function dueBy(definition: Definition, { by = '', dueToday }: Wait, today: Day, ctx: Ctx): Record<string, unknown> {
  if (!dueToday) return {};
  const { timeZone } = ctx.project;
  return definition.fields[by]?.kind === 'date'
    ? { [by]: { $ne: null, $lte: today } }
    : { [by]: { $ne: null, $lt: startOfDay(addDays(today, 1), timeZone) } };
}

const written = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null;

const ordered = ({ list: { waits = {} } }: Definition) =>
  Object.entries(waits).toSorted(([, a], [, b]) => URGENCIES.indexOf(a.as) - URGENCIES.indexOf(b.as));

/** Records of a definition that wait for the caller, each once under its most urgent wait. */
async function loadWaits(ctx: Ctx, definition: Definition, trade: Trade): Promise<Line[]> {
  const scope = await loadScope(ctx, definition);
  const today = todayOf(ctx);
  const { defaultSort: sort, filters } = definition.list;
  const before: Query[] = [];
  const waits = ordered(definition).flatMap(([wait, one]) => {
    if (!can(ctx, definition.code, one.flag ?? 'read') || one.trades?.includes(trade) === false) return [];
    const matching = both(toQuery(definition, one.where, ctx, scope), {
      projectId: ctx.projectId,
      ...dueBy(definition, one, today, ctx),
    });
    const query: Query = before.length > 0 ? { ...matching, $nor: [...before] } : matching;
    before.push(matching);
    return [{ wait, one, query }];
  });
  const lines = await Promise.all(
    waits.map(async ({ wait, one, query }): Promise<Line | null> => {
      const count = await loadTotal(definition, query, EVERY_WRITE);
      if (count === 0) return null;
      const { as, does, by, dueToday, first } = one;
      const each = one.each && (trade !== 'manager' || count === 1);
      const pressing = first ? toQuery(definition, first, ctx, scope) : null;
      const due: Filter = dueToday && by && filters.includes(by) ? { [by]: { to: today } } : {};
      const state = { tab: wholeTab(definition), filter: { ...one.where, ...due }, sort };
      const [docs, sum] = await Promise.all([
        loadFirst(definition, query, { by, pressing, limit: each ? NAMED : TOLD }),
        loadSum(definition, query, one),
      ]);
      const [called, people] = await Promise.all([
        calledAs(ctx, definition, docs),
        each ? loadPeople(ctx, definition, docs) : new Map(),
      ]);
      return {
        entity: definition.name,
        wait,
        as,
        does,
        due: as === 'overdue' || as === 'soon' || dueToday === true,
        count,
        sum,
        at: by ? (docs.flatMap(doc => written(doc[by]) ?? []).toSorted()[0] ?? null) : null,
        told: each ? [] : [...new Set(called.map(({ note, title }) => note || title))],
        records: each
          ? called.map((record, n) => ({
              ...record,
              at: by ? written(docs[n]?.[by]) : null,
              look: lookOf(definition, record.status),
              person: people.get(record.id) ?? null,
            }))
          : [],
        query: writeListState(new URLSearchParams(), state, definition).toString(),
      };
    }),
  );
  return lines.filter(line => line !== null);
}

function lookOf({ statuses }: Definition, status: string | null) {
  const found = status === null ? undefined : statuses?.[status];
  return found ? { tone: found.tone, icon: found.icon } : null;
}

interface Sought {
  by: string | undefined;
  /** Filter of records listed before older ones. */
  pressing: Query | null;
  limit: number;
}

/** The oldest waiting records, after the urgent ones. */
async function loadFirst(definition: Definition, query: Query, { by, pressing, limit }: Sought): Promise<AnyDoc[]> {
  const oldest = (of: Query, most: number): Promise<AnyDoc[]> =>
    records(definition).find(of, of, {
      sort: by ? { [by]: 1, _id: 1 } : { _id: 1 },
      limit: most,
      patience: PATIENCE_MS,
    });
  if (!pressing) return oldest(query, limit);
  const found = await oldest(both(query, pressing), limit);
  return found.length === limit
    ? found
    : [
        ...found,
        ...(await oldest(both(query, { projectId: query.projectId, $nor: [pressing] }), limit - found.length)),
      ];
}

async function loadSum(definition: Definition, query: Query, { sum }: Wait): Promise<number | null> {
  if (!sum) return null;
  const stages = [{ $group: { _id: null, sum: { $sum: `$${sum}` } } }];
  const [found] = await records(definition).aggregate<{ sum: number }>(query, query, stages, PATIENCE_MS);
  return found?.sum ?? null;
}

/** Waiting work of the project, for the home page. */
export const waitingRoutes: Route[] = [
  route(waitingWork, {
    async run(ctx) {
      const trade = tradeOf(ctx);
      const open = MODULES.filter(
        module =>
          module.list.waits &&
          answers(module, 'list') &&
          can(ctx, module.code, 'read') &&
          can(ctx, module.code, detailFlag(module)),
      );
      const all = (await inPatience(Promise.all(open.map(definition => loadWaits(ctx, definition, trade))))).flat();
      const urgency = (line: Line) => URGENCIES.indexOf(line.as);
      const oldest = (line: Line) => line.at ?? NEVER;
      return all.toSorted(
        (a, b) => urgency(a) - urgency(b) || (trade === 'manager' ? oldest(a).localeCompare(oldest(b)) : 0),
      );
    },
  }),
];
