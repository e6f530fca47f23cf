import { countriesIn } from '@lobby/shared/kit/countries.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldError } from '@lobby/shared/kit/errors.ts';
import { type Field, type Kind, listedChoice, listedPair, listedText } from '@lobby/shared/kit/fields.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { markupOf } from '@lobby/shared/kit/rich-text.ts';
import { clean, fold, nameKey } from '@lobby/shared/kit/text-search.ts';
import { text, type WordingScope } from '../../base/messages.ts';
import type { Cell } from './cells.ts';
import { saidIn } from './columns.ts';
import { dayOf, numberOf, two, yearOf } from './days-and-numbers.ts';

/** The parsed value of a cell, or an error; `year` if a date has no day. */
export type Meaning = Plain | { year: number };
type Plain = { value: unknown } | { error: FieldError };
/** Options of a choice by their labels. */
export type Options = ReadonlyMap<string, string>;

const wrong = (code: string): Plain => ({ error: { code } });

/** Adds an option by label, and by the label without accents unless that is another option's. */
function call(options: Map<string, string>, words: string, option: string): void {
  options.set(nameKey(words), option);
  const bare = fold(nameKey(words));
  if (!options.has(bare)) options.set(bare, option);
}

const isCountryField = (field: Field) => field.kind === 'text' && field.country === true;

/** Options of a choice field by key and by label in all languages. */
export function optionsOf(place: WordingScope, definition: Definition, name: string, field: Field): Options {
  const options = new Map<string, string>();
  if (isCountryField(field))
    for (const language of LANGUAGES)
      for (const { code, name } of countriesIn(language)) {
        call(options, name, code);
        call(options, code, code);
      }
  const [named, choice] = field.kind === 'choice' ? [field.label ?? name, field] : (listedChoice(field) ?? []);
  for (const option of choice?.options ?? []) {
    call(options, option, option);
    const key = name === 'status' ? 'statuses' : `options.${named}`;
    for (const words of saidIn(place, speech => text(speech, `${definition.name}.${key}.${option}`)))
      call(options, words, option);
  }
  return options;
}

const numeric = (cell: Cell): Meaning => {
  const value = numberOf(cell);
  // Removes floating-point noise: spreadsheets store 72.1 as 72.09999999999999.
  return value === null ? wrong('TYPE_INVALID') : { value: Math.round(value * 1e6) / 1e6 };
};

const YES = new Set(['1', 'x', 'v', 'true', 'yes', 'y', 'có', 'co', 'はい', '有', '是', '예', '네']);
const NO = new Set(['0', 'false', 'no', 'n', 'không', 'khong', 'いいえ', '無', '否', '아니요', '아니오']);

