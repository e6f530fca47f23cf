import { addDays, type Day, nextDay } from '../kit/dates.ts';
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

/** The last day of reminders before the next notice is sent, which carries the debt over (domain.md, Money 7). */
export const lastReminderDay = (nextNotice: Day): Day => addDays(nextNotice, -DAYS_BEFORE_NOTICE);
