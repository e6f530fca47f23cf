import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { subjectOf } from './acts.ts';

/** Tells those whom a new task concerns: who does it, who approves it, who takes part. */
export async function notifyOfNewTask(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const { assigneeId, approverId, memberIds, status } = doc;
  const asked = status === 'PENDING' ? approverId : null;
  const members = (Array.isArray(memberIds) ? memberIds : []).filter(id => id !== assigneeId && id !== asked);
  for (const [type, ids] of [
    ['REQUEST_ASSIGNED', [assigneeId]],
    ['REQUEST_TO_APPROVE', [asked]],
    ['REQUEST_MEMBER', members],
  ] as const) {
    const others = ids.filter((id): id is string => typeof id === 'string' && id !== ctx.employeeId);
    if (others.length > 0) await notify(ctx, toStaff(others), type, subjectOf(doc), session);
  }
}
