import type { ServiceLevel } from '@lobby/shared/modules/service-level.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

export type Level = Stored & Pick<ServiceLevel, 'name' | 'workingTime' | 'warnPercent'>;

const MOST_LEVELS = 500;

/** The closest level to a type and a priority: of both, of the type, of the priority, of any. */
export async function levelFor(projectId: string, typeId: unknown, priority: unknown): Promise<Level | null> {
  const levels = await modelOf(serviceLevel)
    .find({
      projectId,
      deletedAt: null,
      active: true,
      typeId: { $in: [typeId ?? null, null] },
      priority: { $in: [priority ?? null, null] },
    })
    .sort({ 'sorted.name': 1, _id: 1 })
    .limit(MOST_LEVELS)
    .maxTimeMS(2000)
    .lean<Level[]>();
  const closeness = (one: Level) => (one.typeId ? 2 : 0) + (one.priority ? 1 : 0);
  return levels.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? null;
}

/** The level that a request was given; null where it has none, or that is gone. */
export async function levelOf(doc: Stored): Promise<Level | null> {
  if (typeof doc.serviceLevelId !== 'string') return null;
  return ((await loadRefs(doc.projectId, serviceLevel, [doc.serviceLevelId])).get(doc.serviceLevelId) as Level) ?? null;
}
