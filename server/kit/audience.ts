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
