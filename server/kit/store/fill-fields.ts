import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Fields } from '@lobby/shared/kit/fields.ts';
import { db } from '../database/database.ts';
import { log } from '../ops/log.ts';
import { collectionOf } from './schema.ts';

/** Names of fields by definition; those of lines as `lines.amount`. */
type Names = Record<string, string[]>;
interface Shapes {
  _id: 'fields';
  /** Fields that all stored documents have. */
  of: Names;
  /** Those added last. */
  added: Names;
  at: Date;
}
const shapes = () => db().collection<Shapes>('shapes');

/** Servers are replaced one after the other: until then one of the version before stores documents without the new fields. */
const REPLACED_MS = DAY_MS;

const namesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...(field.kind === 'lines' ? Object.keys(field.of).map(inner => `${name}.${inner}`) : []),
  ]);

const note = (definitions: readonly Definition[], added: Names, at: Date) =>
  shapes().replaceOne(
    { _id: 'fields' },
    { of: Object.fromEntries(definitions.map(({ name, fields }) => [name, namesOf(fields)])), added, at },
    { upsert: true },
  );

/** Notes in a new database that its documents will have all fields. */
export async function skipFields(definitions: readonly Definition[]): Promise<void> {
  await note(definitions, {}, new Date());
}

/**
 * Gives stored documents the fields that were added to their definitions since the last start, with the value of a new record for which nothing is
 * given: rules rely on `Doc<D>`, which knows no missing field. No event tells of it.
 */
export async function fillFields(definitions: readonly Definition[], now = new Date()): Promise<void> {
  const stored = await shapes().findOne({ _id: 'fields' });
  const isLate = !stored || now.getTime() - stored.at.getTime() > REPLACED_MS;
  const added: Names = {};
  for (const { name, fields } of definitions) {
    const filled = new Set(stored?.of[name]);
    const lately = new Set(isLate ? [] : stored.added[name]);
    const names = namesOf(fields).filter(field => !filled.has(field) || lately.has(field));
    if (names.length > 0) added[name] = names;
  }
  for (const definition of definitions) {
    const names = added[definition.name];
    const count = names ? await fill(definition, names) : 0;
    if (count > 0) log.info({ definition: definition.name, fields: names, count }, 'stored documents got new fields');
  }
  const isNew = definitions.some(({ name }) => added[name]?.some(field => !stored?.of[name]?.includes(field)));
  await note(definitions, added, isNew || !stored ? now : stored.at);
}

async function fill(definition: Definition, added: readonly string[]): Promise<number> {
  const whole = added.filter(name => !name.includes('.'));
  const inner = added.filter(name => name.includes('.') && !whole.includes(listOf(name)));
  const without = [
    ...whole.map(name => ({ [name]: { $exists: false } })),
    ...inner.map(name => ({ [listOf(name)]: { $elemMatch: { [partOf(name)]: { $exists: false } } } })),
  ];
  const set = {
    ...Object.fromEntries(
      whole.map(name => [
        name,
        { $cond: [{ $eq: [{ $type: `$${name}` }, 'missing'] }, { $literal: emptyOf(definition, name) }, `$${name}`] },
      ]),
    ),
    ...Object.fromEntries(
      [...Map.groupBy(inner, listOf)].map(([list, names]) => {
        const empty = Object.fromEntries(names.map(name => [partOf(name), emptyOf(definition, name)]));
        const completed = { $mergeObjects: [{ $literal: empty }, '$$line'] };
        return [list, { $map: { input: `$${list}`, as: 'line', in: completed } }];
      }),
    ),
  };
  const { modifiedCount } = await db()
    .collection(collectionOf(definition))
    .updateMany({ $or: without }, [{ $set: set }]);
  return modifiedCount;
}

const listOf = (name: string): string => name.slice(0, name.indexOf('.'));
const partOf = (name: string): string => name.slice(name.indexOf('.') + 1);

function emptyOf({ fields }: Definition, name: string): unknown {
  const field = fields[name.includes('.') ? listOf(name) : name];
  const part = field?.kind === 'lines' && name.includes('.') ? field.of[partOf(name)] : field;
  return part ? emptyValue(part) : null;
}
