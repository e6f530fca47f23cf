import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { followersOf } from '../../platform/notifications/followers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf as ticketSubject } from '../ticket/index.ts';
import { openSubtasks } from './complete-task.ts';

export const subjectOf = (doc: Stored) => ({ module: task.code, id: doc._id, title: String(doc.title) });

/** The people of a task: who does it, approves it, takes part in it, and asked for it. */
export function peopleOf({ assigneeId, approverId, memberIds, creatorId }: Stored): string[] {
  const all = [assigneeId, approverId, creatorId, ...(Array.isArray(memberIds) ? memberIds : [])];
  return [...new Set(all.filter(id => typeof id === 'string'))];
}

const tells = (
  ctx: Ctx,
  doc: Stored,
  type: NotificationType,
  who: readonly unknown[],
  effect: Effect = {},
): Effect => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    const ids = [...new Set([...who, ...followersOf(doc)])].filter(
      id => typeof id === 'string' && id !== ctx.employeeId,
    );
    if (ids.length > 0) await notify(ctx, toStaff(ids as string[]), type, subjectOf(doc), session);
  },
});

/** Refuses to end a task whose subtasks are still to be done, naming them. */
async function refuseOpenSubtasks(ctx: Ctx, doc: Stored): Promise<void> {
  if (Number(doc.subtaskCount) === 0) return;
  const open = await openSubtasks(ctx, doc);
  if (open.length > 0)
    fail('TASK_HAS_OPEN_SUBTASKS', {
      count: open.length,
      names: open.map(({ code }) => String(code)).join(', '),
      tasks: open.map(one => ({ id: one._id, code: one.code, title: one.title })),
    });
}

/** The task above counts one more, or one less, that is done. */
async function countsDone(ctx: Ctx, doc: Stored): Promise<Change[]> {
  if (typeof doc.parentId !== 'string') return [];
  const parent = await modelOf(task).findOne({ _id: doc.parentId, projectId: ctx.projectId }).lean<Stored>();
  return parent
    ? [{ definition: task, action: 'subtasks', update: { doc: parent, set: {}, inc: { subtaskDone: 1 } } }]
    : [];
}

/** The request that the task serves is in progress from now on (domain.md, Ticket). */
async function startsTicket(ctx: Ctx, doc: Stored): Promise<Change[]> {
  if (typeof doc.ticketId !== 'string') return [];
  const found = await modelOf(ticket)
    .findOne({ _id: doc.ticketId, projectId: ctx.projectId, status: 'APPROVED', deletedAt: null })
    .lean<Stored>();
  if (!found) return [];
  return [
    {
      definition: ticket,
      action: 'start',
      update: { doc: found, set: { status: 'PROCESSING' } },
      also: session => notify(ctx, toUnit(found.unitId), 'HELP_DESK_PROCESSING', ticketSubject(found), session),
    },
  ];
}

/** What each act on a task does beside its change of status (domain.md, Task). */
export const acts: Readonly<Record<string, Rule>> = {
  approve: (ctx, doc) => tells(ctx, doc, 'REQUEST_APPROVED', [doc.assigneeId, doc.creatorId]),
  reject: (ctx, doc) => tells(ctx, doc, 'REQUEST_REJECTED', [doc.creatorId]),
  start: async (ctx, doc) => ({
    set: {
      startedAt: doc.startedAt ?? ctx.now,
      ...(!doc.assigneeId && ctx.employeeId && { assigneeId: ctx.employeeId }),
    },
    with: await startsTicket(ctx, doc),
  }),
  hold: (_ctx, _doc, input) => ({ set: { progressNote: input.note ?? null } }),
  complete: async (ctx, doc, input) => {
    await refuseOpenSubtasks(ctx, doc);
    return tells(ctx, doc, 'REQUEST_COMPLETED', peopleOf(doc), {
      set: { overdue: false, completedAt: ctx.now, ...(input.result !== undefined && { result: input.result }) },
      with: await countsDone(ctx, doc),
    });
  },
  cancel: async (ctx, doc) => {
    await refuseOpenSubtasks(ctx, doc);
    return tells(ctx, doc, 'REQUEST_CANCELLED', peopleOf(doc), { set: { overdue: false } });
  },
  expire: (ctx, doc) => tells(ctx, doc, 'REQUEST_OVERDUE', [doc.assigneeId, doc.creatorId], { set: { overdue: true } }),
  claim: (ctx, doc) => {
    if (doc.assigneeId && doc.assigneeId !== ctx.employeeId) return fail('STATUS_CHANGED', { status: doc.status });
    return { set: { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') } };
  },
  assign: (ctx, doc, { employeeId }) =>
    tells(ctx, doc, 'REQUEST_ASSIGNED', [employeeId], { set: { assigneeId: employeeId ?? null } }),
  rate: (ctx, doc, { rating, comment }) =>
    tells(ctx, doc, 'REQUEST_RATED', [doc.assigneeId], { set: { rating, ratingComment: comment ?? null } }),
};

/** The act that leads a task to a status, for those who name the status instead. */
export const ACT_TO: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'start',
  ON_HOLD: 'hold',
  COMPLETED: 'complete',
  CANCELLED: 'cancel',
};
