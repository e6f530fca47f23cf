import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import type { Session } from '../database/database.ts';
import { type EventRow, writtenIn } from './events.ts';
import { type Loaded, records, type Where } from './records.ts';
import type { Stored } from './schema.ts';

// Sets of records that every act of a project asks for, and that hardly ever change: calendars, rules, levels, the people of a unit. Reading them
// anew each time would cost more than the act itself.

/** So many records of a set are read, and no more. */
const MOST = 1000;

interface Kept {
  /** The count of changes that it was read at. */
  at: number;
  docs: Promise<readonly object[]>;
}
const sets = new LRUCache<string, Kept>({ max: 20_000, ttl: 60_000 });
/** How often records of a definition changed in a project; what was read before that moment does not hold after it. */
const changes = new Map<string, number>();

/** How often records of a definition changed in a project since this server started: what was read while the count was another is old. */
export const changesIn = (entity: string, projectId: string): number => changes.get(keyOf(entity, projectId)) ?? 0;

const keyOf = (entity: string, projectId: string) => `${entity}:${projectId}`;

/**
 * The live records of a definition in a project that `where` finds, in the order of their ids, up to 1,000: from memory until one of the
 * definition changes there, at any server. Within a `session` that has changed some itself, as it sees them. They are shared: never changed.
 */
export async function loadKept<const D extends Definition>(
  { projectId }: Readonly<{ projectId: string }>,
  definition: D,
  where?: Where<D>,
  session?: Session,
): Promise<readonly Loaded<D>[]> {
  const read = async (own?: Session) => {
    const found = await records(definition).in(own).find({ projectId }, where, { limit: MOST, patience: 2000 });
    return byId(found as Loaded<D>[]);
  };
  if (session && writtenIn(session).some(({ entity }) => entity === definition.name)) return read(session);
  const of = keyOf(definition.name, projectId);
  const key = `${of}:${JSON.stringify(where ?? {})}`;
  const at = changesIn(definition.name, projectId);
  const known = sets.get(key);
  if (known?.at === at) return known.docs as Promise<readonly Loaded<D>[]>;
  const docs = read();
  sets.set(key, { at, docs });
  docs.catch(() => sets.delete(key));
  return docs;
}

const byId = <T extends Pick<Stored, '_id'>>(docs: readonly T[]): readonly T[] =>
  docs.toSorted((a, b) => (a._id < b._id ? -1 : 1));

/** Has what is kept read anew after an event; called for every event of every server. */
export function forgetKept({ entity, projectId }: Pick<EventRow, 'entity' | 'projectId'>): void {
  const of = keyOf(entity, projectId);
  changes.set(of, (changes.get(of) ?? 0) + 1);
}
