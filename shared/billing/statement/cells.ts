import { fold } from '../../kit/text-search.ts';
import { readNumber } from '../../kit/written-numbers.ts';

/** Direction of a bank transaction. */
export type Direction = 'IN' | 'OUT';

/** Normalizes a heading or mark: no accents, case, brackets or punctuation, single spaces. */
export const headingOf = (written: string): string =>
  fold(written)
    .replace(/\(.*?\)/g, ' ')
    .replace(/[^\p{L}\p{N}+-]+/gu, ' ')
    .trim();

const MARKS: Readonly<Record<Direction, readonly string[]>> = {
  IN: ['c', 'cr', 'credit', 'co', 'ghi co', 'in', '+', 'tien vao', 'gui', 'gui vao', 'nhan', 'nhan tien', 'vao'],
  OUT: ['d', 'n', 'dr', 'debit', 'no', 'ghi no', 'out', '-', 'tien ra', 'rut', 'rut ra', 'chuyen', 'chuyen tien', 'ra'],
};

/** The direction of a bank's mark (`C`, `Nợ`, `+`); null if unknown. */
export function readMark(written: string): Direction | null {
  const mark = headingOf(written);
  if (MARKS.IN.includes(mark)) return 'IN';
  return MARKS.OUT.includes(mark) ? 'OUT' : null;
}

/** Whether a cell names a currency other than dong; an empty one does not. */
export const isForeign = (written: string): boolean =>
  written.trim() !== '' && !/^(vnd|vnđ|đ|₫|đồng|dong|704)$/iu.test(written.trim());

/** An amount, and its direction if a sign, brackets or a mark states it. */
interface WrittenAmount {
  /** VND, not negative. */
  amount: number;
  direction: Direction | null;
}

/**
 * Parses an amount in banks' notation: `1.250.000`, `1,250,000.00`, `(700.000)`, `-700.000`, `700.000 D`. Null if the text
 * is anything else, has fractions of a dong, or its sign contradicts its mark.
 */
export function readAmount(written: string): WrittenAmount | null {
  const text = written
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('−', '-')
    .trim()
    .replace(/^([+-]) +/, '$1');
  const [, front = '', behind = ''] = /^(.*\d\)?)\s*(\p{L}+|[+-])$/u.exec(text) ?? [];
  // đ is the currency sign, not the `D` of a debit.
  const mark = behind === '' || /^đ$/iu.test(behind) ? null : readMark(behind);
  const bare = mark ? front : text;
  const inner = /^\(\s*(.+?)\s*\)$/.exec(bare)?.[1];
  const value = readNumber(inner ?? bare);
  if (value === null || !Number.isSafeInteger(value)) return null;
  const isSigned = inner !== undefined || value < 0;
  const signed: Direction | null = isSigned ? 'OUT' : /^\+/.test(bare) ? 'IN' : null;
  if (signed && mark && signed !== mark) return null;
  return { amount: Math.abs(value), direction: signed ?? mark ?? null };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = /(?:^|[ T])(\d{1,2}):(\d{2})(?::(\d{2}))?/;
const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0');

/** A day with an optional time. */
export interface WrittenDay {
  /** `2026-11-30` */
  day: string;
  /** `14:05:00` in the bank's time zone; null if missing. */
  time: string | null;
}

function digitsOf(text: string): [year: string, month: string, day: string] | null {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\d{4,6}(?:\.\d+)?)?(?:\[|\s|T|$)/.exec(text);
  if (compact) return [compact[1] ?? '', compact[2] ?? '', compact[3] ?? ''];
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[ T])/.exec(text);
  if (iso) return [iso[1] ?? '', iso[2] ?? '', iso[3] ?? ''];
  const local = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?=$|[ T])/.exec(text);
  if (local) return [local[3] ?? '', local[2] ?? '', local[1] ?? ''];
  const named = /^(\d{1,2})[-/ ]([a-z]{3})[a-z]*[-/ ](\d{4}|\d{2})(?=$|[ t])/i.exec(text);
  const month = named ? MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1 : 0;
  return named && month > 0 ? [named[3] ?? '', String(month), named[1] ?? ''] : null;
}

/**
 * Parses a day in banks' notation, day before month, with or without time: `05/11/26`, `05-11-2026`, `20261105`,
 * `5-Nov-2026`. Null if it is none.
 */
export function readDay(written: string): WrittenDay | null {
  const text = written.replace(/\s+/g, ' ').trim();
  const [y, m, d] = digitsOf(text) ?? digitsOf(text.replace(/^\d{1,2}:\d{2}(?::\d{2})? /, '')) ?? [];
  if (!y || !m || !d) return null;
  const day = `${y.length === 2 ? `20${y}` : y}-${two(m)}-${two(d)}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null;
  const stamp = /^\d{8}(\d{2})(\d{2})(\d{2})/.exec(text);
  const [, hours, minutes, seconds] = stamp ?? TIME.exec(text) ?? [];
  const isTime = hours !== undefined && Number(hours) < 24 && Number(minutes) < 60;
  return { day, time: isTime ? `${two(hours)}:${two(minutes)}:${two(seconds ?? '0')}` : null };
}
