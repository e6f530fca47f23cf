import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';

/** Where a unit lies and who is its householder, as its bills keep them. */
interface Home {
  blockId: string | null;
  floorId: string | null;
  residentId: string | null;
}

/** The homes of some units as they are now: a bill keeps what it was made with. */
export async function findHomes(ctx: Ctx, unitIds: readonly string[]): Promise<(unitId: string) => Home> {
  const [units, heads] = await Promise.all([
    loadRefs(ctx.projectId, unit, unitIds),
    records(residency).find(
      ctx,
      { unitId: { $in: [...unitIds] }, living: true, role: 'HOUSEHOLDER' },
      { only: ['unitId', 'residentId'], patience: 10_000 },
    ),
  ]);
  const headOf = new Map(heads.map(one => [one.unitId, one.residentId]));
  return unitId => ({
    blockId: units.get(unitId)?.blockId ?? null,
    floorId: units.get(unitId)?.floorId ?? null,
    residentId: headOf.get(unitId) ?? null,
  });
}

/** The home of a bill, for one that belongs to it. */
export const homeOf = ({ blockId, floorId, residentId }: Home): Home => ({ blockId, floorId, residentId });
