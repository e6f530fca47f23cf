/** A calendar day `YYYY-MM-DD`, in the time zone of the project. */
export type Day = string;

/** Milliseconds of a day whose clocks do not change. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** The zone of buildings in Vietnam, and of whatever stands in no building. */
export const VIETNAM = 'Asia/Ho_Chi_Minh';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a day that exists (2026-02-31 does not), of a year that calendars everywhere write with four digits, as that after it. */
export function isDay(text: string): boolean {
  const m = DAY.exec(text);
  if (!m || text < '1000' || text >= '9999') return false;
  return dayAt(Date.UTC(Number(m[1]), Number(m[2]) - 1, Number(m[3]))) === text;
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

const FIRST = Date.UTC(1900, 0, 1);
const AFTER = Date.UTC(3000, 0, 1);

/** Whether an instant in ISO 8601 is of the years 1900 to 2999: its day in any zone, and those around it, are days that `isDay` knows. */
export function isInstant(text: string): boolean {
  const at = Date.parse(text);
  return at >= FIRST && at < AFTER;
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** The day that an instant falls on in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  let format = zones.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zones.set(timeZone, format);
  }
  return format.format(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a time zone are before UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, format);
  }
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
}

/** The instant at which the clocks of a time zone show so many minutes of a day, 1440 its end; also on days on which they change. */
export function instantAt(day: Day, minutes: number, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // The offset is read at a first guess and again there, so that a change of clocks between them is seen.
  const guess = utc - offsetAt(utc, timeZone);
  return new Date(utc - offsetAt(guess, timeZone));
}

/** The instant at which a day begins in a time zone. */
export const startOfDay = (day: Day, timeZone: string): Date => instantAt(day, 0, timeZone);

/** The day that it is in a time zone. */
export const today = (timeZone: string, now: Date = new Date()): Day => dayOf(now, timeZone);

/** The day so many days later, or earlier. */
export const addDays = (day: Day, days: number): Day => dayAt(utcOf(day) + days * DAY_MS);

/** The day after. */
export const nextDay = (day: Day): Day => addDays(day, 1);

/** Days from one day to another; below zero where that is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcOf(to) - utcOf(from)) / DAY_MS);

/** The weekday of a day, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(utcOf(day)).getUTCDay();

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7));

/** The month `YYYY-MM` of a day. */
export const monthOf = (day: Day): string => day.slice(0, 7);

/** The last day of a month `YYYY-MM`. */
export function lastDayOf(month: string): Day {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, number, 0));
}

/** The month `YYYY-MM` so many months later; of a day the same day there, or its last where the month has fewer. */
export function addMonths(from: Day | string, months: number): string {
  const [year = 0, number = 1, date] = from.split('-').map(Number);
  const month = monthOf(dayAt(Date.UTC(year, number - 1 + months, 1)));
  if (date === undefined) return month;
  const last = lastDayOf(month);
  return date < Number(last.slice(8)) ? `${month}-${String(date).padStart(2, '0')}` : last;
}

/** The hour of an instant in a time zone. */
export const hourIn = (timeZone: string, at: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));
