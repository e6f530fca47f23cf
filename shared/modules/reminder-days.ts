import { addDays, type Day, nextDay } from '../kit/dates.ts';
import { DAYS_BEFORE_NOTICE } from './reminder.ts';

/** Search limit, longer than any run of holidays. */
const MOST_DAYS = 400;

/** The day itself, or the next working day. */
export function workingDayFrom(day: Day, works: (day: Day) => boolean): Day {
  let at = day;
  for (let n = 0; n < MOST_DAYS && !works(at); n++) at = nextDay(at);
  return at;
}

/** Date of a reminder: days after the due date, moved to a working day. */
export const reminderDay = (daysAfter: number, dueDate: Day, works: (day: Day) => boolean): Day =>
  workingDayFrom(addDays(dueDate, daysAfter), works);

/** Last day for reminders before the next notice, which carries the debt over (domain.md, Money 7). */
export const lastReminderDay = (nextNotice: Day): Day => addDays(nextNotice, -DAYS_BEFORE_NOTICE);
