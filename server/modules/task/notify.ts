import type { task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Doc } from '../../kit/store/records.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { subjectOf } from './acts.ts';

/** Notifies assignee, approver and members of a new task. */
export async function notifyOfNewTask(ctx: Ctx, doc: Doc<typeof task>, session: Session): Promise<void> {
  const { assigneeId, approverId, memberIds, status } = doc;
  const approver = status === 'PENDING' ? approverId : null;
  const members = memberIds.filter(id => id !== assigneeId && id !== approver);
  for (const [type, ids] of [
    ['REQUEST_ASSIGNED', [assigneeId]],
    ['REQUEST_TO_APPROVE', [approver]],
    ['REQUEST_MEMBER', members],
  ] as const) {
    const others = ids.flatMap(id => (id && id !== ctx.employeeId ? [id] : []));
    if (others.length > 0) await notify(ctx, toStaff(others), type, subjectOf(doc), session);
  }
}
