/** A calendar day `YYYY-MM-DD` in the project's time zone. */
export type Day = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** Time zone of buildings in Vietnam, and of everything outside of a building. */
export const VIETNAM = 'Asia/Ho_Chi_Minh';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is an existing day (2026-02-31 is not) with a four-digit year, also of the day after. */
export function isDay(text: string): boolean {
  const m = DAY.exec(text);
  if (!m || text < '1000' || text >= '9999') return false;
  return dayAt(Date.UTC(Number(m[1]), Number(m[2]) - 1, Number(m[3]))) === text;
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

const FIRST = Date.UTC(1900, 0, 1);
const AFTER = Date.UTC(3000, 0, 1);

/** Whether an ISO 8601 instant lies in the years 1900 to 2999, so that its day in any zone, and those around it, pass `isDay`. */
export function isInstant(text: string): boolean {
  const at = Date.parse(text);
  return at >= FIRST && at < AFTER;
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** Day of an instant in a time zone. */
export function dayOf(at: Date, timeZone: string): Day {
  let format = zones.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zones.set(timeZone, format);
  }
  return format.format(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** UTC offset of a time zone at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, format);
  }
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
}

/** Instants that were counted, since schedules ask for the same ones with every record. */
const counted = new Map<string, number>();
const MOST_COUNTED = 1000;

/**
 * The instant at which a zone's clocks show `minutes` after midnight (1440 is the end of the day), also on days with a clock
 * change.
 */
export function instantAt(day: Day, minutes: number, timeZone: string): Date {
  const key = `${day} ${minutes} ${timeZone}`;
  let at = counted.get(key);
  if (at === undefined) {
    at = countInstant(day, minutes, timeZone);
    if (counted.size >= MOST_COUNTED) counted.clear();
    counted.set(key, at);
  }
  return new Date(at);
}

function countInstant(day: Day, minutes: number, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // The offset is read at a first guess and again at the result, in case the clocks change in between.
  const guess = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(guess, timeZone);
}

export const startOfDay = (day: Day, timeZone: string): Date => instantAt(day, 0, timeZone);

export const today = (timeZone: string, now: Date = new Date()): Day => dayOf(now, timeZone);

export const addDays = (day: Day, days: number): Day => dayAt(utcOf(day) + days * DAY_MS);

export const nextDay = (day: Day): Day => addDays(day, 1);

/** Days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utcOf(to) - utcOf(from)) / DAY_MS);

/** Day of the week, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(utcOf(day)).getUTCDay();

export const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7));

export const monthOf = (day: Day): string => day.slice(0, 7);

export function lastDayOf(month: string): Day {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, number, 0));
}

/** Adds months to a month `YYYY-MM`, or to a day, which becomes the month's last day if that month is shorter. */
export function addMonths(from: Day | string, months: number): string {
  const [year = 0, number = 1, date] = from.split('-').map(Number);
  const month = monthOf(dayAt(Date.UTC(year, number - 1 + months, 1)));
  if (date === undefined) return month;
  const last = lastDayOf(month);
  return date < Number(last.slice(8)) ? `${month}-${String(date).padStart(2, '0')}` : last;
}

export const hourIn = (timeZone: string, at: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));
