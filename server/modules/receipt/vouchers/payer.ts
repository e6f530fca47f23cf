import { partner } from '@lobby/shared/modules/partner.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

/** Default payer of a unit: the householder, else another resident living there; null if there is none. */
export async function payerIn(ctx: Ctx, unitId: string): Promise<string | null> {
  return (await payersIn(ctx, [unitId])).get(unitId) ?? null;
}

/** Default payers of units, by unit; without units where nobody lives. */
export async function payersIn({ projectId }: Ctx, unitIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const living = await records(residency).find(
    { projectId },
    { unitId: { $in: [...unitIds] }, living: true },
    { only: ['unitId', 'residentId', 'role'] },
  );
  const payers = new Map<string, string>();
  for (const { unitId, residentId, role } of living)
    if (role === 'HOUSEHOLDER' || !payers.has(unitId)) payers.set(unitId, residentId);
  return payers;
}

interface Of {
  residentId?: unknown;
  unitId?: unknown;
}

/** Name of the payer: of the resident in the record, else of the payer of its unit; if nobody lives there the unit's code; null without either. */
export async function payerNamed(ctx: Ctx, { residentId, unitId }: Of): Promise<string | null> {
  const home = typeof unitId === 'string' ? unitId : null;
  const id = typeof residentId === 'string' ? residentId : home && (await payerIn(ctx, home));
  const name = id && (await loadRefs(ctx.projectId, resident, [id])).get(id)?.name;
  if (name) return name;
  const code = home && (await records(unit).get(ctx, home))?.code;
  return code || null;
}

interface From {
  unitId?: string | null;
  partnerId?: string | null;
}

/** Address of the payer or payee for the paper: the partner's own, else that of the unit. */
export async function loadAddress({ projectId }: Ctx, { unitId, partnerId }: From): Promise<string | null> {
  const [definition, id] = partnerId ? [partner, partnerId] : [unit, unitId];
  if (!id) return null;
  const { address } = (await loadRefs(projectId, definition, [id])).get(id) ?? {};
  return address || null;
}
