import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from '../base/context.ts';
import { fail } from '../base/errors.ts';
import type { Session } from '../database/database.ts';
import { targetOf } from './refs.ts';
import { modelOf, type Stored } from './schema.ts';

/** Refuses what must not be done while records of a definition stand on it; `why` names words of its own where it is no removal. */
export const failInUse = ({ code: module, name: entity }: Definition, count: number, more: Refused = {}): never =>
  fail('IN_USE', { module, entity, count, ...more });

/** What else a refusal says of what is in use. */
interface Refused {
  /** By which field. */
  field?: string;
  /** They are of its own kind. */
  inside?: boolean;
  why?: string;
  [param: string]: unknown;
}

/** The fields of all definitions that point at records of one. */
export const pointingAt = (definition: Definition, all: readonly Definition[]) =>
  all.flatMap(other =>
    pointersOf(other.fields).flatMap(([name, field]) =>
      (field.kind === 'ref' || field.kind === 'refs') && targetOf(field.to).name === definition.name
        ? [{ other, name, field }]
        : [],
    ),
  );

/** Fields with those of their lines, by the paths under which they are stored. */
const pointersOf = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
    field.kind === 'lines'
      ? Object.entries(field.of).map(([inner, one]): [string, Field] => [`${name}.${inner}`, one])
      : [[name, field]],
  );

/**
 * Refuses what must not be done to a record that others refer to, except its parts; the error names what they are and how many (domain.md 13). Within
 * the transaction that removes it, nobody begins to refer to it afterwards (`guards.ts`).
 */
export async function assertUnused(
  { projectId }: Ctx,
  definition: Definition,
  doc: Stored,
  all: readonly Definition[],
  code = 'IN_USE',
  session?: Session,
): Promise<void> {
  for (const { other, name, field } of pointingAt(definition, all)) {
    if (field.part || field.holds?.length === 0) continue;
    const within = field.holds && { status: { $in: [...field.holds] } };
    const query = { projectId, deletedAt: null, [name]: doc._id, ...within };
    const count = await modelOf(other)
      .countDocuments(query, { ...(session && { session }) })
      .maxTimeMS(2000);
    if (count > 0)
      fail(code, { module: other.code, entity: other.name, field: name, count, inside: other === definition });
  }
}
