import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;

/** Who somebody is in a unit: the role there, and what they are to the householder. */
export async function atHome(ctx: Ctx, residentId: string, unitId: unknown): Promise<Values> {
  const person = await needRef(ctx, 'resident', residentId, 'residentId');
  if (person.unitId === unitId) return person;
  const home = await modelOf(residency)
    .findOne({ projectId: ctx.projectId, residentId, unitId, living: true, deletedAt: null })
    .lean<Values>();
  return home ?? person;
}
