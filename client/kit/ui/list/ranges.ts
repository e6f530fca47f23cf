import type { Day } from '@lobby/shared/kit/dates.ts';

const DAY_MS = 86_400_000;

/** The days up to and with today: of 7 days the first is six days ago. */
export function lastDays(today: Day, count: number): { from: Day; to: Day } {
  const first = Date.parse(`${today}T00:00:00Z`) - (count - 1) * DAY_MS;
  return { from: new Date(first).toISOString().slice(0, 10), to: today };
}
