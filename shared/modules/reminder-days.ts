import { addDays } from '../billing/periods.ts';
import { type Day, nextDay } from '../kit/dates.ts';
import { DAYS_BEFORE_NOTICE, REMINDER_KINDS, type ReminderRule } from './reminder.ts';

/** What decides when a rule's reminder goes. */
export type Due = Pick<ReminderRule, 'kind' | 'daysAfter'>;

/** No holiday is longer. */
const MOST_DAYS = 400;

/** The day itself, or the first after it on which the building works. */
export function workingDayFrom(day: Day, works: (day: Day) => boolean): Day {
  let at = day;
  for (let n = 0; n < MOST_DAYS && !works(at); n++) at = nextDay(at);
  return at;
}

/** The day on which a rule's reminder of a notice goes: so long after it was due, on a day of work. */
export const reminderDay = (rule: Due, dueDate: Day, works: (day: Day) => boolean): Day =>
  workingDayFrom(addDays(dueDate, rule.daysAfter), works);

const rank = ({ kind }: Due) => REMINDER_KINDS.indexOf(kind);

/** The rules whose day has come: of the levels the highest alone, and what says that a late fee grows beside it. */
export function rulesOn<R extends Due>(rules: readonly R[], dueDate: Day, day: Day, works: (day: Day) => boolean): R[] {
  const come = rules.filter(rule => reminderDay(rule, dueDate, works) <= day);
  const levels = come.filter(({ kind }) => kind !== 'LATE_FEE');
  const highest = Math.max(...levels.map(rank));
  return [...levels.filter(rule => rank(rule) === highest), ...come.filter(({ kind }) => kind === 'LATE_FEE')];
}

/** The same day of the month after, or that month's last. */
export function monthAfter(day: Day): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whether a reminder comes too near to the next notice, which carries the debt over (domain.md, Money 7). */
export const isTooLate = (day: Day, noticeDay: Day): boolean =>
  addDays(day, DAYS_BEFORE_NOTICE) > monthAfter(noticeDay);
