import { addDays, addMonths, type Day, monthOf, startOfDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { COMPARED, StatisticStep } from '@lobby/shared/kit/statistic-terms.ts';

/** An interval of a period: calendar days of the project, both included; `part` if the period cuts it. */
export interface Bucket {
  key: string;
  from: Day;
  to: Day;
  part: boolean;
}

const weekday = (day: Day) => (weekdayOf(day) + 6) % 7;
const two = (n: number) => String(n).padStart(2, '0');

/** First day of the day, week (from Monday), month, quarter or year that contains a day. */
function beginOf(day: Day, by: StatisticStep): Day {
  if (by === 'day') return day;
  if (by === 'week') return addDays(day, -weekday(day));
  if (by === 'month') return `${monthOf(day)}-01`;
  if (by === 'year') return `${day.slice(0, 4)}-01-01`;
  return `${day.slice(0, 5)}${two(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1)}-01`;
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
const nextOf = (begin: Day, by: StatisticStep): Day =>
  by === 'day' || by === 'week' ? addDays(begin, by === 'day' ? 1 : 7) : `${addMonths(monthOf(begin), MONTHS[by])}-01`;

/** ISO 8601 week of a Monday; its year is that of the Thursday. */
function weekOf(monday: Day): string {
  const thursday = addDays(monday, 3);
  const first = beginOf(`${thursday.slice(0, 4)}-01-04`, 'week');
  const weeks = Math.round((Date.parse(monday) - Date.parse(first)) / 604_800_000) + 1;
  return `${thursday.slice(0, 4)}-W${two(weeks)}`;
}

function keyOf(begin: Day, by: StatisticStep): string {
  if (by === 'day') return begin;
  if (by === 'week') return weekOf(begin);
  if (by === 'month') return monthOf(begin);
  return by === 'year' ? begin.slice(0, 4) : `${begin.slice(0, 4)}-Q${(Number(begin.slice(5, 7)) + 2) / 3}`;
}

/** Intervals of a period in order, including empty ones. */
export function bucketsOf(from: Day, to: Day, by: StatisticStep): Bucket[] {
  const buckets: Bucket[] = [];
  for (let begin = beginOf(from, by); begin <= to; begin = nextOf(begin, by)) {
    const end = addDays(nextOf(begin, by), -1);
    const part = begin < from || end > to;
    buckets.push({ key: keyOf(begin, by), from: begin < from ? from : begin, to: end > to ? to : end, part });
  }
  return buckets;
}

type Compared = (typeof COMPARED)[number];

/** The period to compare with: the same number of intervals before, each up to the same day; or one year earlier. */
export function timeBefore({ from, to, by }: { from: Day; to: Day; by: StatisticStep }, compare: Compared) {
  const count = bucketsOf(from, to, by).length;
  if (compare === 'previous' && (by === 'day' || by === 'week')) {
    const days = by === 'day' ? count : count * 7;
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const months = compare === 'lastYear' || by === 'day' || by === 'week' ? 12 : count * MONTHS[by];
  const after = addDays(to, 1);
  // A finished month is compared with a whole one, even of another length.
  const end = after.endsWith('-01') ? addDays(addMonths(after, -months), -1) : addMonths(to, -months);
  return { from: addMonths(from, -months), to: end };
}

/** Index of each interval's counterpart in the compared period; -1 for 29 February and week 53. */
export function besides(buckets: readonly Bucket[], before: readonly Bucket[], compare: Compared): number[] {
  if (compare === 'previous') return buckets.map((_, n) => n);
  return buckets.map(({ key }) => {
    const partner = `${Number(key.slice(0, 4)) - 1}${key.slice(4)}`;
    return before.findIndex(bucket => bucket.key === partner);
  });
}

/** Returns a function that finds the interval of a day or instant; -1 if outside. */
export function finderOf(buckets: readonly Bucket[], timeZone: string): (at: unknown) => number {
  const days = buckets.map(({ from }) => from);
  const moments = days.map(day => startOfDay(day, timeZone).getTime());
  const last = buckets.at(-1)?.to ?? '';
  const end = last ? startOfDay(addDays(last, 1), timeZone).getTime() : 0;
  return at => {
    if (at instanceof Date) return at.getTime() >= end ? -1 : lastUpTo(moments, at.getTime());
    return typeof at !== 'string' || at > last ? -1 : lastUpTo(days, at);
  };
}

/** Index of the last sorted value not greater than `wanted`; -1 if all are. */
function lastUpTo<T extends string | number>(values: readonly T[], wanted: T): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as T) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
