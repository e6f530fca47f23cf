import { addDays } from '../billing/periods.ts';
import { type Day, nextDay } from '../kit/dates.ts';
import { DAYS_BEFORE_NOTICE } from './reminder.ts';

/** No holiday is longer. */
const MOST_DAYS = 400;

/** The day itself, or the first after it on which the building works. */
export function workingDayFrom(day: Day, works: (day: Day) => boolean): Day {
  let at = day;
  for (let n = 0; n < MOST_DAYS && !works(at); n++) at = nextDay(at);
  return at;
}

/** The day on which something so long after a due day goes: a day of work. */
export const reminderDay = (daysAfter: number, dueDate: Day, works: (day: Day) => boolean): Day =>
  workingDayFrom(addDays(dueDate, daysAfter), works);

/** The same day of the month after, or that month's last. */
export function monthAfter(day: Day): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whether a reminder comes too near to the next notice, which carries the debt over (domain.md, Money 7). */
export const isTooLate = (day: Day, noticeDay: Day): boolean =>
  addDays(day, DAYS_BEFORE_NOTICE) > monthAfter(noticeDay);
