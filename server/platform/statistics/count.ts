import { addDays, type Day, dayOf, HOUR_MS, MINUTE_MS, startOfDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { Condition, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { FigureKind, StatisticStep } from '@lobby/shared/kit/statistic-terms.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { CLOCK, DERIVED, type Figure, fieldBehind, THROUGH } from '@lobby/shared/modules/statistics.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { toQuery } from '../../kit/records/lists/list.ts';
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

/** Hour and weekday of an instant in a time zone, by the names of the breakdowns. */
type ClockOf = (at: unknown, name: string) => string | null;

function clockOf(timeZone: string): ClockOf {
  const begins = new Map<Day, number>();
  return (at, name) => {
    if (!(at instanceof Date)) return null;
    const day = dayOf(at, timeZone);
    // Sunday comes last.
    if (name === 'weekday') return String(weekdayOf(day) || 7);
    const begin = begins.get(day) ?? startOfDay(day, timeZone).getTime();
    begins.set(day, begin);
    return String(Math.min(23, Math.floor((at.getTime() - begin) / HOUR_MS))).padStart(2, '0');
  };
}

/** Values that records take from what they refer to, by breakdown: the field that refers, and the values by id. */
type Taken = ReadonlyMap<string, { by: string; values: ReadonlyMap<string, unknown> }>;

async function loadTaken(ctx: Ctx, definition: Definition, split: readonly string[]): Promise<Taken> {
  const taken = Object.entries(THROUGH[definition.name] ?? {}).filter(([name]) => split.includes(name));
  const entries = await Promise.all(
    taken.map(async ([name, { by, of }]) => {
      const docs = await records<Definition>(of)
        .withRemoved()
        .find(ctx, {}, { only: [name], limit: MOST });
      return [name, { by, values: new Map(docs.map(doc => [doc._id, doc[name]])) }] as const;
    }),
  );
  return new Map(entries);
}
const refersBy = (taken: Taken): string[] => [...taken.values()].map(({ by }) => by);

interface PartsQuery {
  split: readonly string[];
  year: number;
  taken: Taken;
  /** The instant that breakdowns by the clock are of. */
  at?: unknown;
  clock?: ClockOf;
}

const takenBy = (doc: AnyDoc, taken: { by: string; values: ReadonlyMap<string, unknown> } | undefined): unknown =>
  taken?.values.get(String(doc[taken.by]));

/** Values of a record in a year by which it is broken down: each combination, if a field holds several. */
const partsOf = (doc: AnyDoc, { split, year, taken, at, clock }: PartsQuery): string[] =>
  split.reduce<string[]>(
    (all, name) => {
      const derived = DERIVED[name];
      const value =
        name in CLOCK
          ? clock?.(at, name)
          : derived
            ? derived.of(doc[derived.field], year)
            : (doc[name] ?? takenBy(doc, taken.get(name)));
      const list = [value ?? []].flat().map(String);
      const values = list.length > 0 ? list : ['none'];
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

/** Adds a record's values to its parts. */
function put(sums: Sums, bucket: number | null, parts: readonly string[], added: readonly number[]): void {
  if (parts.length > 1) sums.several = true;
  for (const part of new Set(['', ...parts]))
    for (const into of [bucket === null ? null : sums.rows[bucket], sums.total]) {
      const values = into?.get(part) ?? [];
      values.push(...added);
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
    const held = [doc[name] ?? []].flat();
    if (wanted)
      return wanted.some(item => (item === 'none' ? held.length === 0 : held.some(value => String(value) === item)));
    const value = held[0];
    return value !== undefined && (!from || String(value) >= from) && (!to || String(value) <= to);
  });

/** State at the end of each interval. */
async function loadStock(
  ctx: Ctx,
  definition: Definition,
  { where = {}, sum }: Pick<Figure, 'where' | 'sum'>,
  query: CountQuery,
): Promise<Sums> {
  const sums = emptySums(bucketsOf(query.from, query.to, query.by));
  const filter = { ...where, ...query.filter };
  const zone = ctx.project.timeZone;
  const ends = sums.buckets.map(({ to }) => startOfDay(addDays(to, 1), zone));
  const taken = await loadTaken(ctx, definition, query.split);
  const fields = [
    ...new Set([...Object.keys(filter), ...query.split.map(fieldBehind), ...refersBy(taken), ...(sum ? [sum] : [])]),
  ];
  for await (const { at, states } of pastStates(ctx, definition, fields, ends)) {
    const bucket = ends.findIndex(end => end.getTime() === at.getTime());
    // Future intervals have no values.
    if (bucket > 0 && (ends[bucket - 1] ?? at) > ctx.now) continue;
    sums.total.clear();
    const year = Number(sums.buckets[bucket]?.to.slice(0, 4));
    for (const doc of states)
      if (answers(doc, filter))
        put(sums, bucket, partsOf(doc, { split: query.split, year, taken }), [sum ? Number(doc[sum] ?? 0) : 1]);
  }
  // Instants come latest first; the total is the state of the last known interval.
  const last = sums.rows.findLast(row => row.size > 0);
  sums.total = last ?? new Map();
  return sums;
}

/** Events in each interval, by the figure's day. */
async function happenedIn(ctx: Ctx, definition: Definition, figure: Figure, query: CountQuery): Promise<Sums> {
  const { day = 'createdAt', since, part = {}, deadline, doneOn, sum, mean, share } = figure;
  const sums = emptySums(bucketsOf(query.from, query.to, query.by));
  const zone = ctx.project.timeZone;
  const taken = await loadTaken(ctx, definition, query.split);
  const fields = [
    day,
    ...refersBy(taken),
    ...[since, deadline, doneOn, sum, mean].flatMap(name => name ?? []),
    ...(share && 'part' in share ? [share.part] : []),
    ...(share && 'whole' in share ? [share.whole] : []),
    ...Object.keys(part),
    ...query.split.filter(name => !(name in CLOCK)).map(fieldBehind),
  ];
  const docs = records(definition).each(ctx, happenedQuery(ctx, definition, figure, query), {
    only: fields,
    limit: MOST,
    patience: SLOW_MS,
  });
  const accounts = share && 'per' in share && share.per === 'accounts' ? await countAccounts(ctx) : 0;
  const find = finderOf(sums.buckets, zone);
  const clock = clockOf(zone);
  const today = todayOf(ctx);
  for await (const doc of docs) {
    const added = addedBy(doc, figure, { today, accounts });
    const bucket = find(doc[day]);
    const year = Number(sums.buckets[bucket]?.to.slice(0, 4));
    if (added && bucket >= 0)
      put(sums, bucket, partsOf(doc, { split: query.split, year, taken, at: doc[day], clock }), added);
  }
  return share && 'per' in share && share.per === 'units' ? overUnits(ctx, sums, query) : sums;
}

/** Query of a figure's records in a period. */
function happenedQuery(ctx: Ctx, definition: Definition, { day = 'createdAt', where = {} }: Figure, query: CountQuery) {
  const zone = ctx.project.timeZone;
  const isDay = definition.fields[day]?.kind === 'date';
  const [from, to] = isDay
    ? [query.from, addDays(query.to, 1)]
    : [startOfDay(query.from, zone), startOfDay(addDays(query.to, 1), zone)];
  const wanted = toQuery(definition, { ...where, ...query.filter }, ctx);
  return { $and: [wanted, sightOf(ctx, definition), { [day]: { $gte: from, $lt: to } }] };
}

/** Residents with an app account now. */
const countAccounts = (ctx: Ctx): Promise<number> => records(resident).count(ctx, { appState: 'ACTIVE', living: true });

/** Replaces each number of records by the pair of it and the homes in use at the end of the interval, by block if split so. */
async function overUnits(ctx: Ctx, sums: Sums, query: CountQuery): Promise<Sums> {
  const at = query.split.indexOf('blockId');
  const { blockId } = query.filter;
  const units = await loadStock(
    ctx,
    unit,
    { where: { state: { in: ['IN_USE'] } } },
    { ...query, split: at < 0 ? [] : ['blockId'], filter: blockId ? { blockId } : {} },
  );
  const over = (counts: ReadonlyMap<string, number[]>, homes: ReadonlyMap<string, number[]> | undefined) =>
    new Map(
      [...counts].map(([part, values]) => {
        const block = at < 0 || part === '' ? '' : (part.split('|')[at] ?? '');
        return [part, [values.length, homes?.get(block)?.length ?? 0]];
      }),
    );
  return { ...sums, rows: sums.rows.map((row, n) => over(row, units.rows[n])), total: over(sums.total, units.total) };
}

interface Grouped {
  _id: Record<string, string | null>;
  part: number;
  whole: number;
}

/** Shares of records that are too many to be read one by one: the database counts them by day and breakdown. */
async function loadShares(ctx: Ctx, definition: Definition, figure: Figure, query: CountQuery): Promise<Sums> {
  const { day = 'createdAt', part = {} } = figure;
  const sums = emptySums(bucketsOf(query.from, query.to, query.by));
  const timezone = ctx.project.timeZone;
  const fits = Object.entries(part).map(([name, condition]) => ({
    $in: [`$${name}`, typeof condition === 'object' ? [...(condition.in ?? [])] : []],
  }));
  const rows = await records(definition).aggregate<Grouped>(
    ctx,
    happenedQuery(ctx, definition, figure, query),
    [
      {
        $group: {
          _id: {
            day: { $dateToString: { date: `$${day}`, format: '%Y-%m-%d', timezone } },
            ...Object.fromEntries(query.split.map(name => [name, `$${name}`])),
          },
          part: { $sum: { $cond: [{ $and: fits }, 1, 0] } },
          whole: { $sum: 1 },
        },
      },
    ],
    SLOW_MS,
  );
  const find = finderOf(sums.buckets, timezone);
  for (const { _id, part: counted, whole } of rows) {
    const bucket = find(_id.day);
    const parts = [query.split.map(name => _id[name] ?? 'none').join('|')];
    if (bucket >= 0) put(sums, bucket, parts, [counted, whole]);
  }
  return sums;
}

interface AddedQuery {
  today: Day;
  accounts: number;
}

/** What a record adds: 1, whether it meets the condition, minutes, a value, or the pair of a part and its whole; null for nothing. */
function addedBy(doc: AnyDoc, figure: Figure, { today, accounts }: AddedQuery): number[] | null {
  const { kind, since = '', day = '', part = {}, deadline, doneOn, sum, mean, share } = figure;
  if (kind === 'RATE' && deadline) {
    const [due, ended] = [doc[deadline], doc[day]];
    return [due instanceof Date && ended instanceof Date && ended > due ? 1 : 0];
  }
  if (kind === 'RATE' && doneOn) {
    const [due, done] = [String(doc[day]), doc[doneOn]];
    // Open works whose day has not passed can still be on time.
    if (!done && due >= today) return null;
    return [done && String(done) <= due ? 1 : 0];
  }
  if (kind === 'RATE') return [answers(doc, part) ? 1 : 0];
  if (kind === 'MEAN') return typeof doc[mean ?? ''] === 'number' ? [Number(doc[mean ?? ''])] : null;
  if (kind === 'SHARE' && share && 'part' in share)
    return [Number(doc[share.part] ?? 0), 'whole' in share ? Number(doc[share.whole] ?? 0) : accounts];
  if (kind !== 'DURATION') return [sum ? Number(doc[sum] ?? 0) : 1];
  const [begun, ended] = [doc[since], doc[day]];
  return begun instanceof Date && ended instanceof Date
    ? [Math.max(0, ended.getTime() - begun.getTime()) / MINUTE_MS]
    : null;
}

/** Computes a figure. */
export function loadCount(ctx: Ctx, noun: Definition, figure: Figure, query: CountQuery): Promise<Sums> {
  const definition = figure.of ?? noun;
  if (figure.kind === 'STOCK') return loadStock(ctx, definition, figure, query);
  if (figure.kind === 'SHARE' && !figure.share) return loadShares(ctx, definition, figure, query);
  return happenedIn(ctx, definition, figure, query);
}

/** Percentile by the nearest-rank method. */
function rank(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return value === undefined ? null : Math.round(value);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
/** Values of a SHARE are pairs: a part, then its whole. */
const partOf = (values: readonly number[]): number => sumOf(values.filter((_, n) => n % 2 === 0));
const wholeOf = (values: readonly number[]): number => sumOf(values.filter((_, n) => n % 2 === 1));

type Measures = Readonly<Record<string, (values: readonly number[]) => number | null>>;

/** Measures per kind; the first is the main one. */
export const MEASURES: Readonly<Record<FigureKind, Measures>> = {
  FLOW: { count: values => values.length },
  STOCK: { count: values => values.length },
  RATE: {
    percent: values => percentOf(values.filter(Boolean).length, values.length),
    part: values => values.filter(Boolean).length,
    whole: values => values.length,
  },
  DURATION: { median: values => rank(values, 0.5), most: values => rank(values, 0.9), count: values => values.length },
  MEAN: {
    mean: values => (values.length === 0 ? null : Math.round((sumOf(values) / values.length) * 100) / 100),
    count: values => values.length,
  },
  SHARE: { percent: values => percentOf(partOf(values), wholeOf(values)), part: partOf, whole: wholeOf },
};
const SUMS: Measures = { sum: sumOf };

export const measuresOf = ({ kind, sum }: Figure): Measures => (sum ? SUMS : MEASURES[kind]);

/** Rank of a part among others: its sum, or the number of its records. */
export const weightOf = ({ sum }: Figure, values: readonly number[]): number => (sum ? sumOf(values) : values.length);
