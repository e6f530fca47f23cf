import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';

/** Role of a resident in a unit, and relation to the householder. */
export async function atHome(
  ctx: Ctx,
  residentId: string,
  unitId: unknown,
): Promise<Doc<typeof resident> | Doc<typeof residency>> {
  const person = await needRef(ctx, resident, residentId, 'residentId');
  if (person.unitId === unitId) return person;
  if (typeof unitId !== 'string') return person;
  const home = await records(residency).first(ctx, { residentId, unitId, living: true });
  return home ?? person;
}
