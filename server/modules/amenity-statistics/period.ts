import { addDays, addMonths, DAY_MS, dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { STEPS } from '@lobby/shared/modules/amenity-statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';

const MOST_DAYS = 3660;
const USUAL = 30;

export type Step = (typeof STEPS)[number];
export interface Period {
  from: string;
  to: string;
}
/** The days that were asked for, the last 30 where none were, and as many before them. */
export function periodOf(ctx: Ctx, asked: { from?: string | undefined; to?: string | undefined }) {
  const to = asked.to ?? dayOf(ctx.now, ctx.project.timeZone);
  const from = asked.from ?? addDays(to, 1 - USUAL);
  if (to < from) failFields({ to: { code: 'END_BEFORE_START' } });
  if (addDays(from, MOST_DAYS) < to) fail('REPORT_PERIOD_TOO_LONG');
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** From the first moment of the first day to the last of the last. */
export const spanOf = (ctx: Ctx, { from, to }: Period) => ({
  from: startOfDay(from, ctx.project.timeZone),
  to: startOfDay(addDays(to, 1), ctx.project.timeZone),
});

/** The part of a series that a day is in: the day, the Monday of its week, or its month. */
export function stepOf(of: string, by: Step): string {
  if (by === 'month') return of.slice(0, 7);
  return by === 'day' ? of : addDays(of, -((new Date(`${of}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** All parts of a period, those of which nothing is to be said too. */
export function stepsOf({ from, to }: Period, by: Step): string[] {
  const [last, steps] = [stepOf(to, by), [stepOf(from, by)]];
  for (let at = steps[0] ?? last; at < last; steps.push(at))
    at = by === 'month' ? addMonths(at, 1) : addDays(at, by === 'day' ? 1 : 7);
  return steps;
}

/** A share as people read it: percent with one decimal; 0 of nothing. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
/** The value below which so much of all lies. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 10) / 10;
}
