import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';

export type Level = Doc<typeof serviceLevel>;
type Ticket = Doc<typeof ticket>;

const MOST_LEVELS = 500;

/** The closest level to a type and a priority: of both, of the type, of the priority, of any. */
export async function findLevel(
  projectId: string,
  typeId: string | null | undefined,
  priority: Ticket['priority'] | null | undefined,
): Promise<Level | null> {
  const levels = await records(serviceLevel).find(
    { projectId },
    { active: true, typeId: { $in: [typeId ?? null, null] }, priority: { $in: [priority ?? null, null] } },
    { sort: { 'sorted.name': 1, _id: 1 }, limit: MOST_LEVELS, patience: 2000 },
  );
  const closeness = (one: Level) => (one.typeId ? 2 : 0) + (one.priority ? 1 : 0);
  return levels.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? null;
}

/** The level that a request was given; null where it has none, or that is gone. */
export async function loadLevel({ projectId, serviceLevelId }: Ticket): Promise<Level | null> {
  if (!serviceLevelId) return null;
  return (await loadRefs(projectId, serviceLevel, [serviceLevelId])).get(serviceLevelId) ?? null;
}
