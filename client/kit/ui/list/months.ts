import type { Day } from '@lobby/shared/kit/dates.ts';

const DAY_MS = 86_400_000;
const textOf = (at: number): Day => new Date(at).toISOString().slice(0, 10);

/** The days of the weeks that a month (`2026-11`) touches, from Monday. */
export function monthDays(month: string): Day[] {
  const first = Date.parse(`${month}-01`);
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = Date.UTC(year, number, 0);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const after = (7 - new Date(last).getUTCDay()) % 7;
  const from = first - before * DAY_MS;
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 + before + after }, (_, n) =>
    textOf(from + n * DAY_MS),
  );
}

/** The month so many months later. */
export function monthLater(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
