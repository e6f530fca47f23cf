import { countriesIn } from '@lobby/shared/kit/countries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldError } from '@lobby/shared/kit/errors.ts';
import type { Field, Kind } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fold } from '@lobby/shared/kit/words.ts';
import { text } from '../messages.ts';
import type { Cell } from './cells.ts';

/** What a cell means for a field, or why it means nothing. */
export type Meaning = { value: unknown } | { error: FieldError };
/** Options of a choice by all their words. */
export type Options = ReadonlyMap<string, string>;

const wrong = (code: string): Meaning => ({ error: { code } });
const plain = (words: string) => fold(words).replace(/\s+/g, ' ').trim();

const isCountryField = (field: Field) => field.kind === 'text' && field.country === true;

/** The options of a choice field by key and by their words in all languages. */
export function optionsOf(definition: Definition, name: string, field: Field): Options {
  const options = new Map<string, string>();
  if (isCountryField(field))
    for (const language of LANGUAGES)
      for (const { code, name } of countriesIn(language)) options.set(plain(name), code).set(plain(code), code);
  if (field.kind !== 'choice') return options;
  for (const option of field.options) {
    options.set(plain(option), option);
    for (const language of LANGUAGES)
      options.set(plain(text(language, `${definition.name}.options.${field.label ?? name}.${option}`)), option);
  }
  return options;
}

/** Whole numbers and fractions as spreadsheets and people write them: `1.234,5`, `1,234.5`, `72,5`. */
function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return null;
  const typed = cell.replace(/[\s\u00a0₫đ%]|m2|m²|vnd/giu, '');
  if (!/^-?\d[\d.,]*$/.test(typed)) return null;
  const last = Math.max(typed.lastIndexOf(','), typed.lastIndexOf('.'));
  const both = typed.includes(',') && typed.includes('.');
  const sign = typed[last] ?? '';
  const single = last >= 0 && typed.indexOf(sign) === last;
  // One sign before exactly three digits groups thousands; with both signs the last one is the fraction's.
  const fraction = last >= 0 && (both || (single && typed.length - last - 1 !== 3));
  const whole = (fraction ? typed.slice(0, last) : typed).replace(/[.,]/g, '');
  return Number(fraction ? `${whole}.${typed.slice(last + 1)}` : whole);
}

const numeric = (cell: Cell): Meaning => {
  const value = numberOf(cell);
  // Spreadsheets keep 72.1 as 72.09999999999999.
  return value === null ? wrong('TYPE_INVALID') : { value: Math.round(value * 1e6) / 1e6 };
};

const YES = new Set(['1', 'x', 'v', 'true', 'yes', 'y', 'co', 'はい', '有', '是', '예', '네']);
const NO = new Set(['0', 'false', 'no', 'n', 'khong', 'いいえ', '無', '否', '아니요', '아니오']);

const plainText = (cell: Cell): Meaning => {
  if (typeof cell === 'object' && cell)
    return 'day' in cell ? { value: cell.day.split('-').reverse().join('/') } : wrong('INVALID');
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' };
  // Our export puts a quote before what a spreadsheet would take for a formula.
  return { value: typeof cell === 'string' ? cell.normalize('NFC').replace(/^'(?=[=+\-@])/, '') : String(cell) };
};

const two = (n: string | undefined) => (n ?? '').padStart(2, '0');
const DAY_MS = 86_400_000;

function dayOf(cell: Cell): string | null {
  if (typeof cell === 'object' && cell && 'day' in cell) return cell.day;
  // A serial number whose format was lost; before 1902 it is rather a number of something else.
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell > 730 && cell < 80_000
      ? new Date(Date.UTC(1899, 11, 30) + cell * DAY_MS).toISOString().slice(0, 10)
      : null;
  if (typeof cell !== 'string') return null;
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(cell.trim());
  if (local) return `${local[3]}-${two(local[2])}-${two(local[1])}`;
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})/.exec(cell.trim());
  return iso ? `${iso[1]}-${two(iso[2])}-${two(iso[3])}` : null;
}

const day = (cell: Cell): Meaning => {
  const value = dayOf(cell);
  return value ? { value } : wrong('DATE_INVALID');
};

function month(cell: Cell): Meaning {
  const typed = typeof cell === 'string' ? /^(\d{1,2})[/.-](\d{4})$|^(\d{4})[/.-](\d{1,2})$/.exec(cell.trim()) : null;
  if (typed) return { value: `${typed[2] ?? typed[3]}-${two(typed[1] ?? typed[4])}` };
  const value = dayOf(cell);
  return value ? { value: value.slice(0, 7) } : wrong('DATE_INVALID');
}

/** Digits whose leading 0 a spreadsheet took for nothing. */
const digits = (cell: Cell, isShort: (typed: string) => boolean): Meaning => {
  const read = plainText(cell);
  if ('error' in read) return read;
  const typed = String(read.value).replace(/[\s.()-]/g, '');
  return { value: isShort(typed) ? `0${typed}` : String(read.value) };
};

type Reader = (cell: Cell, options: Options) => Meaning;

/** How a cell is read for each kind of field; refs are names here, and looked up afterwards. */
const READERS: Record<Exclude<Kind, 'files'>, Reader> = {
  text: plainText,
  longText: plainText,
  choice: (cell, options) => {
    const read = plainText(cell);
    const value = 'value' in read ? options.get(plain(String(read.value))) : undefined;
    return value ? { value } : wrong('CHOICE_INVALID');
  },
  flag: cell => {
    const typed = typeof cell === 'boolean' ? String(cell) : 'value' in plainText(cell) ? plain(String(cell)) : '';
    return YES.has(typed) ? { value: true } : NO.has(typed) ? { value: false } : wrong('CHOICE_INVALID');
  },
  integer: numeric,
  money: numeric,
  percent: numeric,
  decimal: numeric,
  date: day,
  month,
  instant: cell => {
    const value = dayOf(cell);
    return value ? { value: `${value}T00:00:00Z` } : wrong('DATE_INVALID');
  },
  ref: plainText,
  refs: plainText,
  phone: cell => digits(cell, typed => /^[1-9]\d{8,9}$/.test(typed) && !typed.startsWith('84')),
  email: plainText,
  // Twelve digits, of which most begin with 0.
  identifier: cell => digits(cell, typed => typeof cell === 'number' && typed.length === 11),
};

/** Reads a cell for a field. */
export function meaningOf(field: Field, cell: Cell, options: Options): Meaning {
  if (typeof cell === 'object' && cell && 'fault' in cell) return wrong('INVALID');
  if (field.kind === 'files') return wrong('UNKNOWN_FIELD');
  return READERS[isCountryField(field) ? 'choice' : field.kind](cell, options);
}
