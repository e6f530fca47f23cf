import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

/** Location and householder of a unit, as stored on its bills. */
interface Home {
  blockId: string | null;
  floorId: string | null;
  residentId: string | null;
}

/** Current location and householder of units; bills keep the values of their creation. */
export async function findHomes(ctx: Ctx, unitIds: readonly string[]): Promise<(unitId: string) => Home> {
  const [units, heads] = await Promise.all([
    loadRefs(ctx.projectId, unit, unitIds),
    records(residency).find(
      ctx,
      { unitId: { $in: [...unitIds] }, living: true, role: 'HOUSEHOLDER' },
      { only: ['unitId', 'residentId'], patience: 10_000 },
    ),
  ]);
  const headOf = new Map(heads.map(head => [head.unitId, head.residentId]));
  return unitId => ({
    blockId: units.get(unitId)?.blockId ?? null,
    floorId: units.get(unitId)?.floorId ?? null,
    residentId: headOf.get(unitId) ?? null,
  });
}

/** Copies the stored home of a bill for a dependent bill. */
export const homeOf = ({ blockId, floorId, residentId }: Home): Home => ({ blockId, floorId, residentId });
