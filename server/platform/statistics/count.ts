import { addDays, type Day, MINUTE_MS, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Condition, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { FigureKind, StatisticStep } from '@lobby/shared/kit/statistic-terms.ts';
import { DERIVED, type Figure, fieldBehind } from '@lobby/shared/modules/statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { toQuery } from '../../kit/records/list.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { type Bucket, bucketsOf, finderOf } from './buckets.ts';
import { pastStates, sightOf } from './past-states.ts';

const MOST = 500_000;
const SLOW_MS = 10_000;

export interface CountQuery {
  from: Day;
  to: Day;
  by: StatisticStep;
  split: readonly string[];
  filter: Filter;
}

/** Values of a record in a year by which it is broken down: each combination, if a field holds several. */
const partsOf = (doc: AnyDoc, split: readonly string[], year: number): string[] =>
  split.reduce<string[]>(
    (all, name) => {
      const derived = DERIVED[name];
      const value = derived ? derived.of(doc[derived.field], year) : doc[name];
      const own = [value ?? []].flat().map(String);
      const values = own.length > 0 ? own : ['none'];
      return all.flatMap(before => values.map(value => (before ? `${before}|${value}` : value)));
    },
    [''],
  );

/** Values per interval and in total, by breakdown part; `''` holds all parts. */
export interface Sums {
  buckets: Bucket[];
  /** Values of an interval by part; their meaning depends on the kind of figure. */
  rows: Map<string, number[]>[];
  total: Map<string, number[]>;
  /** Whether a record belongs to several parts. */
  several: boolean;
}

/** Adds a record's value to its parts. */
function put(sums: Sums, bucket: number | null, parts: readonly string[], value: number): void {
  if (parts.length > 1) sums.several = true;
  for (const part of new Set(['', ...parts]))
    for (const into of [bucket === null ? null : sums.rows[bucket], sums.total]) {
      const values = into?.get(part) ?? [];
      values.push(value);
      into?.set(part, values);
    }
}

const emptySums = (buckets: Bucket[]): Sums => ({
  buckets,
  rows: buckets.map(() => new Map()),
  total: new Map(),
  several: false,
});

/** Whether a record meets conditions by values and ranges. */
export const answers = (doc: AnyDoc, filter: Filter): boolean =>
  Object.entries(filter).every(([name, condition]) => {
    if (typeof condition !== 'object') return true;
    const { in: wanted, from, to } = condition as Condition;
    const own = [doc[name] ?? []].flat();
    if (wanted)
      return wanted.some(one => (one === 'none' ? own.length === 0 : own.some(value => String(value) === one)));
    const value = own[0];
    return value !== undefined && (!from || String(value) >= from) && (!to || String(value) <= to);
  });

/** State at the end of each interval. */
async function loadStock(ctx: Ctx, definition: Definition, { where = {} }: Figure, asked: CountQuery): Promise<Sums> {
  const sums = emptySums(bucketsOf(asked.from, asked.to, asked.by));
  const filter = { ...where, ...asked.filter };
  const zone = ctx.project.timeZone;
  const ends = sums.buckets.map(({ to }) => startOfDay(addDays(to, 1), zone));
  const fields = [...new Set([...Object.keys(filter), ...asked.split.map(fieldBehind)])];
  for await (const { at, states } of pastStates(ctx, definition, fields, ends)) {
    const bucket = ends.findIndex(end => end.getTime() === at.getTime());
    // Future intervals have no values.
    if (bucket > 0 && (ends[bucket - 1] ?? at) > ctx.now) continue;
    sums.total.clear();
    const year = Number(sums.buckets[bucket]?.to.slice(0, 4));
    for (const doc of states) if (answers(doc, filter)) put(sums, bucket, partsOf(doc, asked.split, year), 1);
  }
  // Instants come latest first; the total is the state of the last known interval.
  const last = sums.rows.findLast(row => row.size > 0);
  sums.total = last ?? new Map();
  return sums;
}

/** Events in each interval, by the figure's day. */
async function happenedIn(ctx: Ctx, definition: Definition, figure: Figure, asked: CountQuery): Promise<Sums> {
  const { day = 'createdAt', since, where = {}, part } = figure;
  const sums = emptySums(bucketsOf(asked.from, asked.to, asked.by));
  const zone = ctx.project.timeZone;
  const isDay = definition.fields[day]?.kind === 'date';
  const [from, to] = isDay
    ? [asked.from, addDays(asked.to, 1)]
    : [startOfDay(asked.from, zone), startOfDay(addDays(asked.to, 1), zone)];
  const wanted = toQuery(definition, { ...where, ...asked.filter }, ctx);
  const query = { $and: [wanted, sightOf(ctx, definition), { [day]: { $gte: from, $lt: to } }] };
  const fields = [day, ...(since ? [since] : []), ...Object.keys(part ?? {}), ...asked.split.map(fieldBehind)];
  const docs = records(definition).each(ctx, query, { only: fields, limit: MOST, patience: SLOW_MS });
  const find = finderOf(sums.buckets, zone);
  for await (const doc of docs) {
    const value = addedBy(figure.kind, doc, figure);
    const bucket = find(doc[day]);
    const year = Number(sums.buckets[bucket]?.to.slice(0, 4));
    if (value !== null && bucket >= 0) put(sums, bucket, partsOf(doc, asked.split, year), value);
  }
  return sums;
}

/** Contribution of a record: 1, whether it meets the condition, or minutes; null for none. */
function addedBy(kind: FigureKind, doc: AnyDoc, { since = '', day = '', part = {} }: Figure): number | null {
  if (kind === 'RATE') return answers(doc, part) ? 1 : 0;
  if (kind !== 'DURATION') return 1;
  const [begun, ended] = [doc[since], doc[day]];
  return begun instanceof Date && ended instanceof Date
    ? Math.max(0, ended.getTime() - begun.getTime()) / MINUTE_MS
    : null;
}

/** Computes a figure. */
export const loadCount = (ctx: Ctx, definition: Definition, figure: Figure, asked: CountQuery): Promise<Sums> =>
  figure.kind === 'STOCK' ? loadStock(ctx, definition, figure, asked) : happenedIn(ctx, definition, figure, asked);

/** Percentile by the nearest-rank method. */
function rank(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return value === undefined ? null : Math.round(value);
}

/** Measures per kind: count; percentage and count; median, 90th percentile and count. */
export const MEASURES: Readonly<
  Record<FigureKind, Readonly<Record<string, (values: readonly number[]) => number | null>>>
> = {
  FLOW: { count: values => values.length },
  STOCK: { count: values => values.length },
  RATE: {
    percent: values =>
      values.length === 0 ? null : Math.round((values.filter(Boolean).length / values.length) * 1000) / 10,
    part: values => values.filter(Boolean).length,
    whole: values => values.length,
  },
  DURATION: { median: values => rank(values, 0.5), most: values => rank(values, 0.9), count: values => values.length },
};
