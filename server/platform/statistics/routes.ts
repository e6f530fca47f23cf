import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Condition, Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import {
  countedBy,
  countedPeople,
  nounParams,
  statisticsOffered,
  statisticsQuery,
} from '@lobby/shared/modules/statistics.contract.ts';
import { type Figure, STATISTICS, type Statistics, THROUGH } from '@lobby/shared/modules/statistics.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { dayWords, whenWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { inPatience } from '../home/patience.ts';
import { loadFigures, periodOf } from './figures.ts';
import { splitWord } from './labels.ts';
import { loadPeople } from './people.ts';

/** Name of a figure, shared by all nouns that have it. */
const figureWord = (ctx: Ctx, key: string): string => text(ctx, `statistics.figures.${key}`);

/** Figures of a noun; refuses callers who may not read them. */
function allowed(ctx: Ctx, noun: string, flag: 'aggregate' | 'export'): Statistics {
  const found = STATISTICS.find(statistic => statistic.noun === noun);
  if (!found) return fail('NOT_FOUND');
  for (const wanted of ['aggregate', flag] as const)
    if (!can(ctx, found.of.code, wanted)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: found.of.code });
  return found;
}

/** Breakdowns of a figure that its list filters by, so that one value of them can be counted too. */
const filtersOf = ({ of }: Statistics, { splits, of: entity }: Figure): string[] =>
  entity
    ? []
    : splits.filter(
        name =>
          of.list.filters.includes(name) &&
          (name === 'status' || name in of.fields) &&
          // Lists filter by the record's own value alone.
          !(name in (THROUGH[of.name] ?? {})),
      );

/** Computes a requested figure. Refuses unknown figures, breakdowns and filters at their fields. */
async function counted(ctx: Ctx, of: Statistics, query: z.output<typeof statisticsQuery>): Promise<Counted> {
  const figure = of.figures.find(({ key }) => key === query.figure);
  if (!figure) return failFields({ figure: { code: 'INVALID' } });
  const split = query.split ?? [];
  if (split.length > 2 || new Set(split).size < split.length || split.some(name => !figure.splits.includes(name)))
    failFields({ split: { code: 'INVALID' } });
  const filter = filterSchema(figure.of ?? of.of).safeParse(query.filter);
  if (!filter.success) {
    const [issue] = filter.error.issues;
    const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    return failFields({ [`filter.${String(name)}`]: { code: 'INVALID' } });
  }
  // List values become conditions; ranges stay as validated by the schema.
  const conditions: Filter = Object.fromEntries(
    Object.entries(filter.data).map(([name, value]) => [
      name,
      Array.isArray(value) ? { in: value.map(String) } : (value as Condition),
    ]),
  );
  const { compareFrom: from, compareTo: to, by } = query;
  const before = from && to ? periodOf(ctx, { from, to, by }) : null;
  return loadFigures(ctx, of, figure, { ...periodOf(ctx, query), split, filter: conditions }, before ?? query.compare);
}

/** Writes a figure as a spreadsheet: its description, then the same numbers as on screen. */
async function give(
  ctx: Ctx,
  of: Statistics,
  found: Counted,
  res: Parameters<typeof writeBook>[0] & { set: (head: object) => unknown },
) {
  res.set({
    'Content-Type': XLSX,
    'Content-Disposition': `attachment; ${fileName({ name: `${of.noun}-${found.figure}.xlsx`, type: XLSX })}`,
  });
  const bold = (label: string): Cell => ({ text: label, look: 'bold' });
  const title = figureWord(ctx, found.figure);
  const { timeZone } = ctx.project;
  const period = `${dayWords(found.from)} – ${dayWords(found.to)}`;
  const about = [title, period, timeZone, whenWords(found.asOf, timeZone), ctx.actor.name];
  const head = [bold(text(ctx, 'statistics.period')), ...found.columns.map(({ label }) => bold(label))];
  const rows = found.rows.map(({ key, values }): Cell[] => [dayWords(key), ...values]);
  const total = [bold(text(ctx, 'statistics.total')), ...found.total];
  await writeBook(res, [{ name: title.slice(0, 31), batches: [[about], [head], rows, [total]], headed: false }]);
}

