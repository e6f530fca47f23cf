import { z } from 'zod';
import { visibleText } from './clean-text.ts';
import { EMAIL, EMAIL_LENGTH, IDENTIFIER_LENGTH, toE164 } from './contact.ts';
import { isCountry } from './countries.ts';
import { dayOf, isDay, isInstant, VIETNAM } from './dates.ts';
import type { Definition } from './definition.ts';
import type { FieldError, FieldErrors } from './errors.ts';
import {
  type Always,
  type Field,
  type Fields,
  type GivenOf,
  isMany,
  type Kind,
  type LinesField,
  listedChoice,
} from './fields.ts';
import { faultOfHours, readHours, writeHours } from './hours.ts';
import { oncePer } from './once-per.ts';
import { MOST_CHOSEN } from './paging.ts';
import { cleanMarkup } from './rich-text.ts';
import { clean } from './text-search.ts';

/** Ids are 24 hex digits in all collections. */
const ID = /^[0-9a-f]{24}$/;
export const idSchema = z.string().regex(ID, 'ID_INVALID');
export const MOST_AMOUNT = 2_000_000_000_000;

/** Control characters, except line breaks and tabs. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;
/** A time of day, including 24:00. */
const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u;

/** Spans of a day, normalized to the stored form. */
const hoursOf = (text: z.ZodString) =>
  text
    .overwrite(typed => writeHours(readHours(typed) ?? []) || typed)
    .superRefine((typed, issues) => {
      const fault = faultOfHours(typed);
      if (fault) issues.addIssue({ code: 'custom', message: fault });
    });

/** Placeholder of a running number in a name or code (rules.md 5, Location level). */
const INDEX = /\{i\}/gi;
/** Fills in the running number of a name or code. */
export const numbered = (pattern: string, index: number): string => pattern.replace(INDEX, String(index));

/** Error code of a missing text. */
const orMissing = (code: string | undefined) =>
  code ? { error: ({ input }: { input?: unknown }) => (input === undefined ? code : undefined) } : undefined;

/**
 * Schema of a stored text of one line, or several with `lines`; not blank unless `min` is 0. `missing` is the code if it is
 * not given.
 */
export const textInput = (max: number, min = 1, lines = false, missing?: string): z.ZodString =>
  z
    .string(orMissing(missing))
    .overwrite(typed => clean(typed, lines))
    .min(min, missing)
    .max(max);

/** Digits only; the tax code of a branch may have a hyphen before its last three. */
const digitsInput = (max: number, min = 1): z.ZodString =>
  z
    .string()
    .overwrite(typed => clean(typed).replace(/^(\d{10})-(\d{3})$/, '$1$2'))
    .min(min)
    .max(max)
    .regex(/^\d+$/, 'DIGITS_ONLY');

/** Today in the buildings' time zone. */
const today = () => dayOf(new Date(), VIETNAM);

/** Error code of an unreadable value; a missing one has the usual error. */
const orOther = (code: string | undefined) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined || issue.input === null ? undefined : code),
});

