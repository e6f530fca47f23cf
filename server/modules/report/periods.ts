import { addDays, addMonths, type Day, mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Period, Step } from '@lobby/shared/modules/report.ts';

const two = (n: number) => String(n).padStart(2, '0');
const quarterOf = (day: Day) => Math.floor((Number(day.slice(5, 7)) - 1) / 3);
const firstOf = (month: string) => `${month}-01`;
const lastOf = (month: string) => addDays(firstOf(addMonths(month, 1)), -1);

/** The quarter `by` quarters after that of a day. */
function quarter(today: Day, by: number): { from: Day; to: Day } {
  const begin = addMonths(`${today.slice(0, 4)}-${two(quarterOf(today) * 3 + 1)}`, by * 3);
  return { from: firstOf(begin), to: lastOf(addMonths(begin, 2)) };
}

/** First and last day of a period, relative to a day. */
export function daysOf(period: Period, today: Day): { from: Day; to: Day } {
  const month = monthOf(today);
  const year = Number(today.slice(0, 4));
  const all: Record<Period, () => { from: Day; to: Day }> = {
    TODAY: () => ({ from: today, to: today }),
    LAST_7_DAYS: () => ({ from: addDays(today, -6), to: today }),
    LAST_30_DAYS: () => ({ from: addDays(today, -29), to: today }),
    THIS_MONTH: () => ({ from: firstOf(month), to: lastOf(month) }),
    PREVIOUS_MONTH: () => ({ from: firstOf(addMonths(month, -1)), to: lastOf(addMonths(month, -1)) }),
    THIS_QUARTER: () => quarter(today, 0),
    PREVIOUS_QUARTER: () => quarter(today, -1),
    THIS_YEAR: () => ({ from: `${year}-01-01`, to: `${year}-12-31` }),
    NEXT_60_DAYS: () => ({ from: today, to: addDays(today, 60) }),
    PREVIOUS_YEAR: () => ({ from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }),
  };
  return all[period]();
}

/** Key of the period that contains a day or month; sortable: `2026-11`, `2026-Q4`. */
export function partOf(day: string, step: Step): string {
  if (step === 'YEAR') return day.slice(0, 4);
  if (step === 'QUARTER') return `${day.slice(0, 4)}-Q${quarterOf(day) + 1}`;
  if (step === 'MONTH' || day.length < 10) return monthOf(day);
  if (step === 'DAY') return day;
  return mondayOf(day);
}

/** First and last day of such a period. */
export function spanOf(part: string): { from: Day; to: Day } {
  if (/^\d{4}$/.test(part)) return { from: `${part}-01-01`, to: `${part}-12-31` };
  if (part.includes('Q')) return quarter(`${part.slice(0, 4)}-${two(Number(part.slice(6)) * 3)}-01`, 0);
  return part.length === 7 ? { from: firstOf(part), to: lastOf(part) } : { from: part, to: part };
}
