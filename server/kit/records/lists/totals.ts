import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LRUCache } from 'lru-cache';
import type { EventRow } from '../../store/events.ts';
import { records } from '../../store/records.ts';
import { modelOf, REMOVED, REMOVED_INDEX } from '../../store/schema.ts';
import { inTurn, type Query } from './scans.ts';

/**
 * Totals of lists, tabs and badges: counted, never incremented, and cached per project and filter. An event of the module
 * makes them stale, the next reader counts again, and readers share one count. Writes of others cause at most one count per
 * filter every 250 ms; one's own write causes one at once (architecture.md, One write).
 */
const PAUSE_MS = 250;

interface Total {
  count: number;
  /** When the cached count was started. */
  begun: number;
  /** Generation of the module's writes that the count includes. */
  seen: number;
  running: Promise<number> | null;
}

const totals = new LRUCache<string, Total>({ max: 5000 });
/** Number of cached totals. */
export const keptTotals = (): number => totals.size;
/** Module of a project -> number of writes, and the last write of each person. */
const writes = new Map<string, { generation: number; own: Map<string, number> }>();

const moduleKey = (projectId: string, entity: string) => `${projectId}:${entity}`;

/** Marks the totals of an event's module as stale. Called after this server's commits and for each event of the feed. */
export function staleTotals(event: Pick<EventRow, 'projectId' | 'entity' | 'actor'>): void {
  const key = moduleKey(event.projectId, event.entity);
  const state = writes.get(key) ?? { generation: 0, own: new Map<string, number>() };
  state.generation++;
  if (state.own.size > 500) state.own.clear();
  state.own.set(event.actor.id, state.generation);
  writes.set(key, state);
}

/** Ignores the pause, for counts that are sent with pauses of their own and would otherwise miss the last write. */
export const EVERY_WRITE = Symbol('every write');

/**
 * Counts without `deletedAt: null`, which no index can answer (fetching each match takes ten times as long), and subtracts
 * the removed ones. A write between the two counts makes the total stale as usual.
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

/** Sum of a field of the live records that match. */
async function addUp(definition: Definition, query: Query, field: string): Promise<number> {
  const stages = [{ $group: { _id: null, sum: { $sum: `$${field}` } } }];
  const [row] = await records(definition).aggregate<{ sum: number }>(query, query, stages);
  return row?.sum ?? 0;
}

/**
 * Number of live records that match, or the sum of a field of them; `reader` sees the effect of own writes at once.
 */
export async function loadTotal(
  definition: Definition,
  query: Query,
  reader: string | typeof EVERY_WRITE,
  sum?: string,
): Promise<number> {
  const read = () => (sum ? addUp(definition, query, sum) : count(definition, query));
  // Changes of silent definitions cause no events, so a cached total would never become stale.
  if (definition.silent) return inTurn(definition, query, read);
  const key = `${definition.name}:${sum ?? ''}:${JSON.stringify(query)}`;
  const state = writes.get(moduleKey(query.projectId, definition.name));
  const generation = state?.generation ?? 0;
  const ownWrites = reader === EVERY_WRITE ? generation : (state?.own.get(reader) ?? 0);
  const last = totals.get(key);
  if (last) {
    if (last.seen >= generation && !last.running) return last.count;
    if (last.running && last.seen >= ownWrites) return last.running;
    if (!last.running && last.seen >= ownWrites && performance.now() - last.begun < PAUSE_MS) return last.count;
  }
  const total: Total = { count: last?.count ?? 0, begun: performance.now(), seen: generation, running: null };
  total.running = inTurn(definition, query, read)
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
