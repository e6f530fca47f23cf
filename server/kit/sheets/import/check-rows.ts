import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { fieldErrors, inputSchema } from '@lobby/shared/kit/schema.ts';
import type { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { fail, Refusal } from '../../base/errors.ts';
import { isMask } from '../../privacy/personal.ts';
import type { Behaviour, ImportRow } from '../../records/behaviour.ts';
import { assertWritable } from '../../records/records.ts';
import { uniqueKey } from '../../store/keys/seal.ts';
import { faultsOfOffered } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { type Cell, isBlank, isNothing, placeOf, type SheetRow, shown } from './cells.ts';
import { fillable, type Head } from './columns.ts';
import { addPlaces, joinNew } from './further-homes.ts';
import { keepNamed } from './keep-named.ts';
import { blindOf, findKnown, keepChanges, personKeys } from './match-existing.ts';
import { type FindByName, namesFor } from './names.ts';
import { meaningOf, optionsOf, statusField } from './values.ts';

/** Rows checked before the event loop gets a turn. */
const BREATH = 100;

interface Checking {
  /** Whether rows may match existing records, and change them. */
  known: boolean;
  /** Personal fields that must not reveal to the caller which record a row matches. */
  hidden: ReadonlySet<string>;
  signal: AbortSignal;
}

/**
 * Parses and checks all rows below the header as a form would: fields, rules across fields, references, uniqueness in the
 * file and in the project.
 */
export async function checkRows(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  rows: readonly SheetRow[],
  head: Head,
  { known, hidden, signal }: Checking,
): Promise<ImportRow[]> {
  const read = await rowReader(ctx, definition, head, known);
  const checked: ImportRow[] = [];
  const each = async (work: (row: ImportRow) => void | Promise<void>) => {
    for (const [n, row] of checked.entries()) {
      if (n % BREATH === 0) await breathe(signal);
      await work(row);
    }
  };
  for (const row of rows) if (row.row > head.row) checked.push(read(row));
  if (known) {
    const schema = inputSchema(definition.fields, 'update');
    await each(row => parse(schema, row));
    await findKnown(ctx, definition, checked, hidden);
    await keepNamed(ctx, definition, checked);
  }
  const schema = inputSchema(definition.fields, 'create');
  await each(row => {
    assertInitialState(definition, row);
    if (row.doc) keepChanges(ctx, definition, row, row.doc);
    else if (!known || isGood(row)) parse(schema, row);
    if (row.begins) row.values = { ...row.values, ...row.begins };
    keepYears(definition, row);
    checkFields(ctx, definition, row);
  });
  joinNew(definition, checked, row => personKeys(ctx, definition, row));
  await assertNotTaken(ctx, definition, checked, false);
  const fresh = checked.filter(isNew);
  await each(async row => {
    if (isGood(row) && (isNew(row) || isChanged(row))) await complete(ctx, definition, behaviour, row, fresh, checked);
  });
  // Computed values are known only now, so uniqueness is checked again.
  await assertNotTaken(ctx, definition, checked.filter(isGood), true);
  addPlaces(definition, checked);
  return checked;
}

export const isGood = (row: ImportRow): boolean => Object.keys(row.errors).length === 0;
/** Whether a row creates a record. */
export const isNew = ({ doc, of }: ImportRow): boolean => !doc && !of;
/** Whether a row changes an existing record, or one that an earlier row creates. */
export const isChanged = (row: ImportRow): boolean =>
  !isNew(row) && (row.home !== undefined || Object.keys(row.values).length > 0);

async function breathe(signal: AbortSignal): Promise<void> {
  // The client is gone.
  if (signal.aborted) fail('FILE_NOT_READABLE');
  await new Promise<void>(resolve => setImmediate(resolve));
}

/** Type of an act's input that a column states. */
const A_DAY = { kind: 'date' } as const;

async function rowReader(
  ctx: Ctx,
  definition: Definition,
  head: Head,
  updates: boolean,
): Promise<(row: SheetRow) => ImportRow> {
  const fields = fillable(definition).flatMap(([name, field]) => {
    const at = head.columns.find(column => column.field === name);
    return at ? [{ name, field, at: placeOf(at.column), options: optionsOf(ctx, definition, name, field) }] : [];
  });
  const finders = new Map<string, FindByName>();
  for (const { name, field } of fields)
    if (field.kind === 'ref' || field.kind === 'refs') finders.set(name, await namesFor(ctx, field));
  const states = head.columns.flatMap(({ column, state }) => {
    if (!state) return [];
    const field = state === 'status' ? statusField(definition) : (definition.fields[state] ?? A_DAY);
    return [{ name: state, field, at: placeOf(column), options: optionsOf(ctx, definition, state, field) }];
  });
  for (const { name, field } of states) if (field.kind === 'ref') finders.set(name, await namesFor(ctx, field));
  return ({ row, cells }) => {
    const line: ImportRow = { row, values: {}, errors: {} };
    for (const { name, field, at, options } of states) {
      const cell: Cell = cells[at] ?? null;
      const meaning = isBlank(cell) ? null : meaningOf(field, cell, options);
      const find = finders.get(name);
      if (meaning && 'value' in meaning) {
        const value = find ? find(String(meaning.value), line.values) : meaning.value;
        if (value === null) line.unnamed = { ...line.unnamed, [name]: String(meaning.value) };
        line.states = { ...line.states, [name]: value };
      } else if (meaning) line.errors[name] = { code: 'IMPORT_STATE_UNKNOWN' };
    }
    for (const { name, field, at, options } of fields) {
      const cell: Cell = cells[at] ?? null;
      if (isBlank(cell)) continue;
      if (isNothing(cell)) {
        line.emptied = [...(line.emptied ?? []), name];
        continue;
      }
      if (updates && field.personal && isMask(shown(cell))) {
        line.masked = { ...line.masked, [name]: shown(cell) };
        continue;
      }
      const meaning = meaningOf(field, cell, options);
      if ('error' in meaning) line.errors[name] = meaning.error;
      else if ('year' in meaning) line.years = { ...line.years, [name]: meaning.year };
      else {
        const find = finders.get(name);
        const value = find ? idOf(find, String(meaning.value), field.kind === 'refs', line.values) : meaning.value;
        if (value === null) {
          line.errors[name] = { code: unfitOf(field) ?? 'IMPORT_NAME_UNKNOWN' };
          line.unnamed = { ...line.unnamed, [name]: String(meaning.value) };
        } else line.values[name] = value;
      }
    }
    return line;
  };
}

const unfitOf = (field: Field): string | undefined =>
  field.kind === 'ref' || field.kind === 'refs' ? field.invalidRefCode : undefined;

function idOf(find: FindByName, words: string, many: boolean, row: Record<string, unknown>): string | string[] | null {
  if (!many) return find(words, row);
  const ids = namesIn(words).map(word => find(word, row));
  // A repeated name may stand for two records, so it is refused rather than dropped silently.
  return ids.every(id => id !== null) && new Set(ids).size === ids.length ? ids.filter(id => id !== null) : null;
}

/** Names in a cell, separated by commas, semicolons or line breaks. A name that contains a separator is quoted. */
export const namesIn = (words: string): string[] =>
  Array.from(words.matchAll(/\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;\n]|$))|([^,;\n]+))\s*/g), ([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  ).filter(Boolean);

function parse(schema: z.ZodObject, row: ImportRow): void {
  const parsed = schema.safeParse(row.values);
  // An error of the cell itself is more precise than a missing value.
  if (!parsed.success) row.errors = { ...fieldErrors(parsed.error, row.values), ...row.errors };
  else row.values = parsed.data;
}

/** Stores a year without a day in its own field. Refuses another year if the record has a full date. */
function keepYears({ fields }: Definition, row: ImportRow): void {
  for (const [name, year] of Object.entries(row.years ?? {})) {
    const field = fields[name];
    const beside = field?.kind === 'date' ? field.year : undefined;
    if (!beside || row.doc?.[beside] === year) continue;
    if (row.doc?.[name]) row.errors[name] = { code: 'DATE_YEAR_ONLY' };
    else row.values[beside] = year;
  }
}

/** States are changed by acts only: refuses rows that state another one than the import would leave. */
function assertInitialState({ fields, initial, imports }: Definition, row: ImportRow): void {
  const { begins = [], restates = [], asNew = {} } = typeof imports === 'object' ? imports : {};
  for (const [name, state] of Object.entries(row.states ?? {})) {
    const field = fields[name];
    const usual = name === 'status' ? initial : field?.kind === 'flag' ? (field.initial ?? false) : null;
    const isOther = state !== row.doc?.[name];
    if (isNew(row) ? begins.includes(name) : restates.includes(name) && isOther)
      row.begins = { ...row.begins, [name]: state };
    else if (isNew(row) && asNew[name]?.includes(String(state))) continue;
    else if (state !== ((row.doc ? row.doc[name] : usual) ?? (field?.kind === 'flag' ? false : null)))
      row.errors[name] = { code: 'IMPORT_STATE_NOT_SET' };
  }
}

function checkFields(ctx: Ctx, definition: Definition, row: ImportRow): void {
  // A masked value of a new record cannot be restored.
  if (!row.doc) for (const name of Object.keys(row.masked ?? {})) row.errors[name] = { code: 'IMPORT_MASKED' };
  if (!isGood(row)) return;
  row.errors = definition.check?.({ ...row.doc, ...row.values }) ?? {};
  try {
    assertWritable(ctx, definition.fields, row.values);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    row.errors = faultsIn(error, definition);
  }
}

async function complete(
  ctx: Ctx,
  definition: Definition,
  { check, home: checkHome }: Behaviour,
  row: ImportRow,
  rows: readonly ImportRow[],
  file: readonly ImportRow[],
): Promise<void> {
  const { values, doc, home } = row;
  row.errors = await faultsOfOffered(ctx, definition.fields, values, doc);
  if (!isGood(row)) return;
  try {
    if (check && isNew(row)) row.values = await check(ctx, { kind: 'import', values, doc: null, rows, file });
    if (check && doc && Object.keys(values).length > 0)
      row.values = await check(ctx, { kind: 'update', values, doc, file });
    if (checkHome && home) row.home = (await checkHome(ctx, home, doc ?? null, file)) ?? undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    row.errors = faultsIn(error, definition);
  }
}

/** Errors of a row from a refusal: at the fields it names, otherwise at the title. */
export function faultsIn({ code, data }: Refusal, definition: Definition): FieldErrors {
  const open = fillable(definition);
  const blamed = open.find(([name]) => name === definition.title) ?? open.find(([, { required }]) => required);
  const { fields, ...params } = data ?? {};
  return (
    (fields as FieldErrors | undefined) ?? { [blamed?.[0] ?? definition.title]: { code, params: params as Params } }
  );
}
type Params = NonNullable<FieldErrors[string]['params']>;

/** Checks uniqueness among the rows and in the project, of written values or of computed ones (`counted`). */
async function assertNotTaken(
  ctx: Ctx,
  definition: Definition,
  rows: readonly ImportRow[],
  counted: boolean,
): Promise<void> {
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!field.unique || (field.readOnly ?? false) !== counted) continue;
    const at = field.blames ?? name;
    const within = typeof field.unique === 'object' ? field.unique.within : null;
    const path = `${field.personal ? 'blind' : 'uniq'}.${name}`;
    const keyOf = (row: ImportRow) => {
      const { values, doc } = row;
      if (doc && !(name in values) && !(within && within in values)) return null;
      const whole = doc ? { ...doc, ...values } : values;
      // Numbers are compared as text.
      const value = typeof whole[name] === 'number' ? String(whole[name]) : whole[name];
      if (typeof value !== 'string') return null;
      return field.personal
        ? blindOf(ctx, row, name, value)
        : within
          ? `${String(whole[within])} ${uniqueKey(field, value)}`
          : uniqueKey(field, value);
    };
    const keys = new Map<string, ImportRow[]>();
    for (const row of rows) {
      const key = keyOf(row);
      const same = key && keys.get(key);
      if (same) same.push(row);
      else if (key) keys.set(key, [row]);
    }
    const taken = await modelOf(definition)
      .find({ projectId: ctx.projectId, deletedAt: null, [path]: { $in: [...keys.keys()] } }, { [path]: 1 })
      .lean<Stored[]>();
    for (const { _id, blind, uniq } of taken)
      for (const row of keys.get(String((field.personal ? blind : uniq)?.[name])) ?? [])
        if (row.doc?._id !== _id) row.errors[at] ??= { code: field.taken ?? 'ALREADY_EXISTS' };
    for (const [first, ...others] of keys.values())
      for (const row of others) row.errors[at] ??= { code: 'REPEATED', params: { row: first?.row ?? 0 } };
  }
}
