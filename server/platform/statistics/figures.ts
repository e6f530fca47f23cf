import { addMonths, type Day, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import type { COMPARED, Counted, FigureKind, FigureUnit, StatisticStep } from '@lobby/shared/kit/statistic-terms.ts';
import {
  CLOCK,
  DERIVED,
  FEWEST_PEOPLE,
  FEWEST_RATINGS,
  type Figure,
  OF_PEOPLE,
  type Statistics,
} from '@lobby/shared/modules/statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { type Bucket, besides, bucketsOf, timeBefore } from './buckets.ts';
import { type CountQuery, loadCount, measuresOf, type Sums, weightOf } from './count.ts';
import { filterWords, loadLabels } from './labels.ts';

const MOST_YEARS = 10;
const MOST_BUCKETS = 400;
const MOST_VALUES = 30;
const OTHER = 'other';
const UNITS = {
  FLOW: 'count',
  STOCK: 'count',
  RATE: 'percent',
  DURATION: 'minutes',
  MEAN: 'score',
  SHARE: 'percent',
} as const satisfies Record<FigureKind, FigureUnit>;

/** Unit of a figure's values. */
export function unitOf(of: Definition, { kind, sum, share, of: counted = of }: Figure): FigureUnit {
  if (sum) return counted.fields[sum]?.kind === 'money' ? 'money' : 'count';
  return share && 'per' in share && share.per === 'units' ? 'perHundred' : UNITS[kind];
}

/** Whether a mean is of too few ratings to be told of somebody. */
export const isTooFew = ({ kind }: Figure, values: readonly number[]): boolean =>
  kind === 'MEAN' && values.length > 0 && values.length < FEWEST_RATINGS;

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  by: StatisticStep;
}

/** The requested period, by default this month and the twelve before. Refuses periods that are too long or have too many intervals. */
export function periodOf(ctx: Ctx, query: Period): { from: Day; to: Day; by: StatisticStep } {
  const today = todayOf(ctx);
  const to = query.to ?? today;
  const from = query.from ?? `${addMonths(monthOf(to), -12)}-01`;
  if (to < from) failFields({ to: { code: 'END_BEFORE_START' } });
  const longest = `${Number(from.slice(0, 4)) + MOST_YEARS}${from.slice(4)}`;
  if (to >= longest) fail('REPORT_PERIOD_TOO_LONG', { most: MOST_YEARS });
  if (bucketsOf(from, to, query.by).length > MOST_BUCKETS) fail('REPORT_TOO_FINE', { most: MOST_BUCKETS });
  return { from, to, by: query.by };
}

/** Parts to show: the largest ones and the rest together; bands in their own order. */
function partsIn(figure: Figure, { total }: Sums, split: readonly string[]): { named: string[]; rest: string[] } {
  const all = [...total]
    .filter(([part]) => part !== '')
    .toSorted(([a, x], [b, y]) => weightOf(figure, y) - weightOf(figure, x) || (a < b ? -1 : 1));
  // Hours and weekdays stand in their own order, all of them.
  if (split.every(name => name in CLOCK)) return { named: all.map(([part]) => part).toSorted(), rest: [] };
  const bands = split.length === 1 ? DERIVED[split[0] ?? '']?.options : undefined;
  const found = all.map(([part]) => part);
  const names = bands ? found.toSorted((a, b) => bands.indexOf(a) - bands.indexOf(b)) : found;
  return names.length > MOST_VALUES
    ? { named: names.slice(0, MOST_VALUES - 1), rest: names.slice(MOST_VALUES - 1) }
    : { named: names, rest: [] };
}

/** Link to the list of the same records; null if the list cannot filter for them. */
export function linkOf(
  definition: Definition,
  { day = 'createdAt', kind, where, of }: Figure,
  query: Pick<CountQuery, 'filter'>,
  bucket: Pick<Bucket, 'from' | 'to'>,
): string | null {
  if (of || !('route' in definition) || !definition.route) return null;
  const days: Filter = kind === 'STOCK' ? {} : { [day]: { from: bucket.from, to: bucket.to } };
  const filter = { ...where, ...query.filter, ...days };
  if (Object.keys(filter).some(name => name !== 'q' && !definition.list.filters.includes(name))) return null;
  const { tabs = {} } = definition.list;
  const state = { tab: 'all' in tabs ? 'all' : null, sort: null, filter };
  return `${definition.route}?${writeListState(new URLSearchParams(), state, definition)}`;
}

