import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import { clockMs } from '../../kit/database/clock.ts';
import { db } from '../../kit/database/database.ts';
import { asUnderway } from '../../kit/http/underway.ts';
import { log } from '../../kit/ops/log.ts';
import { changesIn } from '../../kit/store/kept.ts';
import { collectionOf, type Stored } from '../../kit/store/schema.ts';

// A building has records of a hundred modules, most of them few. How the words of those few begin is kept in memory, so that a search asks only the
// modules that may answer it: each question costs the database more than what it finds.

/** Of a module with more records than these nothing is kept: it is always asked. */
const MOST = 300;
/** So many letters of each word are kept. */
const LETTERS = 3;
/** What changes all the time is read again once in so long, and asked in between. */
const AGAIN_MS = 5000;

interface Heads {
  /** The count of changes that they were read at; null while they are read for the first time. */
  at: number | null;
  /** How the search keys of the module's records begin; null: there are too many. */
  heads: ReadonlySet<string> | null;
  /** When they are read again at the earliest. */
  again: number;
}
const known = new LRUCache<string, Heads>({ max: 50_000, ttl: 600_000 });

export const headOf = (key: string): string => key.slice(0, LETTERS);

/** Whether live records of a definition in a project may hold search keys that begin so; where that is not known now, they may. */
export function mayHold(definition: Definition, projectId: string, heads: readonly string[]): boolean {
  const key = `${definition.name}:${projectId}`;
  const now = known.get(key);
  const at = changesIn(definition.name, projectId);
  if (now?.at === at) return now.heads === null || heads.every(head => now.heads?.has(head));
  if (!now || (now.heads !== null && clockMs() >= now.again)) readSoon(definition, projectId, key, at);
  return true;
}

function readSoon(definition: Definition, projectId: string, key: string, at: number): void {
  known.set(key, { at: null, heads: new Set(), again: Number.POSITIVE_INFINITY });
  asUnderway(read(definition, projectId))
    .then(heads => known.set(key, { at, heads, again: clockMs() + AGAIN_MS }))
    .catch(error => {
      known.delete(key);
      log.warn({ error: String(error), entity: definition.name }, 'how words begin could not be read');
    });
}

async function read(definition: Definition, projectId: string): Promise<ReadonlySet<string> | null> {
  const docs = await db()
    .collection<Stored>(collectionOf(definition))
    .find({ projectId, deletedAt: null }, { projection: { _id: 0, keys: 1 }, limit: MOST + 1, maxTimeMS: 2000 })
    .toArray();
  return docs.length > MOST ? null : new Set(docs.flatMap(({ keys }) => (keys ?? []).map(headOf)));
}
