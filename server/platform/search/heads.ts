import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import { clockMs } from '../../kit/database/clock.ts';
import { asUnderway } from '../../kit/http/underway.ts';
import { log } from '../../kit/ops/log.ts';
import { changesIn } from '../../kit/store/kept.ts';
import { records } from '../../kit/store/records.ts';

// A project has records in a hundred modules, few in most. The prefixes of search words in small modules are cached, so that
// a search queries only modules that may match: each query costs the database more than reading its results.

/** Modules with more records than this are not cached, and always searched. */
const MOST = 300;
/** Letters kept of each word. */
const LETTERS = 3;
/** Modules that change constantly are reloaded at most this often, and searched in between. */
const AGAIN_MS = 5000;

interface Heads {
  /** Change count when it was loaded; null during the first load. */
  at: number | null;
  /** Prefixes of the module's search keys; null if there are too many. */
  heads: ReadonlySet<string> | null;
  /** Earliest time to reload. */
  again: number;
}
const cache = new LRUCache<string, Heads>({ max: 50_000, ttl: 600_000 });

export const headOf = (key: string): string => key.slice(0, LETTERS);

/** Whether live records of a definition in a project may have search keys with these prefixes. True if unknown. */
export function mayHold(definition: Definition, projectId: string, heads: readonly string[]): boolean {
  const key = `${definition.name}:${projectId}`;
  const now = cache.get(key);
  const at = changesIn(definition.name, projectId);
  if (now?.at === at) return now.heads === null || heads.every(head => now.heads?.has(head));
  if (!now || (now.heads !== null && clockMs() >= now.again)) readSoon(definition, projectId, key, at);
  return true;
}

function readSoon(definition: Definition, projectId: string, key: string, at: number): void {
  cache.set(key, { at: null, heads: new Set(), again: Number.POSITIVE_INFINITY });
  asUnderway(read(definition, projectId))
    .then(heads => cache.set(key, { at, heads, again: clockMs() + AGAIN_MS }))
    .catch(error => {
      cache.delete(key);
      log.warn({ error: String(error), entity: definition.name }, 'how words begin could not be read');
    });
}

async function read(definition: Definition, projectId: string): Promise<ReadonlySet<string> | null> {
  const docs = await records(definition).find({ projectId }, {}, { only: ['keys'], limit: MOST + 1, patience: 2000 });
  return docs.length > MOST ? null : new Set(docs.flatMap(({ keys }) => (keys ?? []).map(headOf)));
}
