import { rolesOf } from '@lobby/shared/modules/poll.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** How many people, or units, may vote in a poll by now. */
export async function entitledTo({ projectId }: Pick<Ctx, 'projectId'>, doc: Stored): Promise<number> {
  const own = { projectId, deletedAt: null };
  const meant =
    doc.audience === 'UNITS'
      ? await modelOf(unit).distinct('_id', {
          ...own,
          $or: [{ _id: { $in: idsOf(doc.unitIds) } }, { blockId: { $in: idsOf(doc.blockIds) } }],
        })
      : null;
  const found = await modelOf(residency).distinct(doc.weight === 'UNIT' ? 'unitId' : 'residentId', {
    ...{ ...own, living: true, role: { $in: [...rolesOf(doc)] } },
    ...(meant && { unitId: { $in: meant } }),
  });
  return found.length;
}

/** Whether a resident may vote: what they are in the unit that they speak for. */
export async function isEntitled({ projectId, unitId, residentId }: Ctx, doc: Stored): Promise<boolean> {
  const own = { projectId, deletedAt: null, living: true, unitId, residentId };
  return Boolean(await modelOf(residency).exists({ ...own, role: { $in: [...rolesOf(doc)] } }));
}
