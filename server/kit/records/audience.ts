import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { EventRow } from '../store/events.ts';
import type { Where } from '../store/records.ts';
import { loadRefs, targetOf } from '../store/refs/refs.ts';

/** Groups a unit belongs to: block, floor, labels. */
export function groupsOf({ blockId, floorId, labelIds }: Record<string, unknown>): string[] {
  const labels = Array.isArray(labelIds) ? labelIds : [];
  return [blockId, floorId, ...labels].filter((id): id is string => typeof id === 'string');
}

/** Fields of an audience that name groups of units. */
const GROUPS = ['blockIds', 'floorIds', 'labelIds'] as const;

/** Role of the resident in their unit, and whether they own it. */
type AtHome = { role: string; owner: boolean } | null | undefined;

/** Conditions of records that leave out units, or people of the units that they are for. */
const narrowed = ({ fields }: Pick<Definition, 'fields'>, unitId: string, home: AtHome): Record<string, unknown> =>
  'ownersOnly' in fields
    ? {
        excludeUnitIds: { $ne: unitId },
        ...(home && {
          ...(!home.owner && { ownersOnly: { $ne: true } }),
          $nor: [{ 'roles.0': { $exists: true }, 'roles.role': { $ne: home.role } }],
        }),
      }
    : {};

/** Query for records shared with a unit: with all residents, with one of its groups, or with the unit itself. */
export async function sharedWith<const D extends Pick<Definition, 'fields'>>(
  definition: D,
  projectId: string,
  unitId: string,
  at?: AtHome,
): Promise<Where<D>> {
  const { fields } = definition;
  const narrow = narrowed(definition, unitId, at);
  const home = (await loadRefs(projectId, targetOf('unit'), [unitId])).get(unitId);
  const groups = home ? groupsOf(home) : [];
  return {
    $or: [
      { audience: 'RESIDENTS', ...narrow },
      { audience: 'UNITS', unitIds: unitId, ...narrow },
      ...(groups.length > 0
        ? GROUPS.filter(name => name in fields).map(name => ({ audience: 'UNITS', [name]: { $in: groups }, ...narrow }))
        : []),
    ],
  } as Where<D>;
}

/** Query for records of the unit's block, or of all blocks. */
export async function nearTo(
  { block, only }: NonNullable<NonNullable<Definition['resident']>['near']>,
  projectId: string,
  unitId: string,
): Promise<Record<string, unknown>> {
  const home = (await loadRefs(projectId, targetOf('unit'), [unitId])).get(unitId);
  return { ...only, [block]: { $in: [null, ...(typeof home?.blockId === 'string' ? [home.blockId] : [])] } };
}

/** The household data that decide which shared records it sees. */
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
  if (names(record.excludeUnitIds, [unitId])) return false;
  // For some people of the household alone: a notification tells them, the household's room does not.
  if (
    'ownersOnly' in record &&
    (record.ownersOnly === true || (Array.isArray(record.roles) && record.roles.length > 0))
  )
    return false;
  const chosen = names(record.unitIds, [unitId]) || GROUPS.some(name => names(record[name], groups));
  return record.audience === 'RESIDENTS' || (record.audience === 'UNITS' && chosen);
}

/** Whether a household saw the record before and after the change of an event. */
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
