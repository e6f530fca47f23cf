import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Fields } from '@lobby/shared/kit/fields.ts';
import { db } from '../kit/database/database.ts';
import { log } from '../kit/ops/log.ts';
import { collectionOf } from '../kit/store/schema.ts';

/** Fields that all stored documents of a definition have; those of lines as `lines.amount`. */
interface Shapes {
  _id: 'fields';
  of: Record<string, string[]>;
}
const shapes = () => db().collection<Shapes>('shapes');

const namesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...(field.kind === 'lines' ? Object.keys(field.of).map(inner => `${name}.${inner}`) : []),
  ]);

/** Notes in a new database that its documents will have all fields. */
export async function skipFields(definitions: readonly Definition[]): Promise<void> {
  const of = Object.fromEntries(definitions.map(({ name, fields }) => [name, namesOf(fields)]));
  await shapes().replaceOne({ _id: 'fields' }, { of }, { upsert: true });
}

/**
 * Gives stored documents the fields that were added to their definitions since the last start, with the value of a new record for which nothing is
 * given: rules rely on `Doc<D>`, which knows no missing field. No event tells of it.
 */
export async function fillFields(definitions: readonly Definition[]): Promise<void> {
  const { of = {} } = (await shapes().findOne({ _id: 'fields' })) ?? {};
  for (const definition of definitions) {
    const known = new Set(of[definition.name]);
    const added = namesOf(definition.fields).filter(name => !known.has(name));
    if (added.length === 0) continue;
    const count = await fill(definition, added);
    if (count > 0) log.info({ definition: definition.name, fields: added, count }, 'stored documents got new fields');
  }
  await skipFields(definitions);
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
  const own = field?.kind === 'lines' && name.includes('.') ? field.of[partOf(name)] : field;
  return own ? emptyValue(own) : null;
}
