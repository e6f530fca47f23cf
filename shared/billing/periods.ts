import type { Day } from '../kit/dates.ts';
import type { Share } from './amounts.ts';

/** First and last day, both within. */
export interface Period {
  start: Day;
  end: Day;
}

export const PERIOD_TYPES = ['ONE_MONTH', 'PART_OF_MONTH', 'HALF_MONTH', 'MONTH_TO_MONTH'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

const DAY_MS = 86_400_000;
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** The day so many days later. */
export const addDays = (day: Day, days: number): Day => dayAt(utc(day) + days * DAY_MS);
/** Days from one to another, both counted. */
export const daysIn = ({ start, end }: Period): number => Math.round((utc(end) - utc(start)) / DAY_MS) + 1;

/** The calendar month `YYYY-MM`. */
export function monthPeriod(month: string): Period {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return { start: `${month}-01`, end: dayAt(Date.UTC(year, one, 0)) };
}

/** The month so many months later, `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, one - 1 + months, 1)).slice(0, 7);
}

/** The same day of another month, or its last where it has fewer. */
function sameDay(day: Day, month: string): Day {
  const { end } = monthPeriod(month);
  return `${month}-${String(Math.min(Number(day.slice(8)), Number(end.slice(8)))).padStart(2, '0')}`;
}

/** The days that two periods share. */
export function shared(a: Period, b: { start?: Day | null; end?: Day | null }): Period | null {
  const start = b.start && b.start > a.start ? b.start : a.start;
  const end = b.end && b.end < a.end ? b.end : a.end;
  return start <= end ? { start, end } : null;
}

/** What a month's bill is for, and how much of a month's price it takes; null where nothing falls in that month (domain.md, Money 2). */
export function billedPeriod(
  type: PeriodType,
  month: string,
  from: Day,
  to: Day | null,
): { period: Period; share: Share } | null {
  const whole = monthPeriod(month);
  if (type === 'MONTH_TO_MONTH') {
    const start = sameDay(from, month);
    const period = shared({ start, end: addDays(sameDay(from, addMonths(month, 1)), -1) }, { start: from, end: to });
    return period && { period, share: { num: 1, den: 1 } };
  }
  const period = shared(whole, { start: from, end: to });
  if (!period) return null;
  if (type === 'PART_OF_MONTH') return { period, share: { num: daysIn(period), den: daysIn(whole) } };
  // Half when the start is after the 15th or the end before the 16th.
  const half = type === 'HALF_MONTH' && (period.start.slice(8) > '15' || period.end.slice(8) < '16');
  return { period, share: half ? { num: 1, den: 2 } : { num: 1, den: 1 } };
}