/** Writes the table by person as a spreadsheet; compared values stand beside the others. */
async function givePeople(
  ctx: Ctx,
  of: Statistics,
  { from, to, asOf, by, columns, rows, total, previous }: AnswerOf<typeof countedPeople>,
  res: Parameters<typeof writeBook>[0] & { set: (head: object) => unknown },
) {
  res.set({
    'Content-Type': XLSX,
    'Content-Disposition': `attachment; ${fileName({ name: `${of.noun}-people.xlsx`, type: XLSX })}`,
  });
  const bold = (label: string): Cell => ({ text: label, look: 'bold' });
  const title = text(ctx, 'statistics.people');
  const { timeZone } = ctx.project;
  const about = [title, `${dayWords(from)} – ${dayWords(to)}`, timeZone, whenWords(asOf, timeZone), ctx.actor.name];
  const past = previous && `${dayWords(previous.from)} – ${dayWords(previous.to)}`;
  const head = [
    bold(by),
    ...columns.map(({ label }) => bold(label)),
    ...(past ? columns.map(({ label }) => bold(`${label}, ${past}`)) : []),
  ];
  const lines = rows.map(({ label, values, before }): Cell[] => [label, ...values, ...before]);
  const foot = [bold(text(ctx, 'statistics.total')), ...total, ...(previous?.total ?? [])];
  await writeBook(res, [{ name: title.slice(0, 31), batches: [[about], [head], lines, [foot]], headed: false }]);
}

/** Statistics of modules, for holders of `aggregate` (domain.md 29). */
export const statisticsRoutes: Route[] = [
  route(statisticsOffered, {
    run: async ctx =>
      STATISTICS.filter(({ of }) => can(ctx, of.code, 'aggregate')).map(statistic => ({
        noun: statistic.noun,
        module: statistic.of.code,
        group: statistic.group,
        exports: can(ctx, statistic.of.code, 'export'),
        people: statistic.people !== undefined,
        figures: statistic.figures.map(figure => ({
          key: figure.key,
          kind: figure.kind,
          label: figureWord(ctx, figure.key),
          filters: filtersOf(statistic, figure),
          splits: figure.splits.map(name => ({
            key: name,
            label: text(ctx, splitWord((figure.of ?? statistic.of).name, name)),
          })),
        })),
      })),
  }),
  route(countedBy, {
    run: async (ctx, { params, query: input }) =>
      inPatience(counted(ctx, allowed(ctx, params.noun, 'aggregate'), input)),
  }),
  route(countedPeople, {
    run: (ctx, { params, query: input }) => {
      const of = allowed(ctx, params.noun, 'aggregate');
      return inPatience(loadPeople(ctx, of, { ...periodOf(ctx, { ...input, by: 'month' }), compare: input.compare }));
    },
  }),
  route({
    method: 'get',
    path: '/statistics/:noun/people/export',
    summary: 'The table by person as a spreadsheet',
    module: 'STATISTICS',
    params: countedPeople.params,
    query: countedPeople.query,
    answer: XLSX,
    async run(ctx, { params, query: input, res }) {
      const of = allowed(ctx, params.noun, 'export');
      const period = { ...periodOf(ctx, { ...input, by: 'month' }), compare: input.compare };
      await givePeople(ctx, of, await loadPeople(ctx, of, period), res);
    },
  }),
  route({
    method: 'get',
    path: '/statistics/:noun/export',
    summary: 'The same as a spreadsheet',
    module: 'STATISTICS',
    params: z.strictObject(nounParams),
    query: statisticsQuery,
    answer: XLSX,
    async run(ctx, { params, query: input, res }) {
      const of = allowed(ctx, params.noun, 'export');
      await give(ctx, of, await counted(ctx, of, input), res);
    },
  }),
];
