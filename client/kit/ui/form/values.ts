import { readPhone, toE164 } from '@lobby/shared/kit/contact.ts';
import type { Day } from '@lobby/shared/kit/dates.ts';
import type { FieldError } from '@lobby/shared/kit/errors.ts';
import {
  emptyValue,
  type Field,
  type FileInfo,
  isUngrouped,
  type Kind,
  type LinesField,
} from '@lobby/shared/kit/fields.ts';
import { clean } from '@lobby/shared/kit/text-search.ts';
import type { Formats } from '../../i18n/format.ts';
import { readDay, readInstant, readMonth } from './inputs/dates/days.ts';
import { readDecimal, readWhole } from './inputs/numbers.ts';

/** Content of an input: text, even if invalid; ids of references; files in the form of answers. */
export type Typed = string | boolean | readonly string[] | readonly FileInfo[] | readonly TypedLine[];
/** Content of the inputs of a line, by field. */
export type TypedLine = Readonly<Record<string, string | boolean>>;

/** Formats of the reader's language and the project's time zone. */
export interface Writing {
  formats: Pick<Formats, 'number' | 'dateTime' | 'day'>;
  timeZone: string;
  today: Day;
}

interface Way {
  /** Formats a value for the input. */
  write: (value: unknown, how: Writing) => Typed;
  /** Parses the text of an input; null if invalid. */
  read: (text: string, how: Writing) => unknown;
  /** Error code if `read` returns null. */
  fault: string;
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const plain: Way = { write: text, read: typed => typed, fault: 'INVALID' };
const line: Way = { ...plain, read: typed => clean(typed) };
const number = (read: Way['read'], fault: string): Way => ({
  write: (value, how) => (typeof value === 'number' ? how.formats.number(value) : text(value)),
  read,
  fault,
});
const date = (read: Way['read'], write: (value: string, how: Writing) => string): Way => ({
  write: (value, how) => (typeof value === 'string' && value ? write(value, how) : ''),
  read,
  fault: 'DATE_INVALID',
});
const many: Way = { write: value => (Array.isArray(value) ? value : []), read: () => null, fault: 'INVALID' };

const WAYS: Record<Kind, Way> = {
  text: line,
  longText: plain,
  richText: plain,
  choice: plain,
  flag: { write: value => value === true, read: () => null, fault: 'INVALID' },
  integer: number(readWhole, 'NOT_NATURAL'),
  money: number(readWhole, 'NOT_NATURAL'),
  percent: number(typed => readDecimal(typed), 'TYPE_INVALID'),
  decimal: number((typed, { formats }) => readDecimal(typed, formats.number(0.5)), 'TYPE_INVALID'),
  date: date(
    (typed, { today }) => readDay(typed, today),
    (value, { formats }) => formats.day(value),
  ),
  month: date(readMonth, (value, { formats }) => formats.day(value)),
  instant: date(
    (typed, { today, timeZone }) => readInstant(typed, today, timeZone),
    (value, { formats }) => formats.dateTime(value),
  ),
  ref: plain,
  refs: many,
  phone: {
    write: value => readPhone(text(value)),
    read: typed => toE164(typed) ?? typed,
    fault: 'PHONE_INVALID',
  },
  email: line,
  identifier: line,
  files: many,
  lines: many,
};

/** Formats a record's value for its input. */
export function writeValue(field: Field, value: unknown, how: Writing): Typed {
  if (field.kind === 'lines') return (Array.isArray(value) ? value : []).map(line => writeLine(field, line, how));
  return isUngrouped(field) && typeof value === 'number' ? String(value) : WAYS[field.kind].write(value, how);
}

/** Formats a line for its inputs. */
export function writeLine({ of }: LinesField, line: Record<string, unknown>, how: Writing): TypedLine {
  return Object.fromEntries(
    Object.entries(of).map(([name, field]) => {
      const written = writeValue(field, line[name] ?? emptyValue(field), how);
      return [name, typeof written === 'boolean' ? written : String(written)];
    }),
  );
}

/** Lines to be sent; an invalid value is sent as typed, so that the rules refuse it at its line. */
const readLines = ({ of }: LinesField, lines: readonly TypedLine[], how: Writing) =>
  lines.map(line =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, field]): [string, unknown][] => {
        const { value, error } = readValue(field, line[name], how);
        // A masked value in a line is not sent, so the server keeps the stored one; an empty one clears it.
        if (field.personal && String(line[name] ?? '').includes('*****')) return [];
        if (field.personal && value === null) return [[name, null]];
        return error ? [[name, line[name]]] : value === null ? [] : [[name, value]];
      }),
    ),
  );

/** Whether an input is empty; a flag never is. */
export function isBlank(typed: unknown): boolean {
  return typed === undefined || typed === null || (typeof typed === 'string' && typed.trim() === '');
}

export interface Read {
  value?: unknown;
  error?: FieldError;
}

/** Parses an input into the value to send (null if blank), or an error. */
export function readValue(field: Field, typed: unknown, how: Writing): Read {
  if (isBlank(typed)) return { value: null };
  if (field.kind === 'lines') return { value: readLines(field, Array.isArray(typed) ? typed : [], how) };
  if (Array.isArray(typed)) return { value: typed.map(item => (typeof item === 'string' ? item : item.id)) };
  if (typeof typed !== 'string') return { value: typed };
  const { read, fault } = WAYS[field.kind];
  const value = read(typed, how);
  return value === null ? { error: { code: fault } } : { value };
}

/** Reformats valid input: `1500000` becomes `1.500.000`. Multi-line and invalid text is unchanged. */
export function tidy(field: Field, typed: string, how: Writing): string {
  if (WAYS[field.kind] === plain || isBlank(typed)) return typed;
  const { value, error } = readValue(field, typed, how);
  const written = error ? typed : writeValue(field, value, how);
  return typeof written === 'string' ? written : typed;
}
