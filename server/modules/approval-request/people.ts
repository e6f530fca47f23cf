import type { ApprovalActName } from '@lobby/shared/billing/approval-acts.ts';
import type { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { events } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { accessTo } from '../../platform/auth/rights/access.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { ACTS, decidingFlag } from './acts.ts';

/** Employees in these positions who may decide about an act. */
export async function loadCheckers(
  projectId: string,
  act: ApprovalActName,
  positionIds: readonly string[],
): Promise<string[]> {
  const approvers = await loadReaders(projectId, ACTS[act].definition.code, decidingFlag(act));
  const held = await records(employee).find(
    { projectId },
    { _id: { $in: approvers }, positionIds: { $in: [...positionIds] } },
    { only: ['_id'] },
  );
  return held.map(({ _id }) => _id);
}

/** Refuses a decision by the maker, by the last editor of the document since the request, or without permission. */
export async function assertApprover(ctx: Ctx, doc: Doc<typeof approvalRequest>): Promise<void> {
  if (doc.makerId === ctx.employeeId) fail('SELF_APPROVAL');
  const access = await accessTo(ctx.userId, ctx.projectId);
  const held = access?.positionIds.some(id => doc.positionIds.includes(id));
  if (!held || !can(ctx, doc.module ?? '', decidingFlag(doc.act))) fail('APPROVAL_NOT_CHECKER');
  if (!doc.entityId) return;
  const [last] = await events()
    .find({ projectId: ctx.projectId, entityId: doc.entityId, version: { $gt: doc.entityVersion ?? 0 } })
    .sort({ ts: -1 })
    .limit(1)
    .maxTimeMS(2000)
    .toArray();
  if (last?.actor.id === ctx.employeeId) fail('SELF_APPROVAL');
}

/** Context of the maker with their current permissions, in which the act runs. */
export async function loadMaker(ctx: Ctx, { makerId, attachments }: Doc<typeof approvalRequest>): Promise<Ctx> {
  const maker = await records(employee).withRemoved().get(ctx, makerId);
  const access = maker?.userId ? await accessTo(maker.userId, ctx.projectId) : null;
  if (!maker?.userId || !access) return fail('EMPLOYEE_NOT_HAVE_PERMISSION');
  return {
    ...ctx,
    kind: 'staff',
    userId: maker.userId,
    employeeId: access.employeeId,
    departmentIds: access.departmentIds,
    permissions: access.permissions,
    actor: { id: access.actorId, name: access.name },
    once: null,
    heldFiles: attachments,
  };
}
