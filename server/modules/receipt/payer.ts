import { partner } from '@lobby/shared/modules/partner.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';

/** Who pays for a unit where nobody says it: its householder, else somebody who lives there; null where nobody does. */
export async function payerIn(ctx: Ctx, unitId: string): Promise<string | null> {
  return (await payersIn(ctx, [unitId])).get(unitId) ?? null;
}

/** The same of several units; those where nobody lives are left out. */
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

/** Who pays for a record, by name: the resident whom it names, else who pays for its unit; where nobody lives the unit, null for what has neither. */
export async function payerNamed(ctx: Ctx, { residentId, unitId }: Of): Promise<string | null> {
  const home = typeof unitId === 'string' ? unitId : null;
  const id = typeof residentId === 'string' ? residentId : home && (await payerIn(ctx, home));
  const name = id && (await loadRefs(ctx.projectId, resident, [id])).get(id)?.name;
  if (name) return String(name);
  const code = home && (await records(unit).get(ctx, home))?.code;
  return code ? String(code) : null;
}

interface From {
  unitId?: unknown;
  partnerId?: unknown;
}

/** Where who pays or is paid lives, as their paper says it: of a partner its own address, else that of the unit. */
export async function loadAddress({ projectId }: Ctx, { unitId, partnerId }: From): Promise<string | null> {
  const [definition, id] = typeof partnerId === 'string' ? [partner, partnerId] : [unit, unitId];
  if (typeof id !== 'string') return null;
  const { address } = (await loadRefs(projectId, definition, [id])).get(id) ?? {};
  return typeof address === 'string' && address !== '' ? address : null;
}