type Narrow<K extends Kind> = Field & { kind: K };
const byKind: { [K in Kind]: (field: Narrow<K>) => z.ZodType } = {
  text: f => {
    if (f.digits) return digitsInput(f.max, f.min);
    const text = textInput(f.max, f.min);
    // No special characters in system codes (rules.md 5).
    if (f.country) return text.refine(isCountry, 'CHOICE_INVALID');
    if (f.hours) return hoursOf(text);
    if (f.time) return text.regex(TIME, 'HOURS_INVALID');
    const wanted = f.index ? text.refine(value => value.search(INDEX) >= 0, 'INDEX_MISSING') : text;
    if (!f.code) return wanted;
    return f.index
      ? wanted.refine(value => CODE.test(numbered(value, 0)), 'CODE_INVALID')
      : text.regex(CODE, f.wrong ?? 'CODE_INVALID');
  },
  longText: f => textInput(f.max, f.min, true, f.missing),
  richText: f =>
    z
      .string(orMissing(f.missing))
      .max(f.max)
      .overwrite(typed => cleanMarkup(visibleText(typed).replace(CONTROL, ' ')))
      .min(1, f.missing)
      .max(f.max),
  choice: f => z.enum(f.options, orOther(f.wrong)),
  flag: () => z.boolean(),
  integer: f =>
    z
      .int()
      .min(f.min ?? 0)
      .max(f.max ?? 2_000_000_000),
  money: f =>
    z
      .int(orOther(f.wrong))
      .min(f.min ?? 0, f.wrong)
      .max(f.max ?? MOST_AMOUNT),
  percent: f =>
    z
      .number()
      .multipleOf(0.01)
      .min(f.min ?? 0)
      .max(f.max ?? 100),
  decimal: f =>
    z
      .number()
      .multipleOf(Number(`1e-${f.places ?? 2}`))
      .min(f.min ?? 0)
      .max(f.max ?? 2_000_000_000),
  date: f => {
    const day = z
      .string(f.missing)
      .refine(isDay, f.missing ?? 'DATE_INVALID')
      .meta({ format: 'date' });
    if (!f.limit) return day;
    return f.limit === 'past'
      ? day.refine(value => value <= today(), 'DATE_IN_FUTURE').refine(value => value >= '1900', 'DATE_TOO_EARLY')
      : day.refine(value => value >= today(), 'DATE_IN_PAST');
  },
  month: () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'DATE_INVALID'),
  instant: () =>
    z.iso
      .datetime({ offset: true, error: issue => (issue.input === undefined ? undefined : 'DATE_INVALID') })
      .refine(isInstant, 'DATE_INVALID'),
  ref: f =>
    f.one
      ? z.string({ error: ({ input }) => (Array.isArray(input) ? f.one : undefined) }).regex(ID, 'ID_INVALID')
      : idSchema,
  refs: f => z.array(idSchema).max(f.max).refine(distinct, 'INVALID').meta({ uniqueItems: true }),
  phone: () =>
    z
      .string()
      .max(30)
      .overwrite(t => toE164(clean(t)) ?? t)
      .regex(/^\+84[1-9]\d{7,9}$/, 'PHONE_INVALID'),
  email: () =>
    z
      .string()
      .overwrite(t => clean(t).toLowerCase())
      .min(EMAIL_LENGTH.min, 'EMAIL_INVALID')
      .max(EMAIL_LENGTH.max)
      .regex(EMAIL, 'EMAIL_INVALID'),
  identifier: f =>
    z
      .string()
      .overwrite(t => clean(t).toUpperCase())
      .min(f.min ?? IDENTIFIER_LENGTH.min)
      .max(f.max ?? IDENTIFIER_LENGTH.max)
      .regex(/^[A-Z0-9]+$/, 'IDENTIFIER_INVALID'),
  files: f => z.array(idSchema).max(f.max).refine(distinct, 'INVALID').meta({ uniqueItems: true }),
  lines: f =>
    z
      .array(lineInput(f))
      .min(f.required ? 1 : 0, 'REQUIRED')
      .max(f.max)
      .refine(lines => !f.ticked || distinct(lines.map(line => JSON.stringify(line))), 'LISTED_TWICE'),
};

/** A line of a single choice may be given as plain text. */
function lineInput(field: LinesField): z.ZodType {
  const line = inputSchema(field.of, 'create', true);
  const [part] = listedChoice(field) ?? [];
  return part ? z.preprocess(word => (typeof word === 'string' ? { [part]: word } : word), line) : line;
}

/** Refuses masked values in lines: lines are sent back whole, and the mask must not replace the value. */
const unmasked = (schema: z.ZodType): z.ZodType =>
  z
    .string()
    .refine(typed => !typed.includes('*****'), 'MASKED_VALUE')
    .pipe(schema as z.ZodType<unknown, string>);

const distinct = (ids: string[]) => new Set(ids).size === ids.length;

const schemaOf = oncePer((field: Field): z.ZodType => {
  // Safe cast: `byKind` covers all kinds, which the compiler cannot infer from the look-up.
  const make = byKind[field.kind] as (f: Field) => z.ZodType;
  return make(field);
});

/** The schema of a field known at compile time has the type of its value. */
export type FieldSchema<F> = Field extends F ? z.ZodType : z.ZodType<GivenOf<F>, GivenOf<F>>;

/** Schema of a field's value, if it is given. */
export function fieldSchema<const F extends Field>(field: F): FieldSchema<F>;
export function fieldSchema(field: Field): z.ZodType {
  return schemaOf(field);
}

/** A day or a month that is given, for calls that are not made of a definition's fields. */
export const daySchema = fieldSchema({ kind: 'date', required: true });
export const monthSchema = fieldSchema({ kind: 'month', required: true });

/** Schema of chosen record ids; an empty choice has its own code. */
export const chosenIdsSchema = (
  { emptyChoice }: Pick<Definition, 'emptyChoice'>,
  max = MOST_CHOSEN,
): z.ZodArray<typeof idSchema> => z.array(idSchema).min(1, emptyChoice).max(max);

