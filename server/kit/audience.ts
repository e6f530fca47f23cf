import type { EventRow } from './events.ts';
import { loadRefs, targetOf } from './refs.ts';

/** The query of what is shared with a unit: with all residents, with its block, or with itself. */
export async function sharedWith(projectId: string, unitId: string): Promise<Record<string, unknown>> {
  const home = (await loadRefs(projectId, targetOf('unit'), [unitId])).get(unitId);
  return {
    $or: [
      { audience: 'RESIDENTS' },
      { audience: 'UNITS', unitIds: unitId },
      ...(typeof home?.blockId === 'string' ? [{ audience: 'UNITS', blockIds: home.blockId }] : []),
    ],
  };
}

/** Where residents live, as far as it decides what is shared with them. */
export interface Household {
  unitId: string;
  blockId: string | null;
}

const named = (ids: unknown, id: string | null) => Array.isArray(ids) && ids.includes(id);

function isShared({ audience, unitIds, blockIds }: Record<string, unknown>, { unitId, blockId }: Household): boolean {
  return audience === 'RESIDENTS' || (audience === 'UNITS' && (named(unitIds, unitId) || named(blockIds, blockId)));
}

/** Whether a household saw a record before the change that an event tells of, and sees it after. */
export function sightOf({ action, before, row }: EventRow, home: Household): { before: boolean; after: boolean } {
  const now = isShared(row ?? {}, home);
  if (action === 'remove') return { before: now, after: false };
  if (action === 'create' || action === 'restore') return { before: false, after: now };
  return { before: isShared({ ...row, ...before }, home), after: now };
}
