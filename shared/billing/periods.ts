import { addDays, addMonths, type Day, daysBetween, lastDayOf } from '../kit/dates.ts';
import type { Share } from './amounts.ts';
import { type Exact, exact, isZero, toExact, Uncountable } from './exact.ts';
import type { Version } from './version.ts';

/** First and last day, both included. */
export interface Period {
  start: Day;
  end: Day;
}

export const PERIOD_TYPES = ['ONE_MONTH', 'PART_OF_MONTH', 'HALF_MONTH', 'MONTH_TO_MONTH'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Days from start to end, both included. */
export const daysIn = ({ start, end }: Period): number => daysBetween(start, end) + 1;

export const monthPeriod = (month: string): Period => ({ start: `${month}-01`, end: lastDayOf(month) });

/** The same day in another month, or that month's last day if it is shorter. */
function sameDay(day: Day, month: string): Day {
  const { end } = monthPeriod(month);
  return `${month}-${String(Math.min(Number(day.slice(8)), Number(end.slice(8)))).padStart(2, '0')}`;
}

/** The intersection of two periods; null if empty. */
export function shared(a: Period, b: { start?: Day | null; end?: Day | null }): Period | null {
  const start = b.start && b.start > a.start ? b.start : a.start;
  const end = b.end && b.end < a.end ? b.end : a.end;
  return start <= end ? { start, end } : null;
}

/** Period of a month's bill: the service's, or from the registration day to the day before it in the next month. */
export function periodOf(
  type: PeriodType,
  month: string,
  from: Day,
  dates: Period = monthPeriod(month),
): Period & { type: PeriodType } {
  if (type !== 'MONTH_TO_MONTH') return { type, ...dates };
  return { type, start: sameDay(from, month), end: addDays(sameDay(from, addMonths(month, 1)), -1) };
}

/** The share of a period's price for its days of use. */
export function shareOf(period: Period & { type: PeriodType }, use: Period): Share {
  if (period.type === 'PART_OF_MONTH') return { num: daysIn(use), den: daysIn(period) };
  const late = use.start.slice(8) > '15' && use.start > period.start;
  const early = use.end.slice(8) < '16' && use.end < period.end;
  return period.type === 'HALF_MONTH' && (late || early) ? { num: 1, den: 2 } : { num: 1, den: 1 };
}

/** Versions of a period, each with its days and share. */
export interface Taken {
  /** Share of the period's price for the days of use. */
  exact: Exact;
  versions: {
    version: Version;
    start: Day;
    end: Day;
    days: number;
    /** Share of the counted days. */
    share: Share;
    /** Share of the period's price, as days and exactly. */
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

/** The chargeable part of a period and its versions. Throws if the use lies outside of it, or if a day has no price. */
export function taken({ versions, period, use = {}, share: givenShare }: Spanned): Taken {
  const used = shared(period, { start: use.start ?? null, end: use.end ?? null });
  if (!used) throw new Uncountable('PERIOD_NOT_MET');
  const periodShare = shareOf(period, used);
  const part = givenShare === undefined ? exact(BigInt(periodShare.num), BigInt(periodShare.den)) : toExact(givenShare);
  if (isZero(part)) throw new Uncountable('PERIOD_NOT_MET');
  const counted = period.type === 'PART_OF_MONTH' ? used : period;
  const sorted = [...versions].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const first = sorted.findLast(({ effectiveFrom }) => effectiveFrom <= counted.start);
  if (!first) throw new Uncountable('NO_TARIFF');
  const later = sorted.filter(version => version.effectiveFrom > counted.start && version.effectiveFrom <= counted.end);
  const all = [first, ...later];
  const days = daysIn(counted);
  return {
    exact: part,
    versions: all.map((version, n) => {
      const start = n === 0 ? counted.start : version.effectiveFrom;
      const next = all[n + 1];
      const end = next ? addDays(next.effectiveFrom, -1) : counted.end;
      const mine = daysIn({ start, end });
      // A share by days is shown in days, any other as a fraction.
      const byDays = period.type === 'PART_OF_MONTH' && givenShare === undefined;
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
