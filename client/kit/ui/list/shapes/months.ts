import { addDays, type Day, daysBetween, lastDayOf, mondayOf } from '@lobby/shared/kit/dates.ts';

/** Days of the weeks that a month (`2026-11`) touches, from Monday. */
export function monthDays(month: string): Day[] {
  const first = mondayOf(`${month}-01`);
  const last = addDays(mondayOf(lastDayOf(month)), 6);
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => addDays(first, n));
}

/** Days of a day's week, from Monday. */
export const weekDays = (day: Day): Day[] => Array.from({ length: 7 }, (_, n) => addDays(mondayOf(day), n));
