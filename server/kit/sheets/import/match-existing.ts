import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Field } from '@lobby/shared/kit/fields.ts';
import { fold, isUnaccented, nameKey } from '@lobby/shared/kit/text-search.ts';
import type { Ctx } from '../../base/context.ts';
import { holdKeys } from '../../privacy/person-keys.ts';
import { blindIndex, maskOf, open } from '../../privacy/personal.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import { stored } from '../../store/keys/seal.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { isElsewhere, joinKnown, placesIn } from './further-homes.ts';

/** Prefix of a key part that matches only if its field is empty. */
const EMPTY = '!';

/** Sets of fields by which rows match existing records, the most certain first; empty if rows only create records. */
export function keysOfImport({ imports }: Definition): readonly (readonly string[])[] {
  if (typeof imports !== 'object') return [];
  const { keys, without } = imports;
  return without ? [...keys, [...without.by, `${EMPTY}${without.field}`]] : keys;
}

/** Finds the record of each row, by the first key that the row fills and that matches any. */
export async function findKnown(
  ctx: Ctx,
  definition: Definition,
  rows: readonly ImportRow[],
  hidden: ReadonlySet<string>,
): Promise<void> {
  const keys = keysOfImport(definition).filter(key => !key.some(name => hidden.has(name)));
  const recordsByKey = await recordsBy(ctx, definition, keys);
  const first = new Map<string, ImportRow[]>();
  const { homes } = typeof definition.imports === 'object' ? definition.imports : {};
  for (const row of rows) {
    const others = new Set<string>();
    for (const [n, key] of keys.entries()) {
      const alike = recordsByKey[n]?.get(wordsOf(key, name => wordOfRow(ctx, definition, name, row)) ?? '') ?? [];
      const at = key[0] ?? '';
      const docs = isShared(definition, key) ? alike.filter(doc => isSamePerson(definition, row, doc)) : alike;
      if (alike[0] && docs.length === 0)
        row.errors[at] ??= { code: 'IMPORT_OTHER_PERSON', params: { name: String(alike[0][definition.title]) } };
      for (const doc of alike) if (!docs.includes(doc)) others.add(doc._id);
      const [doc, another] = docs;
      if (!doc) continue;
      if (others.has(doc._id)) break;
      for (const [before] of keys.slice(0, n)) if (before) delete row.errors[before];
      const rowsBefore = first.get(doc._id) ?? [];
      const [other] = rowsBefore;
      if (another) row.errors[at] = { code: 'IMPORT_AMBIGUOUS', params: { count: docs.length } };
      else if (other && !(homes && isElsewhere(homes, rowsBefore, row)))
        row.errors[at] = { code: 'REPEATED', params: { row: other.row } };
      else first.set(doc._id, [...rowsBefore, row]);
      break;
    }
  }
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, deletedAt: null, _id: { $in: [...first.keys()] } })
    .lean<Stored[]>();
  if (definition.person) await holdKeys(docs);
  for (const doc of docs) {
    for (const row of first.get(doc._id) ?? []) {
      row.doc = doc;
      if (isPast(definition, doc))
        row.errors[definition.title] = { code: 'IMPORT_OF_PAST', params: { name: String(doc[definition.title]) } };
    }
  }
  joinKnown(definition, rows);
}

const isPast = ({ imports }: Definition, doc: Stored) =>
  typeof imports === 'object' && imports.current !== undefined && doc[imports.current] === false;

/** Families share phones and mailboxes, so these alone do not identify a person. */
const isShared = ({ imports }: Definition, key: readonly string[]) =>
  typeof imports === 'object' && key.every(name => imports.shared?.includes(name));

/** Whether nothing in a row contradicts an existing person. */
function isSamePerson({ title, fields }: Definition, { values, years }: ImportRow, doc: Stored): boolean {
  const name = values[title];
  if (typeof name === 'string' && !isCalled(name, String(doc[title]))) return false;
  return Object.entries(fields).every(([of, field]) => {
    if (of === 'gender') return !values[of] || !doc[of] || values[of] === doc[of];
    if (field.kind !== 'date' || !field.year) return true;
    const year = years?.[of] ?? (typeof values[of] === 'string' ? Number(values[of].slice(0, 4)) : null);
    const storedYear = doc[field.year];
    return !year || !storedYear || year === storedYear;
  });
}
const isCalled = (typed: string, name: string) =>
  nameKey(typed) === nameKey(name) || (isUnaccented(typed) && fold(typed) === fold(name));

/** Keys that identify a row's person, without the name. Two rows that share a key are about the same person. */
export function personKeys(ctx: Ctx, definition: Definition, row: ImportRow): string[] {
  const at = typeof definition.imports === 'object' ? definition.imports.homes?.at : undefined;
  const { values, years } = row;
  return keysOfImport(definition).flatMap(key => {
    const words = at && key.includes(at) ? null : wordsOf(key, name => wordOfRow(ctx, definition, name, row));
    if (!words) return [];
    if (!isShared(definition, key)) return [`${key} ${words}`];
    const born = Object.entries(definition.fields).map(([name, field]) =>
      field.kind === 'date' && field.year ? (years?.[name] ?? String(values[name] ?? '').slice(0, 4)) : '',
    );
    return [[key, words, nameKey(String(values[definition.title])), values.gender, ...born].join(' ')];
  });
}

