import { addDays, addMonths, type Day, daysBetween, lastDayOf } from './dates.ts';
import type { COMPARED } from './statistic-terms.ts';

/** Periods of a dashboard: the last 30 days, the current month, quarter or year, or a chosen range. */
export const SPAN_KINDS = ['days', 'month', 'quarter', 'year', 'own'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
type Compared = (typeof COMPARED)[number];

/** Calendar days of the project, both included. */
export interface Span {
  from: Day;
  to: Day;
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** Days of the rolling period, today included. */
const ROLLING = 30;

/** The last 30 days up to a day. */
export const lastDays = (day: Day): Span => ({ from: addDays(day, 1 - ROLLING), to: day });

/** The month, quarter or year that contains a day. */
export function spanAt(kind: keyof typeof MONTHS, day: Day): Span {
  const months = MONTHS[kind];
  const month = Number(day.slice(5, 7));
  const first = `${day.slice(0, 5)}${String(month - ((month - 1) % months)).padStart(2, '0')}`;
  return { from: `${first}-01`, to: lastDayOf(addMonths(first, months - 1)) };
}

/** Whether days are a whole month, quarter or year, or a range of their own. */
export const spanKindOf = ({ from, to }: Span): SpanKind =>
  (['month', 'quarter', 'year'] as const).find(kind => {
    const whole = spanAt(kind, from);
    return whole.from === from && whole.to === to;
  }) ?? 'own';

/** The part of a period up to today. */
export const spanUntil = ({ from, to }: Span, today: Day): Span => ({ from, to: to > today ? today : to });

/**
 * The period to compare with: the previous one, or the same one a year ago. A finished month is compared with a whole one,
 * even of another length.
 */
export function spanBefore(kind: SpanKind, { from, to }: Span, compare: Compared): Span {
  const isRange = kind === 'own' || kind === 'days';
  if (isRange && compare === 'previous') {
    const days = daysBetween(from, to) + 1;
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const months = compare === 'lastYear' || isRange ? 12 : MONTHS[kind];
  const after = addDays(to, 1);
  return {
    from: addMonths(from, -months),
    to: after.endsWith('-01') ? addDays(addMonths(after, -months), -1) : addMonths(to, -months),
  };
}

/** Length of a chart's intervals, so that there are at most some forty. */
export function stepOf({ from, to }: Span): 'day' | 'week' | 'month' {
  const days = daysBetween(from, to) + 1;
  if (days <= 45) return 'day';
  return days <= 280 ? 'week' : 'month';
}
