import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { ActionsOf, EffectOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { followersOf } from '../../platform/notifications/followers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { openSubtasks } from './complete-task.ts';
import { isLate, isOpen, progressOf } from './rules.ts';
import { addOpenTask, endTicketWork, startsTicket } from './ticket-work.ts';

export const subjectOf = (doc: Doc<typeof task>) => ({ module: task.code, id: doc._id, title: doc.title });

/** People of a task: assignee, approver, creator and members. */
export function peopleOf({ assigneeId, approverId, memberIds, creatorId }: Doc<typeof task>): string[] {
  const all = [assigneeId, approverId, creatorId, ...memberIds];
  return [...new Set(all.filter(id => id !== null))];
}

const tells = (
  ctx: Ctx,
  doc: Doc<typeof task>,
  type: NotificationType,
  who: readonly (string | null | undefined)[],
  effect: EffectOf<typeof task> = {},
): EffectOf<typeof task> => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    const all = new Set([...who, ...followersOf(doc)]);
    const ids = [...all].flatMap(id => (id && id !== ctx.employeeId ? id : []));
    if (ids.length > 0) await notify(ctx, toStaff(ids), type, subjectOf(doc), session);
  },
});

/** Refuses to end a task with open subtasks, naming them. */
async function assertNoOpenSubtasks(
  ctx: Ctx,
  doc: Doc<typeof task>,
  code: 'REQUEST_TASKS_IN_PROGRESS' | 'REQUEST_CANNOT_CANCEL_TASKS_EXIST',
): Promise<void> {
  if (doc.subtaskCount === 0) return;
  const open = await openSubtasks(ctx, doc);
  if (open.length > 0)
    fail(code, {
      count: open.length,
      names: open.flatMap(({ code }) => code ?? []).join(', '),
      tasks: open.map(part => ({ id: part._id, code: part.code, title: part.title, status: part.status })),
    });
}

/** Counts an ended subtask in its parent task. */
async function countsEnded(ctx: Ctx, doc: Doc<typeof task>): Promise<Change[]> {
  if (!doc.parentId) return [];
  const parent = await records(task).withRemoved().get(ctx, doc.parentId);
  if (!parent) return [];
  const progress = progressOf(parent.subtaskDone + 1, parent.subtaskCount);
  const set = isOpen(parent) ? { progress } : {};
  return [{ definition: task, action: 'subtasks', update: { doc: parent, set, inc: { subtaskDone: 1 } } }];
}

/** Progress, if given; with subtasks it is calculated. */
const progressed = ({ subtaskCount }: Doc<typeof task>, { progress = null }: { progress?: number | null }) =>
  progress !== null && subtaskCount === 0 ? { progress } : {};

/** Approval is reserved to the named approver, if there is one. */
function needsApprover(ctx: Ctx, { approverId }: Doc<typeof task>): void {
  if (approverId && approverId !== ctx.employeeId) fail('TASK_APPROVER_ONLY');
}

/** Further changes when a task ends: parent task and ticket. */
const ends = async (ctx: Ctx, doc: Doc<typeof task>): Promise<Change[]> => [
  ...(await countsEnded(ctx, doc)),
  ...(await endTicketWork(ctx, doc)),
];

/** Status actions keep the note given with them. */
const noted =
  <Input extends object>(rule: RuleOf<typeof task, Input>): RuleOf<typeof task, Input & { note?: string | null }> =>
  async (ctx, doc, input) => {
    const effect = await rule(ctx, doc, input);
    return { ...effect, set: { ...effect.set, progressNote: input.note ?? null } };
  };

/** Actions on a task, beside the change of status (domain.md, Task). */
export const acts = {
  approve: noted((ctx, doc) => {
    needsApprover(ctx, doc);
    return tells(ctx, doc, 'REQUEST_APPROVED', [doc.creatorId, doc.assigneeId]);
  }),
  reject: noted(async (ctx, doc) => {
    needsApprover(ctx, doc);
    return tells(ctx, doc, 'REQUEST_REJECTED', [doc.creatorId], {
      set: { overdue: false },
      with: await ends(ctx, doc),
    });
  }),
  receive: (ctx, doc) => {
    if (!ctx.employeeId || doc.assigneeId !== ctx.employeeId) fail('TASK_NOT_YOURS');
    return tells(ctx, doc, 'REQUEST_RECEIVED', [doc.creatorId], { set: { receivedAt: doc.receivedAt ?? ctx.now } });
  },
  start: noted(async (ctx, doc, input) => {
    const set = {
      ...progressed(doc, input),
      startedAt: doc.startedAt ?? ctx.now,
      overdue: isLate({ dueAt: doc.dueAt }, ctx.now),
      ...(!doc.assigneeId && ctx.employeeId && { assigneeId: ctx.employeeId }),
    };
    return tells(ctx, doc, 'REQUEST_STARTED', [doc.creatorId], { set, with: await startsTicket(ctx, doc) });
  }),
  hold: noted((ctx, doc, input) =>
    tells(ctx, doc, 'REQUEST_HELD', [doc.creatorId, doc.approverId], { set: progressed(doc, input) }),
  ),
  complete: noted(async (ctx, doc, input) => {
    await assertNoOpenSubtasks(ctx, doc, 'REQUEST_TASKS_IN_PROGRESS');
    const result = input.result === undefined ? {} : { result: input.result };
    return tells(ctx, doc, 'REQUEST_COMPLETED', [doc.creatorId, doc.approverId], {
      set: { overdue: false, progress: 100, completedAt: ctx.now, ...result },
      with: await ends(ctx, doc),
    });
  }),
  cancel: noted(async (ctx, doc) => {
    await assertNoOpenSubtasks(ctx, doc, 'REQUEST_CANNOT_CANCEL_TASKS_EXIST');
    return tells(ctx, doc, 'REQUEST_CANCELLED', [doc.assigneeId], {
      set: { overdue: false },
      with: await ends(ctx, doc),
    });
  }),
  expire: (ctx, doc) => tells(ctx, doc, 'REQUEST_EXPIRED', [doc.assigneeId, doc.approverId, doc.creatorId]),
  claim: (ctx, doc) => {
    if (doc.assigneeId && doc.assigneeId !== ctx.employeeId) return fail('STATUS_CHANGED', { status: doc.status });
    return { set: { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') } };
  },
  assign: (ctx, doc, { employeeId }) =>
    tells(ctx, doc, 'REQUEST_ASSIGNED', [employeeId], { set: { assigneeId: employeeId ?? null } }),
  link: async (ctx, doc, { ticketId }) => {
    if (doc.ticketId === ticketId) return {};
    if (doc.ticketId) return failFields({ ticketId: { code: 'TASK_FIXED' } }, 'TASK_FIXED');
    return { set: { ticketId }, with: await addOpenTask(ctx, { ...doc, ticketId }) };
  },
  rate: (ctx, doc, { rating, comment }) => {
    if (!ctx.employeeId || ![doc.creatorId, doc.approverId].includes(ctx.employeeId)) fail('TASK_NOT_YOURS');
    if (doc.rating) fail('TASK_ALREADY_RATED');
    return tells(ctx, doc, 'REQUEST_RATED', [doc.assigneeId], { set: { rating, ratingComment: comment ?? null } });
  },
} satisfies ActionsOf<typeof task>;

/** Action that leads to a status, for routes that name the status. */
export const ACT_TO = {
  APPROVED: 'approve',
  REJECTED: 'reject',
  IN_PROGRESS: 'start',
  ON_HOLD: 'hold',
  COMPLETED: 'complete',
  CANCELLED: 'cancel',
} satisfies Readonly<Record<string, keyof typeof task.actions>>;