/** Fields that tell people apart who share a phone. */
const tellingFields = ({ title, fields }: Definition): string[] => [
  title,
  ...(fields.gender ? ['gender'] : []),
  ...Object.values(fields).flatMap(field => (field.kind === 'date' && field.year ? field.year : [])),
];

/** Existing records by each key. */
async function recordsBy(ctx: Ctx, definition: Definition, keys: readonly (readonly string[])[]) {
  const fieldOf = (name: string) => definition.fields[name];
  const names = [...keys.flat(), ...(keys.some(key => isShared(definition, key)) ? tellingFields(definition) : [])];
  const all = typeof definition.imports === 'object' && definition.imports.homes?.all;
  const shown = names
    .map(name => emptyPart(name) ?? name)
    .map(name => (fieldOf(name)?.personal ? `blind.${name}` : name));
  if (all) shown.push(all);
  const docs = await modelOf(definition)
    .find({ projectId: ctx.projectId, deletedAt: null }, Object.fromEntries(shown.map(path => [path, 1])))
    .lean<Stored[]>();
  return keys.map(key => {
    const byWords = new Map<string, Stored[]>();
    for (const doc of docs) {
      for (const place of placesIn(definition, key, doc)) {
        const partOf = (name: string) => (name in place ? place[name] : doc[name]);
        const words = wordsOf(key, name => (fieldOf(name)?.personal ? doc.blind?.[name] : partOf(name)));
        if (words) byWords.set(words, [...(byWords.get(words) ?? []), doc]);
      }
    }
    return byWords;
  });
}

/** The field of a key part that must be empty; null for an ordinary part. */
const emptyPart = (name: string): string | null => (name.startsWith(EMPTY) ? name.slice(EMPTY.length) : null);

/** A key as one text with its accents (Hùng is not Hưng); null if a part is missing. */
function wordsOf(key: readonly string[], partOf: (name: string) => unknown): string | null {
  const words = key.map(name => {
    const empty = emptyPart(name);
    if (empty === null) return partOf(name);
    return partOf(empty) ? null : name;
  });
  return words.every(word => typeof word === 'string' && word !== '')
    ? words.map(word => nameKey(String(word))).join('\n')
    : null;
}

function wordOfRow(ctx: Ctx, { fields }: Definition, name: string, row: ImportRow): unknown {
  const value = row.values[name];
  return fields[name]?.personal && typeof value === 'string' ? blindOf(ctx, row, name, value) : value;
}

const digests = new WeakMap<ImportRow, Map<string, string>>();

/** Cached blind index of a personal value, which several keys use. */
export function blindOf({ projectId }: Ctx, row: ImportRow, name: string, value: string): string {
  const cache = digests.get(row) ?? new Map<string, string>();
  digests.set(row, cache);
  const key = `${name}:${value}`;
  const digest = cache.get(key) ?? blindIndex(projectId, name, value);
  cache.set(key, digest);
  return digest;
}

/** Reduces a row to its changes of the record. Empty cells change nothing; masks must be those of the stored values. */
export function keepChanges(ctx: Ctx, { fields }: Definition, row: ImportRow, doc: Stored): void {
  const emptied = (row.emptied ?? []).flatMap(name => {
    const field = fields[name];
    if (field && mayBeEmpty(field)) return [[name, emptyValue(field)] as const];
    row.errors[name] = { code: 'IMPORT_NOT_EMPTIED' };
    return [];
  });
  row.values = Object.fromEntries(
    [...Object.entries(row.values), ...emptied].filter(([name, value]) => {
      const field = fields[name];
      return field && plain(stored(field, value)) !== plain(ownValue(ctx, field, doc[name]));
    }),
  );
  for (const [name, mask] of Object.entries(row.masked ?? {})) {
    const field = fields[name];
    const value = doc[name];
    if (!field || typeof value !== 'string' || maskOf(ctx.projectId, field, value) !== mask.replace(/^'/, ''))
      row.errors[name] = { code: 'IMPORT_MASKED' };
  }
}

const mayBeEmpty = (field: Field) => !field.required && !('initial' in field && field.initial !== undefined);

const ownValue = (ctx: Ctx, field: Field, value: unknown) =>
  field.personal && typeof value === 'string' ? open(ctx.projectId, value) : value;

const isLine = (line: unknown): line is object => typeof line === 'object' && line !== null;
/** Canonical text of a line; a missing part equals an empty one. */
const lineText = (line: unknown): string =>
  isLine(line)
    ? JSON.stringify(
        Object.entries(line)
          .filter(([, part]) => part !== null && part !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : String(line);

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isLine) ? value.map(lineText).join() : [...value].sort().join();
  if (value instanceof Date) return value.getTime();
  return value ?? null;
}
