import { type poll, rolesOf } from '@lobby/shared/modules/poll.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';

type Project = Pick<Ctx, 'projectId'>;

/** Query for the residencies entitled to vote in a poll. */
async function mayVote({ projectId }: Project, doc: Doc<typeof poll>) {
  const meant =
    doc.audience === 'UNITS'
      ? await records(unit).distinct({ projectId }, '_id', {
          $or: [{ _id: { $in: doc.unitIds } }, { blockId: { $in: doc.blockIds } }],
        })
      : null;
  return { living: true, role: { $in: rolesOf(doc) }, ...(meant && { unitId: { $in: meant } }) };
}

/** Number of people or units entitled to vote now. */
export async function entitledTo(ctx: Project, doc: Doc<typeof poll>): Promise<number> {
  const query = await mayVote(ctx, doc);
  return (await records(residency).distinct(ctx, doc.weight === 'UNIT' ? 'unitId' : 'residentId', query)).length;
}

/** The people entitled to vote, each with an entitled home. */
export async function entitledHomes(
  ctx: Project,
  doc: Doc<typeof poll>,
): Promise<{ residentId: string; unitId: string }[]> {
  const query = await mayVote(ctx, doc);
  const residencies = await records(residency).find(ctx, query, { only: ['residentId', 'unitId'] });
  return residencies.map(({ residentId, unitId }) => ({ residentId, unitId }));
}

/** Whether the caller may vote, by their role in the unit of their session. */
export async function isEntitled(ctx: Ctx, doc: Doc<typeof poll>): Promise<boolean> {
  const { unitId, residentId } = ctx;
  return records(residency).exists(ctx, { living: true, unitId, residentId, role: { $in: rolesOf(doc) } });
}
