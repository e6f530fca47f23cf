import type { Definition } from '@lobby/shared/kit/definition.ts';
import { newId } from '../kit/database/database.ts';
import { filled, keysOf, nested, type Stored, sealed } from '../kit/store/schema.ts';

/** A record as it is stored, of values that were kept elsewhere or come with the product. */
export function storedRecord(
  definition: Definition,
  projectId: string,
  given: Record<string, unknown>,
  now: Date,
): Stored {
  const values = filled(definition, given);
  const base = { _id: newId(), projectId, version: 1, createdAt: now, updatedAt: now, deletedAt: null };
  const kept = sealed(definition, projectId, values, { ...values, _id: base._id });
  const keys = keysOf(definition, { ...kept, ...values }, {});
  return { ...base, ...nested(kept), ...(keys && { keys }) } as Stored;
}