const plainText = (cell: Cell): Plain => {
  if (typeof cell === 'object' && cell)
    return 'day' in cell ? { value: cell.day.split('-').reverse().join('/') } : wrong('INVALID');
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' };
  // Removes the quote that our export puts before text that looks like a formula.
  return { value: typeof cell === 'string' ? clean(cell, true).replace(/^'(?=[=+\-@])/, '') : String(cell) };
};

const day = (field: Field, cell: Cell): Meaning => {
  const value = dayOf(cell);
  if (value) return { value };
  const year = yearOf(cell);
  if (year === null) return wrong('DATE_INVALID');
  if (field.kind !== 'date' || !field.year) return wrong('DATE_YEAR_ONLY');
  return year > new Date().getUTCFullYear() ? wrong('DATE_IN_FUTURE') : { year };
};

function month(cell: Cell): Meaning {
  const typed = typeof cell === 'string' ? /^(\d{1,2})[/.-](\d{4})$|^(\d{4})[/.-](\d{1,2})$/.exec(cell.trim()) : null;
  if (typed) return { value: `${typed[2] ?? typed[3]}-${two(typed[1] ?? typed[4])}` };
  const value = dayOf(cell);
  return value ? { value: monthOf(value) } : wrong('DATE_INVALID');
}

/** Parses digits whose leading 0 a spreadsheet may have dropped. */
const digits = (cell: Cell, isShort: (typed: string) => boolean): Meaning => {
  const read = plainText(cell);
  if ('error' in read) return read;
  // A decimal from a numeric column stays as it is: removing the point would give another number.
  if (/\d\.\d$/.test(String(read.value).trim())) return { value: String(read.value) };
  const typed = String(read.value).replace(/[\s.()-]/g, '');
  return { value: isShort(typed) ? `0${typed}` : String(read.value) };
};

/** Lengths of a number that has lost its leading zeros, with the likely original length. */
const SHORT_TAX_CODES = new Map([
  [9, 10],
  [11, 12],
  [12, 13],
]);
/**
 * Most twelve-digit numbers begin with one or two zeros; old ones have nine digits. One with eleven digits has lost exactly
 * one zero, which is restored.
 */
const SHORT_IDENTIFIERS = new Map([
  [8, 9],
  [10, 12],
]);

const lostZeros = (cell: Cell, short: ReadonlyMap<number, number>): Meaning | null => {
  const whole = typeof cell === 'number' ? short.get(String(cell).length) : undefined;
  return whole ? { error: { code: 'ZEROS_LOST', params: { likely: String(cell).padStart(whole, '0') } } } : null;
};

/** Parses a text. A code or name that the spreadsheet program turned into a date is refused. */
const textOf = (field: Field, cell: Cell): Meaning => {
  const isCode =
    field.kind === 'ref' || field.kind === 'refs' || (field.kind === 'text' && (field.code || field.digits));
  if (isCode && typeof cell === 'object' && cell && 'day' in cell) return wrong('IMPORT_IS_DATE');
  if (field.kind === 'text' && field.digits) {
    const lost = lostZeros(cell, SHORT_TAX_CODES);
    if (lost) return lost;
  }
  return plainText(cell);
};

type Reader = (cell: Cell, options: Options) => Meaning;

/** Parsers by kind of field. References are names here, which are looked up later. */
const READERS: Record<Exclude<Kind, 'files' | 'lines' | 'text' | 'ref' | 'refs' | 'date'>, Reader> = {
  longText: plainText,
  richText: cell => {
    const read = plainText(cell);
    return 'value' in read ? { value: markupOf(String(read.value)) } : read;
  },
  choice: (cell, options) => {
    const read = plainText(cell);
    const value = 'value' in read ? options.get(nameKey(String(read.value))) : undefined;
    return value ? { value } : wrong('CHOICE_INVALID');
  },
  flag: cell => {
    const typed = typeof cell === 'boolean' ? String(cell) : 'value' in plainText(cell) ? nameKey(String(cell)) : '';
    return YES.has(typed) ? { value: true } : NO.has(typed) ? { value: false } : wrong('CHOICE_INVALID');
  },
  integer: numeric,
  money: numeric,
  percent: numeric,
  decimal: numeric,
  month,
  instant: cell => {
    const value = dayOf(cell);
    return value ? { value: `${value}T00:00:00Z` } : wrong('DATE_INVALID');
  },
  phone: cell => digits(cell, typed => /^[1-9]\d{8,9}$/.test(typed) && (typed.length === 9 || !typed.startsWith('84'))),
  email: plainText,
  identifier: cell =>
    lostZeros(cell, SHORT_IDENTIFIERS) ?? digits(cell, typed => typeof cell === 'number' && typed.length === 11),
};

/** The field by which a status cell is parsed. */
export const statusField = (definition: Definition): Field => ({
  kind: 'choice',
  options: Object.keys(definition.statuses ?? {}),
});

/** Parses pairs in a cell into lines: `50: 1984; 100: 2050; 2380`. */
function pairsOf(pair: NonNullable<ReturnType<typeof listedPair>>, cell: Cell, options: Options): Meaning {
  const read = typeof cell === 'number' ? { value: String(cell) } : plainText(cell);
  if (!('value' in read)) return read;
  const lines: Record<string, unknown>[] = [];
  for (const written of String(read.value).split(/[;\n]/)) {
    if (!written.trim()) continue;
    const at = written.lastIndexOf(':');
    const parts = [at < 0 ? '' : written.slice(0, at).trim(), written.slice(at + 1).trim()];
    const line: Record<string, unknown> = {};
    for (const [n, [name, part]] of pair.entries()) {
      const meant = parts[n] ? meaningOf(part, parts[n], options) : { value: null };
      if (!('value' in meant)) return meant;
      line[name] = meant.value;
    }
    lines.push(line);
  }
  return { value: lines };
}

/** Parses values in a cell into lines of one choice or text. */
function linesOf(field: Field, cell: Cell, options: Options): Meaning {
  const pair = listedPair(field);
  if (pair) return pairsOf(pair, cell, options);
  const textPart = listedText(field);
  const [part = textPart] = listedChoice(field) ?? [];
  const read = plainText(cell);
  if (!part || !('value' in read)) return part ? read : wrong('UNKNOWN_FIELD');
  const words = String(read.value)
    .split(/[,;\n]/)
    .map(word => word.trim())
    .filter(Boolean);
  if (textPart) return { value: words.map(word => ({ [textPart]: word })) };
  const keys = words.map(word => options.get(nameKey(word)));
  return keys.every(Boolean) ? { value: keys.map(key => ({ [part]: key })) } : wrong('CHOICE_INVALID');
}

/** Parses a cell for a field. */
export function meaningOf(field: Field, cell: Cell, options: Options): Meaning {
  if (typeof cell === 'object' && cell && 'fault' in cell) return wrong(cell.code ?? 'INVALID');
  if (field.kind === 'files') return wrong('UNKNOWN_FIELD');
  if (field.kind === 'lines') return linesOf(field, cell, options);
  if (isCountryField(field)) return READERS.choice(cell, options);
  if (field.kind === 'text' || field.kind === 'ref' || field.kind === 'refs') return textOf(field, cell);
  if (field.kind === 'date') return day(field, cell);
  return READERS[field.kind](cell, options);
}
