import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

/** Sequence number within the month: `TBP-2611-00042` is 42. */
export const numberOf = (code: string): number => Number(code.split('-').at(-1));

/** Addressee of each unit's notices: the householder's name, else the unit. */
export async function findAddressees(
  { projectId }: Ctx,
  unitIds: readonly string[],
  homeIn: (unitId: string) => { residentId: string | null },
): Promise<(unitId: string) => string> {
  const [units, people] = await Promise.all([
    loadRefs(projectId, unit, unitIds),
    loadRefs(
      projectId,
      resident,
      unitIds.flatMap(id => homeIn(id).residentId ?? []),
    ),
  ]);
  return id => people.get(homeIn(id).residentId ?? '')?.name ?? units.get(id)?.code ?? '';
}
