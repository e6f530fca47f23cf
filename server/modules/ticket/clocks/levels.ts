import { byName } from '@lobby/shared/kit/collation.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { loadKept } from '../../../kit/store/kept.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

export type Level = Doc<typeof serviceLevel>;
type Ticket = Doc<typeof ticket>;

/** Most specific service level: for type and priority, for the type, for the priority, for any. */
export async function findLevel(
  projectId: string,
  typeId: string | null | undefined,
  priority: Ticket['priority'] | null | undefined,
): Promise<Level | null> {
  const active = await loadKept({ projectId }, serviceLevel, { active: true });
  const levels = active
    .filter(level => (level.typeId ?? typeId) === typeId && (level.priority ?? priority) === priority)
    .toSorted((a, b) => byName(a.name, b.name));
  const closeness = (level: Level) => (level.typeId ? 2 : 0) + (level.priority ? 1 : 0);
  return levels.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? null;
}

/** Service level of a ticket; null if it has none, or it is removed. */
export async function loadLevel({ projectId, serviceLevelId }: Ticket): Promise<Level | null> {
  if (!serviceLevelId) return null;
  return (await loadRefs(projectId, serviceLevel, [serviceLevelId])).get(serviceLevelId) ?? null;
}
