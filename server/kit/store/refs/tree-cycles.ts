import type { Definition } from '@lobby/shared/kit/definition.ts';
import { failFields } from '../../base/errors.ts';
import { db, type Session } from '../../database/database.ts';
import { serializeBy } from '../../database/serialize.ts';
import { collectionOf, type Stored } from '../schema.ts';

/** Refusal codes for records nested in themselves, by definition. */
const codes = new Map<Definition, string>();

/** Sets the code that refuses to move a record into itself or its descendants. */
export const setCycleCode = (definition: Definition, code: string): void => void codes.set(definition, code);

const isTree = ({ fields, name }: Definition): boolean =>
  fields.parentId?.kind === 'ref' && fields.parentId.to === name;

/**
 * Prevents cycles although several records of a tree move concurrently: serializes the moves of a project's tree. Called
 * after the move is stored.
 */
export async function assertNoCycle(
  definition: Definition,
  { _id, projectId }: Stored,
  set: Record<string, unknown>,
  session: Session,
): Promise<void> {
  if (typeof set.parentId !== 'string' || !isTree(definition)) return;
  await serializeBy(`tree:${definition.name}:${projectId}`, session);
  const seen = new Set<string>();
  for (let id: unknown = set.parentId; typeof id === 'string' && !seen.has(id); ) {
    const code = codes.get(definition) ?? 'REFERENCE_NOT_SUITABLE';
    if (id === _id) failFields({ parentId: { code } }, code);
    seen.add(id);
    const above: Stored | null = await db()
      .collection<Stored>(collectionOf(definition))
      .findOne({ _id: id, projectId }, { session, projection: { parentId: 1 } });
    id = above?.parentId;
  }
}
