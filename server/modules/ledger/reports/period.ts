import { fail, failFields } from '../../../kit/base/errors.ts';

/** Maximum range of reports in years (rules.md 9). */
const MOST_YEARS = 10;
/** First day beyond the maximum range. */
const addYears = (day: string) => `${Number(day.slice(0, 4)) + MOST_YEARS}${day.slice(4)}`;

export function assertPeriodLength(from: string, to: string): void {
  if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
  if (addYears(from) <= to) fail('REPORT_PERIOD_TOO_LONG');
}