type Mode = 'create' | 'update';
type InputField<F, M extends Mode> = F extends { required: true }
  ? [F, M] extends [{ derivedFrom: string }, Mode] | [unknown, 'update']
    ? z.ZodOptional<FieldSchema<F>>
    : FieldSchema<F>
  : Always<F> extends true
    ? z.ZodOptional<FieldSchema<F>>
    : z.ZodOptional<z.ZodNullable<FieldSchema<F>>>;
/** Schemas of the fields that a client gives, by name. */
export type InputShape<FS extends Fields, M extends Mode> = {
  [K in keyof FS as FS[K] extends { readOnly: true } ? never : K]: InputField<FS[K], M>;
};
/** The schema of fields known at compile time has the types of their values. */
type InputSchema<FS extends Fields, M extends Mode> = string extends keyof FS
  ? z.ZodObject
  : z.ZodObject<InputShape<FS, M>, z.core.$strict>;

/** Schema of client input: `create` requires the required fields, `update` takes only changed ones; null clears a value. */
export function inputSchema<const FS extends Fields, M extends Mode>(
  fields: FS,
  mode: M,
  inLine?: boolean,
): InputSchema<FS, M>;
export function inputSchema(fields: Fields, mode: Mode, inLine = false): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue;
    const value = inLine && field.personal ? unmasked(fieldSchema(field)) : fieldSchema(field);
    const always =
      field.required || field.kind === 'flag' || isMany(field) || ('initial' in field && field.initial !== undefined);
    shape[name] =
      field.required && !field.derivedFrom && mode === 'create' ? value : always ? value.optional() : value.nullish();
  }
  return z.strictObject(shape);
}

const TOO_SMALL: Readonly<Record<string, string>> = { string: 'TOO_SHORT', array: 'TOO_FEW' };
const TOO_BIG: Readonly<Record<string, string>> = { string: 'TOO_LONG', array: 'TOO_MANY' };

function sizeError(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): FieldError {
  if (issue.code === 'too_big')
    return { code: TOO_BIG[issue.origin] ?? 'TOO_LARGE', params: { max: Number(issue.maximum) } };
  if (issue.origin === 'string' && Number(issue.minimum) === 1) return { code: 'REQUIRED' };
  return { code: TOO_SMALL[issue.origin] ?? 'TOO_SMALL', params: { min: Number(issue.minimum) } };
}

function issueError(issue: z.core.$ZodIssue, input: unknown): FieldError {
  // Our own schemas use the code as message.
  if (/^[A-Z][A-Z_]+$/.test(issue.message))
    return { code: issue.message, ...('params' in issue && { params: issue.params as FieldError['params'] }) };
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeError(issue);
    case 'invalid_type':
      return {
        code:
          valueAt(input, issue.path) === undefined
            ? 'REQUIRED'
            : issue.expected === 'int'
              ? 'NOT_NATURAL'
              : 'TYPE_INVALID',
      };
    case 'not_multiple_of':
      return { code: 'TOO_PRECISE', params: { places: Math.round(-Math.log10(issue.divisor)) } };
    case 'invalid_value':
      return { code: valueAt(input, issue.path) === undefined ? 'REQUIRED' : 'CHOICE_INVALID' };
    default:
      return { code: 'INVALID' };
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

/** Path of a `length` that is an object: zod compares the length of any value, and would throw. */
function incomparable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'length' && typeof inner === 'object' && inner !== null) return path;
    const fault = incomparable(inner, [...path, key]);
    if (fault) return fault;
  }
  return null;
}

type Read<T> = { success: true; data: T } | { success: false; error: z.core.$ZodError };

/** Like `safeParse`, for input from outside: never throws. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): Read<T> {
  try {
    return schema.safeParse(input);
  } catch (error) {
    const path = incomparable(input);
    if (!path) throw error;
    return {
      success: false,
      error: new z.core.$ZodError([{ code: 'custom', path: [...path], message: 'TYPE_INVALID', input }]),
    };
  }
}

/** Errors of an input by field, the first of each. */
export function fieldErrors(error: z.core.$ZodError, input: unknown): FieldErrors {
  // Without a prototype, since a field may be called `constructor`.
  const fields: FieldErrors = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= { code: 'UNKNOWN_FIELD' };
    } else fields[issue.path.join('.') || 'body'] ??= issueError(issue, input);
  }
  return fields;
}
