import { type Day, instantAt, isDay } from '@lobby/shared/kit/dates.ts';

const SEPARATED = /^(\d{1,2})[\s./-](\d{1,2})(?:[\s./-](\d{2}|\d{4}))?$/;
const TOGETHER = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
const TIME = /^(.*?)[\sT,]+(\d{1,2})(?::|h)(\d{2})?$/i;

const pad = (part: string | number) => String(part).padStart(2, '0');

/** Parses a typed day (`21/11/2026`, `21-11-26`, `21112026`; without a year the year of `today`); null if invalid. */
export function readDay(text: string, today: Day): Day | null {
  const parts = SEPARATED.exec(text.trim()) ?? TOGETHER.exec(text.trim());
  if (!parts) return null;
  const [, day = '', month = '', year = today.slice(0, 4)] = parts;
  const full = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`;
  return isDay(full) ? full : null;
}

/** Parses a typed month: `11/2026`. */
export function readMonth(text: string): string | null {
  const [, month = '', year = ''] = /^(\d{1,2})[\s./-]?(\d{4})$/.exec(text.trim()) ?? [];
  const full = `${year}-${pad(month)}`;
  return isDay(`${full}-01`) ? full : null;
}

/** Parses a typed instant in a time zone (`21/11/2026 08:30`, `21/11 8h30`; without a time the start of the day) into ISO text. */
export function readInstant(text: string, today: Day, timeZone: string): string | null {
  const typed = text.trim();
  const [, date = typed, h = '0', m = '0'] = TIME.exec(typed) ?? [];
  const day = readDay(date, today);
  const [hours, minutes] = [Number(h), Number(m)];
  return day && hours < 24 && minutes < 60 ? instantAt(day, hours * 60 + minutes, timeZone).toISOString() : null;
}
