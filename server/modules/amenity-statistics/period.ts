import { addDays, addMonths, DAY_MS, mondayOf, monthOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { STEPS } from '@lobby/shared/modules/amenity-statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';

const MOST_DAYS = 3660;
const USUAL = 30;

export type Step = (typeof STEPS)[number];
export interface Period {
  from: string;
  to: string;
}
/** Returns the requested period (the last 30 days by default) and the equally long period before it. */
export function periodOf(ctx: Ctx, query: { from?: string | undefined; to?: string | undefined }) {
  const to = query.to ?? todayOf(ctx);
  const from = query.from ?? addDays(to, 1 - USUAL);
  if (to < from) failFields({ to: { code: 'END_BEFORE_START' } });
  if (addDays(from, MOST_DAYS) < to) fail('REPORT_PERIOD_TOO_LONG');
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** Half-open: from the start of the first day to the start of the day after the last. */
export const spanOf = (ctx: Ctx, { from, to }: Period) => ({
  from: startOfDay(from, ctx.project.timeZone),
  to: startOfDay(addDays(to, 1), ctx.project.timeZone),
});

/** Step of a series that contains a day: the day itself, the Monday of its week, or its month. */
export function stepOf(of: string, by: Step): string {
  if (by === 'month') return monthOf(of);
  return by === 'day' ? of : mondayOf(of);
}

/** All steps of a period, including those without values. */
export function stepsOf({ from, to }: Period, by: Step): string[] {
  const [last, steps] = [stepOf(to, by), [stepOf(from, by)]];
  for (let at = steps[0] ?? last; at < last; steps.push(at))
    at = by === 'month' ? addMonths(at, 1) : addDays(at, by === 'day' ? 1 : 7);
  return steps;
}

/** Percentage with one decimal; 0 if the whole is 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
/** Quantile: the value below which this share of the values lies. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 10) / 10;
}
