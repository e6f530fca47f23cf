import type { Definition } from '@lobby/shared/kit/definition.ts';
import { createQueue } from '../../base/queue.ts';
import { collectionWithIndexes } from '../../store/schema.ts';

/** A query within a project. */
export type Query = Record<string, unknown> & { projectId: string };

/** Concurrent scans: more of them only slow each other down until all time out. */
const AT_ONCE = 3;
const serializeBy = createQueue(AT_ONCE);

/** Fields that narrow a list by an index, by definition. A status alone does not narrow enough. */
const narrowing = new WeakMap<Definition, ReadonlySet<string>>();
function narrowingOf(definition: Definition): ReadonlySet<string> {
  const cached = narrowing.get(definition);
  if (cached) return cached;
  const fields = collectionWithIndexes(definition).indexes.map(({ key }) => Object.keys(key)[1] ?? '');
  const names = new Set(fields.filter(name => name !== 'status' && name !== 'deletedAt'));
  narrowing.set(definition, names);
  return names;
}

/** Whether a query scans all records of a project: it has conditions, but none on a leading index field. */
export function isScan(
  definition: Definition,
  { projectId: _project, deletedAt: _live, ...conditions }: Query,
): boolean {
  const names = Object.keys(conditions).filter(name => name !== 'status' && !name.startsWith('$'));
  const fields = narrowingOf(definition);
  return names.length > 0 && !names.some(name => fields.has(name));
}

/** Runs a read; scans wait for their turn. */
export const inTurn = <T>(definition: Definition, query: Query, read: () => Promise<T>): Promise<T> =>
  isScan(definition, query) ? serializeBy(read) : read();
