import { addDays, addMonths, type Day, daysBetween, lastDayOf } from '../kit/dates.ts';
import type { Share } from './amounts.ts';
import { type Exact, exact, isZero, toExact, Uncountable } from './exact.ts';
import type { Version } from './version.ts';

/** First and last day, both within. */
export interface Period {
  start: Day;
  end: Day;
}

export const PERIOD_TYPES = ['ONE_MONTH', 'PART_OF_MONTH', 'HALF_MONTH', 'MONTH_TO_MONTH'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Days from one to another, both counted. */
export const daysIn = ({ start, end }: Period): number => daysBetween(start, end) + 1;

/** The calendar month `YYYY-MM`. */
export const monthPeriod = (month: string): Period => ({ start: `${month}-01`, end: lastDayOf(month) });

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

/** The period of a month's bill: that of the service, or from the day of registration to the day before it in the next month. */
export function periodOf(
  type: PeriodType,
  month: string,
  from: Day,
  own: Period = monthPeriod(month),
): Period & { type: PeriodType } {
  if (type !== 'MONTH_TO_MONTH') return { type, ...own };
  return { type, start: sameDay(from, month), end: addDays(sameDay(from, addMonths(month, 1)), -1) };
}

/** The part of a period's price that its days of use take. */
export function shareOf(period: Period & { type: PeriodType }, use: Period): Share {
  if (period.type === 'PART_OF_MONTH') return { num: daysIn(use), den: daysIn(period) };
  const late = use.start.slice(8) > '15' && use.start > period.start;
  const early = use.end.slice(8) < '16' && use.end < period.end;
  return period.type === 'HALF_MONTH' && (late || early) ? { num: 1, den: 2 } : { num: 1, den: 1 };
}

/** The versions of a period, each with its days and its part of the price. */
export interface Taken {
  /** The part of the period's price that the use takes. */
  exact: Exact;
  versions: {
    version: Version;
    start: Day;
    end: Day;
    days: number;
    /** Its part of the days counted. */
    share: Share;
    /** Its part of the period's price, as days and exactly. */
    whole: Share;
    exact: Exact;
  }[];
}

interface Spanned {
  versions: readonly Version[];
  period: Period & { type: PeriodType };
  use?: { start?: Day | null | undefined; end?: Day | null | undefined };
  share?: number | string | Exact;
}

/** What of a period is charged for, and by which versions; refuses use that does not meet it, and a day without a price. */
export function taken({ versions, period, use = {}, share: given }: Spanned): Taken {
  const used = shared(period, { start: use.start ?? null, end: use.end ?? null });
  if (!used) throw new Uncountable('PERIOD_NOT_MET');
  const own = shareOf(period, used);
  const part = given === undefined ? exact(BigInt(own.num), BigInt(own.den)) : toExact(given);
  if (isZero(part)) throw new Uncountable('PERIOD_NOT_MET');
  const counted = period.type === 'PART_OF_MONTH' ? used : period;
  const sorted = [...versions].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const first = sorted.findLast(({ effectiveFrom }) => effectiveFrom <= counted.start);
  if (!first) throw new Uncountable('NO_TARIFF');
  const later = sorted.filter(one => one.effectiveFrom > counted.start && one.effectiveFrom <= counted.end);
  const all = [first, ...later];
  const days = daysIn(counted);
  return {
    exact: part,
    versions: all.map((version, n) => {
      const start = n === 0 ? counted.start : version.effectiveFrom;
      const next = all[n + 1];
      const end = next ? addDays(next.effectiveFrom, -1) : counted.end;
      const mine = daysIn({ start, end });
      // Of days alone it is told in days; else as the part that it is.
      const byDays = period.type === 'PART_OF_MONTH' && given === undefined;
      const [num, den] = mine === days ? [1, 1] : [mine, days];
      const whole = byDays
        ? { num: mine, den: daysIn(period) }
        : { num: Number(part.n) * num, den: Number(part.d) * den };
      return {
        version,
        start,
        end,
        days: mine,
        share: { num: mine, den: days },
        whole,
        exact: exact(part.n * BigInt(mine), part.d * BigInt(days)),
      };
    }),
  };
}