/** Computes a figure over a period, broken down by fields, with the compared period. */
export async function loadFigures(
  ctx: Ctx,
  { of }: Statistics,
  figure: Figure,
  query: CountQuery,
  compare?: (typeof COMPARED)[number] | Span,
): Promise<Counted> {
  const sums = await loadCount(ctx, of, figure, query);
  const before = typeof compare === 'string' ? timeBefore(query, compare) : compare;
  const paired = typeof compare === 'string' ? compare : 'previous';
  const past = before && (await loadCount(ctx, of, figure, { ...query, ...before }));
  const measures = Object.entries(measuresOf(figure));
  const { named, rest } = partsIn(figure, sums, query.split);
  const isSplit = query.split.length > 0;
  const [byClock, byBlock] = [query.split.some(name => name in CLOCK), query.split.includes('blockId')];
  // Hours of a small block would tell who had visitors.
  const hides = query.split.some(name => OF_PEOPLE.includes(name)) || (byClock && byBlock);
  const today = todayOf(ctx);
  const notes = new Set<string>();
  if (isSplit && sums.several) notes.add('SEVERAL');
  const groups = isSplit ? [...named, ...(rest.length > 0 ? [OTHER] : [])] : [''];
  const [main] = measures;
  const shown = isSplit && main ? [main] : measures;
  const valuesOf = (map: ReadonlyMap<string, number[]>) =>
    groups.flatMap(group => {
      const values = group === OTHER ? rest.flatMap(part => map.get(part) ?? []) : (map.get(group) ?? []);
      if (hides && values.length > 0 && values.length < FEWEST_PEOPLE) {
        notes.add('FEW');
        return [null];
      }
      if (isSplit && isTooFew(figure, values)) {
        notes.add('FEW_RATINGS');
        return [null];
      }
      return shown.map(([, measure]) => measure(values));
    });
  const none = groups.flatMap(() => shown.map(() => null));
  // A future stock is unknown.
  const rows = sums.buckets.map((bucket, n) => ({
    ...bucket,
    values: figure.kind === 'STOCK' && bucket.from > today ? none : valuesOf(sums.rows[n] ?? new Map()),
    link: linkOf(of, figure, query, bucket),
  }));
  return {
    figure: figure.key,
    kind: figure.kind,
    unit: unitOf(of, figure),
    asOf: ctx.now.toISOString(),
    from: query.from,
    to: query.to,
    split: [...query.split],
    columns: isSplit
      ? await splitColumns(ctx, figure.of ?? of, query.split, groups)
      : shown.map(([key]) => ({ key, label: text(ctx, `statistics.measures.${key}`) })),
    rows,
    total: valuesOf(sums.total),
    previous:
      before && past
        ? {
            from: before.from,
            to: before.to,
            total: shown.map(([, measure]) => measure(past.total.get('') ?? [])),
            columns: valuesOf(past.total),
            rows: besides(sums.buckets, past.buckets, paired).map(n => {
              const values = past.rows[n];
              return main && values ? main[1](values.get('') ?? []) : null;
            }),
          }
        : null,
    filters: await filterWords(ctx, figure.of ?? of, query.filter),
    notes: [...notes],
  };
}

async function splitColumns(ctx: Ctx, of: Definition, split: readonly string[], groups: readonly string[]) {
  const values = groups.filter(group => group !== OTHER).map(group => group.split('|'));
  const labels = await Promise.all(
    split.map((name, n) =>
      loadLabels(
        ctx,
        of,
        name,
        [...new Set(values.flatMap(value => value[n] ?? []))].filter(value => value !== 'none'),
      ),
    ),
  );
  return groups.map(key => ({
    key,
    label:
      key === OTHER
        ? text(ctx, 'statistics.other')
        : key
            .split('|')
            .map((value, n) => labels[n]?.get(value) ?? value)
            .join(' · '),
  }));
}
