/** A calendar day `YYYY-MM-DD`, in the time zone of the project. */
export type Day = string;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a day that exists (2026-02-31 does not), of a year that calendars everywhere write with four digits, as that after it. */
export function isDay(text: string): boolean {
  const m = DAY.exec(text);
  if (!m || text < '1000' || text >= '9999') return false;
  const date = new Date(Date.UTC(Number(m[1]), Number(m[2]) - 1, Number(m[3])));
  return date.toISOString().slice(0, 10) === text;
}

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

/** The day after. */
export function nextDay(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The hour of an instant in a time zone. */
export const hourIn = (timeZone: string, at: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at));
