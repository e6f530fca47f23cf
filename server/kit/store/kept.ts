import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import type { Session } from '../database/database.ts';
import { type EventRow, writtenIn } from './events.ts';
import { type Loaded, records, type Where } from './records.ts';
import type { Stored } from './schema.ts';

// Caches sets of records that many acts of a project read and that rarely change: calendars, rules, levels, the people of a
// unit. Loading them each time would cost more than the act itself.

/** Limit of records per set. */
const MOST = 1000;

interface Kept {
  /** Change count when it was loaded. */
  at: number;
  docs: Promise<readonly object[]>;
}
const sets = new LRUCache<string, Kept>({ max: 20_000, ttl: 60_000 });
/** Number of changes per definition and project; a set loaded at a lower count is stale. */
const changes = new Map<string, number>();

/** Number of changes of a definition in a project since this server started. A value loaded at another count is stale. */
export const changesIn = (entity: string, projectId: string): number => changes.get(keyOf(entity, projectId)) ?? 0;

const keyOf = (entity: string, projectId: string) => `${entity}:${projectId}`;

/**
 * Live records of a definition in a project that match `where`, by id, up to 1,000. Served from memory until a record of the
 * definition changes there, on any server. Within a `session` that changed some itself, reads them as it sees them. The
 * result is shared and must not be mutated.
 */
export async function loadKept<const D extends Definition>(
  { projectId }: Readonly<{ projectId: string }>,
  definition: D,
  where?: Where<D>,
  session?: Session,
): Promise<readonly Loaded<D>[]> {
  const read = async (within?: Session) => {
    const rows = await records(definition).in(within).find({ projectId }, where, { limit: MOST, patience: 2000 });
    return byId(rows as Loaded<D>[]);
  };
  if (session && writtenIn(session).some(({ entity }) => entity === definition.name)) return read(session);
  const of = keyOf(definition.name, projectId);
  const key = `${of}:${JSON.stringify(where ?? {})}`;
  const at = changesIn(definition.name, projectId);
  const cached = sets.get(key);
  if (cached?.at === at) return cached.docs as Promise<readonly Loaded<D>[]>;
  const docs = read();
  sets.set(key, { at, docs });
  docs.catch(() => sets.delete(key));
  return docs;
}

const byId = <T extends Pick<Stored, '_id'>>(docs: readonly T[]): readonly T[] =>
  docs.toSorted((a, b) => (a._id < b._id ? -1 : 1));

/** Makes cached sets stale after an event; called for every event of every server. */
export function forgetKept({ entity, projectId }: Pick<EventRow, 'entity' | 'projectId'>): void {
  const of = keyOf(entity, projectId);
  changes.set(of, (changes.get(of) ?? 0) + 1);
}
