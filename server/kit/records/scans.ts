import type { Definition } from '@lobby/shared/kit/definition.ts';
import { createQueue } from '../base/queue.ts';
import { collectionWithIndexes } from '../store/schema.ts';

/** A query within a project. */
export type Query = Record<string, unknown> & { projectId: string };

/** So many at once: more of them only take the database's time from each other, until all of them have taken too long. */
const AT_ONCE = 3;
const serializeBy = createQueue(AT_ONCE);

/** What narrows a list, by its definition: the field behind the project in each index; a status alone leaves most of a project. */
const narrowing = new WeakMap<Definition, ReadonlySet<string>>();
function narrowingOf(definition: Definition): ReadonlySet<string> {
  const known = narrowing.get(definition);
  if (known) return known;
  const fields = collectionWithIndexes(definition).indexes.map(({ key }) => Object.keys(key)[1] ?? '');
  const found = new Set(fields.filter(name => name !== 'status' && name !== 'deletedAt'));
  narrowing.set(definition, found);
  return found;
}

/** Whether a query walks all records of a project: it asks for something, and no index begins with any of it. */
export function isScan(definition: Definition, { projectId: _project, deletedAt: _live, ...asked }: Query): boolean {
  const names = Object.keys(asked).filter(name => name !== 'status' && !name.startsWith('$'));
  const fields = narrowingOf(definition);
  return names.length > 0 && !names.some(name => fields.has(name));
}

/** Reads by a query; what walks a whole project waits for its turn. */
export const inTurn = <T>(definition: Definition, query: Query, read: () => Promise<T>): Promise<T> =>
  isScan(definition, query) ? serializeBy(read) : read();
