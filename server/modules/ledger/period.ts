import { fail, failFields } from '../../kit/base/errors.ts';

/** Reports reach ten years back (rules.md 9). */
const MOST_YEARS = 10;
/** The same day so many years later: the first that is out of reach. */
const addYears = (day: string) => `${Number(day.slice(0, 4)) + MOST_YEARS}${day.slice(4)}`;

export function assertPeriodLength(from: string, to: string): void {
  if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
  if (addYears(from) <= to) fail('REPORT_PERIOD_TOO_LONG');
}
