import { byName } from '@lobby/shared/kit/collation.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { loadKept } from '../../kit/store/kept.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';

export type Level = Doc<typeof serviceLevel>;
type Ticket = Doc<typeof ticket>;

/** The closest level to a type and a priority: of both, of the type, of the priority, of any. */
export async function findLevel(
  projectId: string,
  typeId: string | null | undefined,
  priority: Ticket['priority'] | null | undefined,
): Promise<Level | null> {
  const active = await loadKept({ projectId }, serviceLevel, { active: true });
  const levels = active
    .filter(one => (one.typeId ?? typeId) === typeId && (one.priority ?? priority) === priority)
    .toSorted((a, b) => byName(a.name, b.name));
  const closeness = (one: Level) => (one.typeId ? 2 : 0) + (one.priority ? 1 : 0);
  return levels.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? null;
}

/** The level that a request was given; null where it has none, or that is gone. */
export async function loadLevel({ projectId, serviceLevelId }: Ticket): Promise<Level | null> {
  if (!serviceLevelId) return null;
  return (await loadRefs(projectId, serviceLevel, [serviceLevelId])).get(serviceLevelId) ?? null;
}
