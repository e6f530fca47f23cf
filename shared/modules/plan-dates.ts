import { addDays, type Day, nextDay, weekdayOf } from '../kit/dates.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export const HOLIDAY_WAYS = ['KEEP', 'NEXT_WORKING_DAY', 'PREVIOUS_WORKING_DAY', 'SKIP'] as const;
export const NTHS = ['1', '2', '3', '4', 'LAST'] as const;
export const LAST_DAY = 'LAST';

export interface DateRule {
  frequency: (typeof FREQUENCIES)[number];
  interval: number;
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** 29 to 31 fall on the last day of shorter months. */
  monthDays: readonly (number | typeof LAST_DAY)[];
  /** Which occurrence of `weekdays` within the month. */
  nth: (typeof NTHS)[number] | null;
  startsOn: Day;
  endsOn: Day | null;
  count: number | null;
}

/** A date of a plan; `movedFrom` is the date by the rule. */
export interface PlanDate {
  date: Day;
  movedFrom?: Day;
}

/** Search limit for rules with no further date. */
const MOST_STEPS = 4000;
const MOST_MOVES = 31;
const WEEK = 7;

const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % WEEK));
const pad = (n: number) => String(n).padStart(2, '0');

/** The month `months` after that of a day; months count from 0. */
function monthAfter(day: Day, months: number): { year: number; month: number; length: number } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  const [y, m] = [Math.floor(at / 12), at % 12];
  return { year: y, month: m, length: new Date(Date.UTC(y, m + 1, 0)).getUTCDate() };
}

/** Day of the nth occurrence of a weekday in a month, or null. */
function nthOf(first: Day, length: number, weekday: number, nth: string): number | null {
  const begin = 1 + ((weekday - weekdayOf(first) + WEEK) % WEEK);
  const all = [0, 1, 2, 3, 4].map(n => begin + n * WEEK).filter(day => day <= length);
  return (nth === LAST_DAY ? all.at(-1) : all[Number(nth) - 1]) ?? null;
}

function daysInMonth(rule: DateRule, months: number): Day[] {
  const { year, month, length } = monthAfter(rule.startsOn, months);
  const head = `${year}-${pad(month + 1)}-`;
  const { nth, weekdays, monthDays, startsOn } = rule;
  const dates = monthDays.length > 0 ? monthDays : [Number(startsOn.slice(8))];
  const days =
    nth && weekdays.length > 0
      ? weekdays.flatMap(weekday => nthOf(`${head}01`, length, weekday, nth) ?? [])
      : dates.map(day => (day === LAST_DAY ? length : Math.min(day, length)));
  return [...new Set(days)].sort((a, b) => a - b).map(day => head + pad(day));
}

/** Days of the nth step of a rule (a day, week, month or year). */
function daysAt(rule: DateRule, step: number): Day[] {
  const { frequency, interval, startsOn, weekdays } = rule;
  if (frequency === 'DAILY') return [addDays(startsOn, step * interval)];
  if (frequency === 'MONTHLY') return daysInMonth(rule, step * interval);
  if (frequency === 'YEARLY') return daysInMonth(rule, step * interval * 12);
  const monday = addDays(mondayOf(startsOn), step * interval * WEEK);
  const days = weekdays.length > 0 ? weekdays : [weekdayOf(startsOn)];
  return days
    .map(weekday => (weekday + 6) % WEEK)
    .sort((a, b) => a - b)
    .map(after => addDays(monday, after));
}

/** Days of a rule, regardless of holidays. */
export function* ruleDates(rule: DateRule): Generator<Day> {
  let count = 0;
  for (let step = 0; step < MOST_STEPS; step++)
    for (const day of daysAt(rule, step)) {
      if (day < rule.startsOn) continue;
      if ((rule.endsOn && day > rule.endsOn) || (rule.count !== null && count >= rule.count)) return;
      count++;
      yield day;
    }
}

/** The nearest working day in one direction within 31 days, or null. */
function moved(day: Day, by: 1 | -1, works: (day: Day) => boolean): Day | null {
  let at = day;
  for (let n = 0; n < MOST_MOVES; n++) {
    at = by > 0 ? nextDay(at) : addDays(at, -1);
    if (works(at)) return at;
  }
  return null;
}

/** Dates of a plan, moved to working days. A moved date that would reach or pass its neighbour is dropped. */
export function* planDates(
  rule: DateRule,
  holidays: (typeof HOLIDAY_WAYS)[number],
  works: (day: Day) => boolean,
): Generator<PlanDate> {
  let before = '';
  const days = ruleDates(rule);
  let now = days.next();
  while (!now.done) {
    const day = now.value;
    now = days.next();
    const after = now.done ? null : now.value;
    if (holidays === 'KEEP' || works(day)) {
      before = day;
      yield { date: day };
      continue;
    }
    if (holidays === 'SKIP') continue;
    const to = moved(day, holidays === 'NEXT_WORKING_DAY' ? 1 : -1, works);
    if (to === null || to <= before || (after !== null && to >= after)) continue;
    before = to;
    yield { date: to, movedFrom: day };
  }
}

/** The first `most` items. */
export function firstOf<T>(of: Iterable<T>, most: number): T[] {
  const found: T[] = [];
  for (const day of of) {
    found.push(day);
    if (found.length >= most) break;
  }
  return found;
}

/** The next date of a rule counted from the last completion, on a working day. */
export function stepAfter(
  { frequency, interval, holidays }: Readonly<Record<string, unknown>>,
  doneOn: Day,
  works: (day: Day) => boolean,
): Day | null {
  const rule: DateRule = {
    frequency: frequency as DateRule['frequency'],
    interval: Number(interval ?? 1),
    startsOn: doneOn,
    weekdays: [],
    monthDays: [],
    nth: null,
    endsOn: null,
    count: 2,
  };
  const [, day] = [...ruleDates(rule)];
  if (!day || holidays === 'KEEP' || works(day)) return day ?? null;
  return moved(day, holidays === 'PREVIOUS_WORKING_DAY' ? -1 : 1, works) ?? day;
}
