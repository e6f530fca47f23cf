import { countriesIn } from '@lobby/shared/kit/countries.ts';
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

/** What a cell means for a field, or why it means nothing; `year` where of a day the year alone is known. */
export type Meaning = Plain | { year: number };
type Plain = { value: unknown } | { error: FieldError };
/** Options of a choice by all their words. */
export type Options = ReadonlyMap<string, string>;

const wrong = (code: string): Plain => ({ error: { code } });

/** Takes an option under its words, and under these without accents unless that is another's. */
function call(options: Map<string, string>, words: string, option: string): void {
  options.set(nameKey(words), option);
  const bare = fold(nameKey(words));
  if (!options.has(bare)) options.set(bare, option);
}

const isCountryField = (field: Field) => field.kind === 'text' && field.country === true;

/** The options of a choice field by key and by their words in all languages. */
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
  // Spreadsheets keep 72.1 as 72.09999999999999.
  return value === null ? wrong('TYPE_INVALID') : { value: Math.round(value * 1e6) / 1e6 };
};

const YES = new Set(['1', 'x', 'v', 'true', 'yes', 'y', 'có', 'co', 'はい', '有', '是', '예', '네']);
const NO = new Set(['0', 'false', 'no', 'n', 'không', 'khong', 'いいえ', '無', '否', '아니요', '아니오']);

const plainText = (cell: Cell): Plain => {
  if (typeof cell === 'object' && cell)
    return 'day' in cell ? { value: cell.day.split('-').reverse().join('/') } : wrong('INVALID');
  if (typeof cell === 'boolean') return { value: cell ? 'TRUE' : 'FALSE' };
  // Our export puts a quote before what a spreadsheet would take for a formula.
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
  return value ? { value: value.slice(0, 7) } : wrong('DATE_INVALID');
}

/** Digits whose leading 0 a spreadsheet took for nothing. */
const digits = (cell: Cell, isShort: (typed: string) => boolean): Meaning => {
  const read = plainText(cell);
  if ('error' in read) return read;
  // A number that went through a column of fractions: another one, were the point taken out.
  if (/\d\.\d$/.test(String(read.value).trim())) return { value: String(read.value) };
  const typed = String(read.value).replace(/[\s.()-]/g, '');
  return { value: isShort(typed) ? `0${typed}` : String(read.value) };
};

/** A number of a length that no such number has lost its zeros: how many digits it has, and how many it likely had. */
const SHORT_TAX_CODES = new Map([
  [9, 10],
  [11, 12],
  [12, 13],
]);
/** Of twelve digits, most begin with one or two zeros; the old ones have nine. Of eleven there is one that all lost: it is given back. */
const SHORT_IDENTIFIERS = new Map([
  [8, 9],
  [10, 12],
]);

const lostZeros = (cell: Cell, short: ReadonlyMap<number, number>): Meaning | null => {
  const whole = typeof cell === 'number' ? short.get(String(cell).length) : undefined;
  return whole ? { error: { code: 'ZEROS_LOST', params: { likely: String(cell).padStart(whole, '0') } } } : null;
};

/** A text; a code or a name that its program took for a day is neither. */
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

/** How a cell is read for each kind of field; refs are names here, and looked up afterwards. */
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

/** How a cell is read that tells a status. */
export const statusField = (definition: Definition): Field => ({
  kind: 'choice',
  options: Object.keys(definition.statuses ?? {}),
});

/** Pairs of a cell, each a line: `50: 1984; 100: 2050; 2380`. */
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

/** The words of a cell, each a line of one choice or of one text. */
function linesOf(field: Field, cell: Cell, options: Options): Meaning {
  const pair = listedPair(field);
  if (pair) return pairsOf(pair, cell, options);
  const own = listedText(field);
  const [part = own] = listedChoice(field) ?? [];
  const read = plainText(cell);
  if (!part || !('value' in read)) return part ? read : wrong('UNKNOWN_FIELD');
  const words = String(read.value)
    .split(/[,;\n]/)
    .map(word => word.trim())
    .filter(Boolean);
  if (own) return { value: words.map(word => ({ [own]: word })) };
  const keys = words.map(word => options.get(nameKey(word)));
  return keys.every(Boolean) ? { value: keys.map(key => ({ [part]: key })) } : wrong('CHOICE_INVALID');
}

/** Reads a cell for a field. */
export function meaningOf(field: Field, cell: Cell, options: Options): Meaning {
  if (typeof cell === 'object' && cell && 'fault' in cell) return wrong(cell.code ?? 'INVALID');
  if (field.kind === 'files') return wrong('UNKNOWN_FIELD');
  if (field.kind === 'lines') return linesOf(field, cell, options);
  if (isCountryField(field)) return READERS.choice(cell, options);
  if (field.kind === 'text' || field.kind === 'ref' || field.kind === 'refs') return textOf(field, cell);
  if (field.kind === 'date') return day(field, cell);
  return READERS[field.kind](cell, options);
}
