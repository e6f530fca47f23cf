import { employee, position } from '@lobby/shared/modules/employee.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { failInUse } from '../../kit/store/refs/inbound-refs.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { isLate, isOpen, moment, progressOf } from './rules.ts';

/** Fields that cannot change once set. */
const FIXED = ['parentId', 'ticketId'] as const;

/** Open subtasks of a task. */
export const openSubtasks = (ctx: Ctx, { _id }: Doc<typeof task>): Promise<Doc<typeof task>[]> =>
  records(task)
    .find(ctx, { parentId: _id }, { patience: 2000 })
    .then(tasks => tasks.filter(isOpen));

/** Checks a task against its parent and subtasks; completes department, unit, creator and initial status. */
export async function completeTask(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof task>,
): Promise<Values<typeof task>> {
  if (kind === 'remove' || kind === 'restore') {
    if (kind === 'remove' && doc.subtaskCount > 0)
      failInUse(task, doc.subtaskCount, { field: 'parentId', inside: true });
    return values;
  }
  const whole: Values<typeof task> = { ...doc, ...values };
  if (doc) keepFixed(doc, values);
  await fitsAbove(ctx, whole, doc);
  if (doc && values.dueAt !== undefined) await fitsBelow(ctx, doc, moment(values.dueAt));
  const out: Values<typeof task> = { ...values, overdue: isLate(whole, ctx.now) };
  if (doc && values.dueAt !== undefined) out.dueSoonTold = 0;
  const { ticketId } = values;
  if (ticketId && !whole.unitId) out.unitId = (await needRef(ctx, ticket, ticketId, 'ticketId')).unitId;
  const unitId = out.unitId ?? whole.unitId ?? null;
  if (!doc || unitId !== doc.unitId) out.blockId = unitId ? (await needRef(ctx, unit, unitId, 'unitId')).blockId : null;
  if (whole.needsApproval === true && !whole.approverId) failFields({ approverId: { code: 'REQUIRED' } });
  if (doc) return out;
  if (!whole.departmentId) out.departmentId = await loadDepartment(ctx, whole.assigneeId);
  if (whole.needsApproval === true) out.status = 'PENDING';
  return { ...out, creatorId: ctx.employeeId };
}

/** Parent and ticket of a task are fixed once set. */
function keepFixed(doc: Doc<typeof task>, values: Values<typeof task>): void {
  for (const name of FIXED)
    if (values[name] !== undefined && doc[name] && values[name] !== doc[name])
      failFields({ [name]: { code: 'TASK_FIXED' } }, 'TASK_FIXED');
}

/** The parent must be open, no subtask itself, and not due earlier (rules.md 5). */
async function fitsAbove(ctx: Ctx, whole: Values<typeof task>, doc: Doc<typeof task> | null): Promise<void> {
  const { parentId } = whole;
  if (!parentId) return;
  const parent = await needRef(ctx, task, parentId, 'parentId');
  if (parent.parentId || parent._id === doc?._id || (doc && doc.subtaskCount > 0))
    failFields({ parentId: { code: 'TASK_TOO_DEEP' } }, 'TASK_TOO_DEEP');
  if (parentId !== doc?.parentId && !isOpen(parent))
    failFields({ parentId: { code: 'TASK_PARENT_ENDED' } }, 'TASK_PARENT_ENDED');
  const [due, above] = [moment(whole.dueAt), parent.dueAt];
  if (above && due && due > above) failFields({ dueAt: { code: 'TASK_DUE_AFTER_REQUEST' } }, 'TASK_DUE_AFTER_REQUEST');
}

async function fitsBelow(ctx: Ctx, doc: Doc<typeof task>, dueAt: Date | null): Promise<void> {
  if (!dueAt || doc.subtaskCount === 0) return;
  const later = (await openSubtasks(ctx, doc)).filter(subtask => (subtask.dueAt ?? dueAt) > dueAt);
  if (later.length === 0) return;
  const names = later.map(({ title }) => title).join(', ');
  failFields({ dueAt: { code: 'REQUEST_DUE_BEFORE_TASKS', params: { names } } }, 'REQUEST_DUE_BEFORE_TASKS');
}

/** Department of the employee's first position. */
async function loadDepartment(ctx: Ctx, employeeId: string | null | undefined): Promise<string | null> {
  if (!employeeId) return null;
  const { positionIds } = await needRef(ctx, employee, employeeId, 'assigneeId');
  const [first] = positionIds;
  return first ? (await needRef(ctx, position, first, 'assigneeId')).departmentId : null;
}

/** Changes of the parent's subtask counts. */
export async function countAbove(ctx: Ctx, { kind, doc, before }: DoneOf<typeof task>): Promise<Change[]> {
  const [from, to] = [kind === 'restore' ? null : before, doc];
  const moved = (from?.parentId ?? null) !== (to?.parentId ?? null);
  if (!moved) return [];
  const changes = await Promise.all([countChange(ctx, from, -1), countChange(ctx, to, 1, kind !== 'restore')]);
  return changes.flat();
}

async function countChange(
  ctx: Ctx,
  subtask: Doc<typeof task> | null,
  by: 1 | -1,
  needsOpen = false,
): Promise<Change[]> {
  const parentId = subtask?.parentId;
  const parent = parentId && (await records(task).withRemoved().get(ctx, parentId));
  if (!parent) return [];
  // The parent may have ended since the check.
  if (needsOpen && !isOpen(parent)) failFields({ parentId: { code: 'TASK_PARENT_ENDED' } }, 'TASK_PARENT_ENDED');
  const inc = { subtaskCount: by, subtaskDone: subtask && !isOpen(subtask) ? by : 0 };
  const progress = progressOf(parent.subtaskDone + inc.subtaskDone, parent.subtaskCount + by);
  // The parent gets a new version: a concurrent end of it checks the subtasks again.
  return [
    { definition: task, action: 'subtasks', update: { doc: parent, set: isOpen(parent) ? { progress } : {}, inc } },
  ];
}
