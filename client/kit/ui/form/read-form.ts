import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldError, FieldErrors } from '@lobby/shared/kit/errors.ts';
import { emptyValue, type Field, type Fields, isAsked, isMany } from '@lobby/shared/kit/fields.ts';
import { fieldErrors, inputSchema } from '@lobby/shared/kit/schema.ts';
import { now } from '../../http/clock.ts';
import { isBlank, readValue, type Typed, type Writing, writeValue } from './values.ts';

export type Mode = 'create' | 'update';

/** Content of all inputs by field. */
export type TypedValues = Record<string, Typed>;

/** Result of reading a form: values to send, and errors. */
export interface FormReading {
  values: Record<string, unknown>;
  errors: FieldErrors;
}

/** Whether a field must not be blank; on create it may be if it has an initial value. */
function mustBeGiven(field: Field, mode: Mode): boolean {
  if (field.kind === 'flag' || (isMany(field) && !field.required)) return false;
  // Edit forms never hold personal values: blank leaves them unchanged.
  if (mode === 'update') return !field.personal && (field.required === true || emptyValue(field) !== null);
  return field.required === true && !field.derivedFrom;
}

/** Error of a blank field that depends on another one: neither of the two is given. */
function missingBeside(field: Field, mode: Mode, whole: Record<string, unknown>): FieldError | null {
  const { unless, derivedFrom, required } = field;
  if (!isAsked(field, whole)) return null;
  if (unless) return isBlank(whole[unless.given]) ? { code: unless.code } : null;
  return mode === 'create' && required && derivedFrom && isBlank(whole[derivedFrom]) ? { code: 'REQUIRED' } : null;
}

/** Validates a form by the server's rules; `stored` holds values of fields outside of the form. */
export function readForm(
  fields: Fields,
  typed: Record<string, unknown>,
  how: Writing,
  mode: Mode,
  check?: Definition['check'],
  stored: Record<string, unknown> = {},
): FormReading {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const { value, error } = readValue(field, typed[name], how);
    if (error) errors[name] = error;
    else if (!isBlank(value)) values[name] = value;
    else if (mustBeGiven(field, mode)) errors[name] = { code: 'REQUIRED' };
    else if (mode === 'update' && !field.personal) values[name] = null;
  }
  const whole = { ...stored, ...values };
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    const isMissing = isBlank(value) || (Array.isArray(value) && value.length === 0);
    const error = isMissing ? missingBeside(field, mode, whole) : null;
    if (error) errors[name] ??= error;
  }
  const isWhole = Object.keys(errors).length === 0;
  const read = inputSchema(fields, mode).safeParse(values);
  const data = read.success ? read.data : values;
  // For blank fields our own error is more precise than the schema's.
  if (!read.success) Object.assign(errors, { ...fieldErrors(read.error, values), ...errors });
  Object.assign(errors, { ...overErrors(fields, data, stored), ...errors });
  // Rules across fields run once all fields are given, even if one has errors, so that all errors are shown at once.
  return { values: data, errors: { ...(isWhole && check?.({ ...whole, ...data })), ...errors } };
}

/** Errors of past times where the server requires future ones; stored values are allowed. */
function overErrors(fields: Fields, values: Record<string, unknown>, stored: Record<string, unknown>): FieldErrors {
  const over = Object.entries(fields).flatMap(([name, field]): [string, FieldError][] => {
    const code = 'ahead' in field ? field.ahead : undefined;
    const value = values[name];
    const isOver = typeof value === 'string' && value !== stored[name] && Date.parse(value) <= now();
    return code && isOver ? [[name, { code }]] : [];
  });
  return Object.fromEntries(over);
}

/** Initial value of an input. */
function begun(field: Field, how: Writing): unknown {
  if (!('begins' in field) || field.begins !== 'today') return emptyValue(field);
  return field.kind === 'month' ? how.today.slice(0, 'YYYY-MM'.length) : how.today;
}

/** Input contents for a record, or for a new one with `defaults`. */
export function writeForm(fields: Fields, values: Record<string, unknown>, how: Writing, mode: Mode): TypedValues {
  const typed: TypedValues = {};
  for (const [name, field] of Object.entries(fields)) {
    const hidden = mode === 'update' && field.personal;
    const value = hidden ? null : (values[name] ?? (mode === 'create' ? begun(field, how) : null));
    typed[name] = writeValue(field, value, how);
  }
  return typed;
}
