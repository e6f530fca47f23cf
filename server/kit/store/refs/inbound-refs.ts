import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from '../../base/context.ts';
import { fail } from '../../base/errors.ts';
import type { Session } from '../../database/database.ts';
import { modelOf, type Stored } from '../schema.ts';
import { targetOf } from './refs.ts';

/** Refuses something because records of a definition still use it. `why` explains acts other than a removal. */
export const failInUse = ({ code: module, name: entity }: Definition, count: number, more: Refused = {}): never =>
  fail('IN_USE', { module, entity, count, ...more });

/** Details of such a refusal. */
interface Refused {
  /** The referring field. */
  field?: string;
  /** Whether the records are of the same kind, nested inside. */
  inside?: boolean;
  why?: string;
  [param: string]: unknown;
}

/** Fields of all definitions that refer to records of one. */
export const pointingAt = (definition: Definition, all: readonly Definition[]) =>
  all.flatMap(other =>
    pointersOf(other.fields).flatMap(([name, field]) =>
      (field.kind === 'ref' || field.kind === 'refs') && targetOf(field.to).name === definition.name
        ? [{ other, name, field }]
        : [],
    ),
  );

/** Fields, including those of lines, by stored path. */
const pointersOf = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
    field.kind === 'lines'
      ? Object.entries(field.of).map(([inner, part]): [string, Field] => [`${name}.${inner}`, part])
      : [[name, field]],
  );

/**
 * Refuses an act on a record that others refer to, except its parts; the error names all kinds that refer to it and how
 * often (domain.md 13). Within the transaction that removes the record, no new reference can be added afterwards (`guards.ts`).
 */
export async function assertUnused(
  { projectId }: Ctx,
  definition: Definition,
  doc: Stored,
  all: readonly Definition[],
  code = 'IN_USE',
  session?: Session,
): Promise<void> {
  const users: Refused[] = [];
  for (const { other, name, field } of pointingAt(definition, all)) {
    if (field.part || field.holds?.length === 0) continue;
    const within = field.holds && { status: { $in: [...field.holds] } };
    const query = { projectId, deletedAt: null, [name]: doc._id, ...within };
    const count = await modelOf(other)
      .countDocuments(query, { ...(session && { session }) })
      .maxTimeMS(2000);
    // A record that refers to it by several fields is told once.
    if (count > 0 && !users.some(({ entity }) => entity === other.name))
      users.push({ module: other.code, entity: other.name, field: name, count, inside: other === definition });
  }
  const [first, ...others] = users;
  if (first) fail(code, { ...first, ...(others.length > 0 && { others }) });
}
