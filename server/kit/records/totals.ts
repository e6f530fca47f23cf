import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import type { EventRow } from '../store/events.ts';
import { modelOf, REMOVED, REMOVED_INDEX } from '../store/schema.ts';
import { inTurn, type Query } from './scans.ts';

/**
 * Totals of lists, tabs and badges: counted, never incremented, and kept per project and filter. An event of the module makes them stale; the
 * next reader counts again, readers share one count, and there is at most one count per filter every 250 ms for the writes of others, and at once
 * after one's own (architecture.md, One write).
 */
const PAUSE_MS = 250;

interface Total {
  count: number;
  /** When the count that is kept was begun. */
  begun: number;
  /** Generation of the module's writes that it has seen. */
  seen: number;
  running: Promise<number> | null;
}

const totals = new LRUCache<string, Total>({ max: 5000 });
/** How many totals are kept in memory. */
export const keptTotals = (): number => totals.size;
/** Module of a project -> writes so far, and the last write of each person. */
const writes = new Map<string, { generation: number; own: Map<string, number> }>();

const moduleKey = (projectId: string, entity: string) => `${projectId}:${entity}`;

/** Marks the totals of an event's module stale; called after own commits and for every event of the feed. */
export function staleTotals(event: Pick<EventRow, 'projectId' | 'entity' | 'actor'>): void {
  const key = moduleKey(event.projectId, event.entity);
  const state = writes.get(key) ?? { generation: 0, own: new Map<string, number>() };
  state.generation++;
  if (state.own.size > 500) state.own.clear();
  state.own.set(event.actor.id, state.generation);
  writes.set(key, state);
}

/** Reads past every pause: for counts that are themselves sent with pauses, and would otherwise stay behind the last write. */
export const EVERY_WRITE = Symbol('every write');

/**
 * Counts without `deletedAt: null`, which no index can answer (each match would be fetched: ten times the cost), and takes off what was
 * removed. A write between the two counts makes the total stale like any other.
 */
async function count(definition: Definition, { deletedAt: _live, ...query }: Query): Promise<number> {
  const model = modelOf(definition);
  const [all, removed] = await Promise.all([
    model.countDocuments(query).maxTimeMS(2000),
    model
      .countDocuments({ ...query, ...REMOVED })
      .hint(REMOVED_INDEX)
      .maxTimeMS(2000),
  ]);
  return all - removed;
}

/** How many live records answer the query; `reader` sees own writes at once. */
export async function loadTotal(
  definition: Definition,
  query: Query,
  reader: string | typeof EVERY_WRITE,
): Promise<number> {
  // No event says that it has become another.
  if (definition.silent) return inTurn(definition, query, () => count(definition, query));
  const key = `${definition.name}:${JSON.stringify(query)}`;
  const state = writes.get(moduleKey(query.projectId, definition.name));
  const generation = state?.generation ?? 0;
  const own = reader === EVERY_WRITE ? generation : (state?.own.get(reader) ?? 0);
  const kept = totals.get(key);
  if (kept) {
    if (kept.seen >= generation && !kept.running) return kept.count;
    if (kept.running && kept.seen >= own) return kept.running;
    if (!kept.running && kept.seen >= own && performance.now() - kept.begun < PAUSE_MS) return kept.count;
  }
  const total: Total = { count: kept?.count ?? 0, begun: performance.now(), seen: generation, running: null };
  total.running = inTurn(definition, query, () => count(definition, query))
    .then(found => {
      total.count = found;
      return found;
    })
    .finally(() => {
      total.running = null;
    });
  totals.set(key, total);
  return total.running.catch(error => {
    totals.delete(key);
    throw error;
  });
}
