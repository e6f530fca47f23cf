import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { EventRow } from '../store/events.ts';
import type { Where } from '../store/records.ts';
import { loadRefs, targetOf } from '../store/refs.ts';

/** What a unit is one of: its block, its floor, its labels. */
export function groupsOf({ blockId, floorId, labelIds }: Record<string, unknown>): string[] {
  const labels = Array.isArray(labelIds) ? labelIds : [];
  return [blockId, floorId, ...labels].filter((id): id is string => typeof id === 'string');
}

/** The lists of an audience that name groups of units. */
const GROUPS = ['blockIds', 'floorIds', 'labelIds'] as const;

/** The query of what is shared with a unit: with all residents, with what it is one of, or with itself. */
export async function sharedWith<const D extends Pick<Definition, 'fields'>>(
  { fields }: D,
  projectId: string,
  unitId: string,
): Promise<Where<D>> {
  const home = (await loadRefs(projectId, targetOf('unit'), [unitId])).get(unitId);
  const groups = home ? groupsOf(home) : [];
  return {
    $or: [
      { audience: 'RESIDENTS' },
      { audience: 'UNITS', unitIds: unitId },
      ...(groups.length > 0
        ? GROUPS.filter(name => name in fields).map(name => ({ audience: 'UNITS', [name]: { $in: groups } }))
        : []),
    ],
  } as Where<D>;
}

/** The query of what stands in the block of a unit, or is everybody's. */
export async function nearTo(
  { block, only }: NonNullable<NonNullable<Definition['resident']>['near']>,
  projectId: string,
  unitId: string,
): Promise<Record<string, unknown>> {
  const home = (await loadRefs(projectId, targetOf('unit'), [unitId])).get(unitId);
  return { ...only, [block]: { $in: [null, ...(typeof home?.blockId === 'string' ? [home.blockId] : [])] } };
}

/** Where residents live, as far as it decides what is shared with them. */
export interface Household {
  unitId: string;
  groups: readonly string[];
}

const names = (ids: unknown, wanted: readonly string[]) =>
  Array.isArray(ids) && ids.some(id => wanted.includes(String(id)));

function isShared(
  { status, ...record }: Record<string, unknown>,
  { unitId, groups }: Household,
  statuses: readonly string[] | undefined,
): boolean {
  if (statuses && !statuses.includes(String(status))) return false;
  const chosen = names(record.unitIds, [unitId]) || GROUPS.some(name => names(record[name], groups));
  return record.audience === 'RESIDENTS' || (record.audience === 'UNITS' && chosen);
}

/** Whether a household saw a record before the change that an event tells of, and sees it after. */
export function sightOf(
  { action, before, row }: EventRow,
  home: Household,
  statuses?: readonly string[],
): { before: boolean; after: boolean } {
  const now = isShared(row ?? {}, home, statuses);
  if (action === 'remove') return { before: now, after: false };
  if (action === 'create' || action === 'restore') return { before: false, after: now };
  return { before: isShared({ ...row, ...before }, home, statuses), after: now };
}
