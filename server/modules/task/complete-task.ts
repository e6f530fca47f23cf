import { task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { isLate, isOpen, moment } from './rules.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** The open subtasks of a task. */
export const openSubtasks = (ctx: Ctx, { _id }: Stored): Promise<Stored[]> =>
  modelOf(task)
    .find({ projectId: ctx.projectId, parentId: _id, deletedAt: null })
    .maxTimeMS(2000)
    .lean<Stored[]>()
    .then(found => found.filter(isOpen));

/** Refuses what does not fit the task above or those below; completes department, unit, creator and first status. */
export async function completeTask(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  if (kind === 'remove' || kind === 'restore') {
    if (kind === 'remove' && Number(doc.subtaskCount) > 0 && (await openSubtasks(ctx, doc)).length > 0)
      fail('TASK_HAS_OPEN_SUBTASKS');
    return values;
  }
  const whole = { ...doc, ...values };
  await fitsAbove(ctx, whole, doc);
  if (doc && values.dueAt !== undefined) await fitsBelow(ctx, doc, moment(values.dueAt));
  const out: Record<string, unknown> = { ...values, overdue: isLate(whole, ctx.now) };
  const ticketId = text(values.ticketId);
  if (ticketId && !whole.unitId) out.unitId = (await needRef(ctx, 'ticket', ticketId, 'ticketId')).unitId ?? null;
  if (whole.needsApproval === true && !whole.approverId) failFields({ approverId: { code: 'REQUIRED' } });
  if (doc) return out;
  if (!whole.departmentId) out.departmentId = await departmentOf(ctx, text(whole.assigneeId));
  if (whole.needsApproval === true) out.status = 'PENDING';
  return { ...out, creatorId: ctx.employeeId };
}

/** A subtask belongs to a task that is open, no subtask itself, and due no earlier (rules.md 5). */
async function fitsAbove(ctx: Ctx, whole: Record<string, unknown>, doc: Stored | null): Promise<void> {
  const parentId = text(whole.parentId);
  if (!parentId) return;
  const parent = await needRef(ctx, 'task', parentId, 'parentId');
  if (parent.parentId || parent._id === doc?._id || (doc && Number(doc.subtaskCount) > 0))
    failFields({ parentId: { code: 'TASK_NESTED' } }, 'TASK_NESTED');
  if (parentId !== doc?.parentId && !isOpen(parent))
    failFields({ parentId: { code: 'TASK_PARENT_ENDED' } }, 'TASK_PARENT_ENDED');
  const [own, above] = [moment(whole.dueAt), moment(parent.dueAt)];
  if (above && own && own > above) failFields({ dueAt: { code: 'TASK_DUE_AFTER_PARENT' } }, 'TASK_DUE_AFTER_PARENT');
}

async function fitsBelow(ctx: Ctx, doc: Stored, dueAt: Date | null): Promise<void> {
  if (!dueAt || Number(doc.subtaskCount) === 0) return;
  const later = (await openSubtasks(ctx, doc)).some(one => (moment(one.dueAt) ?? dueAt) > dueAt);
  if (later) failFields({ dueAt: { code: 'TASK_DUE_BEFORE_SUBTASK' } }, 'TASK_DUE_BEFORE_SUBTASK');
}

/** The first department that an employee works in. */
async function departmentOf(ctx: Ctx, employeeId: string | null): Promise<string | null> {
  if (!employeeId) return null;
  const { positionIds } = await needRef(ctx, 'employee', employeeId, 'assigneeId');
  const [first] = Array.isArray(positionIds) ? positionIds : [];
  return first ? text((await needRef(ctx, 'position', String(first), 'assigneeId')).departmentId) : null;
}

/** The counts of the task above, which change with its subtasks. */
export async function countAbove(ctx: Ctx, { kind, doc, before }: Done): Promise<Change[]> {
  const [from, to] = [kind === 'restore' ? null : before, doc];
  const moved = text(from?.parentId) !== text(to?.parentId);
  if (!moved) return [];
  const changes = await Promise.all([countChange(ctx, from, -1), countChange(ctx, to, 1, kind !== 'restore')]);
  return changes.flat();
}

async function countChange(ctx: Ctx, subtask: Stored | null, by: 1 | -1, needsOpen = false): Promise<Change[]> {
  const parentId = text(subtask?.parentId);
  const parent = parentId && (await modelOf(task).findOne({ _id: parentId, projectId: ctx.projectId }).lean<Stored>());
  if (!parent) return [];
  // It may have ended since it was looked at.
  if (needsOpen && !isOpen(parent)) failFields({ parentId: { code: 'TASK_PARENT_ENDED' } }, 'TASK_PARENT_ENDED');
  const inc = { subtaskCount: by, subtaskDone: subtask?.status === 'COMPLETED' ? by : 0 };
  // Its version moves on: whoever ends the task at this moment looks at its subtasks again.
  return [{ definition: task, action: 'subtasks', update: { doc: parent, set: {}, inc } }];
}
