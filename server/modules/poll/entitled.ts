import { type poll, rolesOf } from '@lobby/shared/modules/poll.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

type Project = Pick<Ctx, 'projectId'>;
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Who of which homes may vote in a poll by now, as a query of residencies. */
async function mayVote({ projectId }: Project, doc: Stored): Promise<Record<string, unknown>> {
  const own = { projectId, deletedAt: null };
  const meant =
    doc.audience === 'UNITS'
      ? await records(unit).distinct({ projectId }, '_id', {
          ...own,
          $or: [{ _id: { $in: idsOf(doc.unitIds) } }, { blockId: { $in: idsOf(doc.blockIds) } }],
        })
      : null;
  return { ...own, living: true, role: { $in: [...rolesOf(doc)] }, ...(meant && { unitId: { $in: meant } }) };
}

/** How many people, or units, may vote in a poll by now. */
export async function entitledTo(ctx: Project, doc: Doc<typeof poll>): Promise<number> {
  const query = await mayVote(ctx, doc);
  return (await modelOf(residency).distinct(doc.weight === 'UNIT' ? 'unitId' : 'residentId', query)).length;
}

/** Who may vote, each with a home in which they may. */
export async function entitledHomes(ctx: Project, doc: Stored): Promise<{ residentId: string; unitId: string }[]> {
  const query = await mayVote(ctx, doc);
  const found = await modelOf(residency)
    .find(query, { residentId: 1, unitId: 1 })
    .maxTimeMS(5000)
    .lean<{ residentId: string; unitId: string }[]>();
  return found.map(({ residentId, unitId }) => ({ residentId, unitId }));
}

/** Whether a resident may vote: what they are in the unit that they speak for. */
export async function isEntitled({ projectId, unitId, residentId }: Ctx, doc: Doc<typeof poll>): Promise<boolean> {
  const own = { projectId, deletedAt: null, living: true, unitId, residentId };
  return Boolean(await modelOf(residency).exists({ ...own, role: { $in: [...rolesOf(doc)] } }));
}
