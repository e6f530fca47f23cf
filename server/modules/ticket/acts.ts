import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Action, ActionsOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { called, changedFollowing, followingOf } from '../../kit/thread/following.ts';
import { note } from '../../kit/thread/messages.ts';
import { workersAmong } from '../../platform/auth/rights/workers.ts';
import { followersOf } from '../../platform/notifications/followers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { holdClocks, resumeClocks, stopClocks, type TicketSet, withClockAt } from './clocks/clocks.ts';
import { isOverdue } from './rules.ts';
import { subjectFor, subjectOf, ticketThread } from './talk/messages.ts';
import { notifyOfRating, notifyOfReopening } from './talk/ticket-notices.ts';
import { assertNoOpenTasks } from './tasks/open-tasks.ts';

type Ticket = Doc<typeof ticket>;
type TicketEffect = EffectOf<typeof ticket>;

/** Notifies the unit and the followers of a status change, in its transaction. */
const notified = (ctx: Ctx, doc: Ticket, type: NotificationType, effect: TicketEffect): TicketEffect => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    await notify(ctx, toUnit(doc.unitId), type, subjectFor(doc), session);
    await notify(ctx, toStaff(followersOf(doc)), type, subjectOf(doc), session);
  },
});

/** Notifies an assignee chosen by somebody else. */
const toldAssignee = (
  ctx: Ctx,
  doc: Ticket,
  employeeId: string | null | undefined,
  effect: TicketEffect,
): TicketEffect =>
  employeeId && employeeId !== ctx.employeeId
    ? {
        ...effect,
        also: async session => {
          await effect.also?.(session);
          await notify(ctx, toStaff([employeeId]), 'HELP_DESK_ASSIGNED', subjectOf(doc), session);
        },
      }
    : effect;

/** Assigned by a person: the ticket is not passed on by rule any more, and the new assignee follows it. */
function inHand(doc: Ticket, set: TicketSet): TicketSet {
  const to = set.assigneeId;
  const following = to && to !== doc.assigneeId ? changedFollowing(doc, called(followingOf(doc), [to])) : {};
  const byHand = to !== undefined && to !== doc.assigneeId && doc.ruleName !== null;
  return withClockAt(doc, {
    ...set,
    ...following,
    ...(byHand && { ruleName: null }),
    ...(doc.returnAt && { returnAt: null }),
  });
}

/** Adds a private note with an action. */
const withNote = (ctx: Ctx, doc: Ticket, text: string | null | undefined): Omit<TicketEffect, 'set'> => {
  if (!text) return {};
  const { inc, extra, also } = note(ctx, ticketThread, doc, text);
  return { ...(inc && { inc }), ...(extra && { extra }), ...(also && { also }) };
};

const findColleague = async (ctx: Ctx, employeeId: string) => ({
  id: employeeId,
  name: (await loadRefs(ctx.projectId, employee, [employeeId])).get(employeeId)?.name ?? '',
});

const approve: Action<typeof ticket, 'approve'> = (ctx, doc, { employeeId, note: text }) => {
  const effect: TicketEffect = {
    ...withNote(ctx, doc, text),
    set: { approverId: ctx.employeeId, ...(employeeId && inHand(doc, { assigneeId: employeeId })) },
  };
  return notified(ctx, doc, 'HELP_DESK_APPROVED', toldAssignee(ctx, doc, employeeId, effect));
};

const start: Action<typeof ticket, 'start'> = (ctx, doc) =>
  notified(ctx, doc, 'HELP_DESK_PROCESSING', {
    set: inHand(doc, doc.assigneeId || !can(ctx, ticket.code, 'write') ? {} : { assigneeId: ctx.employeeId }),
  });

const complete: Action<typeof ticket, 'complete'> = async (ctx, doc, input) =>
  notified(ctx, doc, 'HELP_DESK_COMPLETED', {
    ...withNote(ctx, doc, input.note),
    ...(await assertNoOpenTasks(ctx, doc)),
    set: { ...stopClocks(doc), overdue: false, awaitsReply: false, completedAt: ctx.now },
  });

const reopen: Action<typeof ticket, 'reopen'> = async (ctx, doc) => {
  if (ctx.kind === 'resident' && doc.status === 'RATED')
    fail('STATUS_NOT_ALLOWED', { status: doc.status, version: doc.version });
  const ended = doc.completedAt ?? ctx.now;
  const until = new Date(ended.getTime() + ctx.project.ticketReopenDays * DAY_MS);
  if (ctx.now > until)
    fail('HELP_DESK_REOPEN_TOO_LATE', { days: ctx.project.ticketReopenDays, until: until.toISOString() });
  const before = doc.assigneeId;
  const canWork = before && (await workersAmong(ctx.projectId, ticket.code, [before])).has(before);
  const assigneeId = canWork ? before : null;
  const set = {
    completedAt: null,
    rating: null,
    ratingComment: null,
    reopenedAt: ctx.now,
    overdue: isOverdue('PROCESSING', doc.dueAt, ctx.now),
    assigneeId,
    ...(!assigneeId && doc.ruleName && { ruleName: null }),
  };
  return notified(ctx, doc, 'HELP_DESK_REOPENED', {
    set: withClockAt({ ...doc, status: 'PROCESSING' }, set),
    inc: { reopenCount: 1 },
    also: session => notifyOfReopening(ctx, doc, assigneeId, session),
  });
};

const reject: Action<typeof ticket, 'reject'> = async (ctx, doc) =>
  notified(ctx, doc, 'HELP_DESK_REJECTED', {
    ...(await assertNoOpenTasks(ctx, doc)),
    set: { ...stopClocks(doc), overdue: false, awaitsReply: false, approverId: ctx.employeeId },
  });

const expire: Action<typeof ticket, 'expire'> = (ctx, doc) =>
  notified(ctx, doc, 'HELP_DESK_EXPIRED', { set: { ...stopClocks(doc), overdue: false, awaitsReply: false } });

const hold: Action<typeof ticket, 'hold'> = (ctx, doc, input) => ({
  ...withNote(ctx, doc, input.note),
  set: holdClocks(ctx),
});

const resume: Action<typeof ticket, 'resume'> = async (ctx, doc) => ({ set: await resumeClocks(ctx, doc) });

const claim: Action<typeof ticket, 'claim'> = async (ctx, doc) => {
  // Claimed concurrently: the first keeps it, the second learns who that is.
  if (doc.assigneeId && doc.assigneeId !== ctx.employeeId)
    return fail('STATUS_CHANGED', {
      status: doc.status,
      version: doc.version,
      by: await findColleague(ctx, doc.assigneeId),
      at: doc.updatedAt,
    });
  return { set: inHand(doc, { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') }) };
};

const assign: Action<typeof ticket, 'assign'> = (ctx, doc, { employeeId = null }) =>
  toldAssignee(ctx, doc, employeeId, { set: inHand(doc, { assigneeId: employeeId }) });

const rate: Action<typeof ticket, 'rate'> = (ctx, doc, { rating, comment }) => {
  if (typeof rating !== 'number') return failFields({ rating: { code: 'REQUIRED' } });
  return {
    set: { rating, ratingComment: comment ?? null },
    also: session => notifyOfRating(ctx, doc, rating, session),
  };
};

/** Actions on a ticket, beside the change of status (domain.md, Ticket). */
export const actions = {
  approve,
  start,
  complete,
  reopen,
  reject,
  expire,
  hold,
  resume,
  claim,
  assign,
  rate,
} satisfies ActionsOf<typeof ticket>;
