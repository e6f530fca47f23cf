import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Timestamp } from 'mongodb';
import type { Ctx } from '../../base/context.ts';
import { databaseSecond } from '../../database/clock.ts';
import { type EventRow, events } from '../../store/events.ts';

/** Acts that make a record appear. */
const ARRIVALS = new Set(['create', 'import', 'restore']);

type PastEvent = Pick<EventRow, 'entityId' | 'action' | 'at' | 'ts' | 'before' | 'after'>;

/** Records that came under a filter after a moment: new ones, and those that a change brought under it. */
export async function cameSince(
  { projectId }: Ctx,
  definition: Definition,
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
  moment: Date,
): Promise<Set<string>> {
  const second = databaseSecond(moment);
  const history = await events()
    .find({
      projectId,
      module: definition.code,
      entity: definition.name,
      ts: { $gte: new Timestamp({ t: second, i: 0 }) },
    })
    .project<PastEvent>({ entityId: 1, action: 1, at: 1, ts: 1, before: 1, after: 1 })
    .sort({ ts: 1 })
    .maxTimeMS(10_000)
    .toArray();
  // Within this second, the time of the request decides whether a change came later; changes stored in later seconds nobody
  // had seen.
  const later = history.filter(({ ts, at }) => ts.getHighBitsUnsigned() > second || at > moment);
  const came = new Set<string>();
  for (const [id, rows] of Map.groupBy(later, ({ entityId }) => entityId))
    if (id && hasCome(definition, query, names, rows)) came.add(id);
  return came;
}

/** Whether a record that matches the filter did not match it before these changes, given in order. */
function hasCome(
  { fields }: Definition,
  query: Readonly<Record<string, unknown>>,
  names: readonly string[],
  rows: readonly PastEvent[],
): boolean {
  if (rows.some(({ action }) => ARRIVALS.has(action))) return true;
  // Field values before the first of the changes.
  const held: Record<string, unknown> = Object.assign({}, ...rows.map(({ before }) => before ?? {}).reverse());
  const changed = new Set(rows.flatMap(({ after }) => Object.keys(after ?? {})));
  if (names.includes('q') && [...changed].some(name => fields[name]?.search)) return true;
  return names.some(name => changed.has(name) && !holds(query[name], held[name]));
}

/** Whether a value meets an equality or `$in` condition. Ranges are not supported. */
function holds(condition: unknown, value: unknown): boolean {
  const wanted = isOneOf(condition) ? condition.$in : [condition];
  const values = [value].flat();
  return wanted.some(item => item === value || values.includes(item));
}

const isOneOf = (condition: unknown): condition is { $in: unknown[] } =>
  typeof condition === 'object' && condition !== null && '$in' in condition && Array.isArray(condition.$in);
