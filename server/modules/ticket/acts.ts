import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { called, changedFollowing, followingOf } from '../../kit/thread/following.ts';
import { note } from '../../kit/thread/messages.ts';
import { workersAmong } from '../../platform/auth/workers.ts';
import { followersOf } from '../../platform/notifications/followers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { goingOn, held, stopped, timed } from './clocks.ts';
import { subjectOf, ticketThread } from './messages.ts';
import { withoutTasks } from './open-tasks.ts';
import { isOverdue } from './rules.ts';
import { tellOfRating, tellOfReopening } from './tell.ts';

const id = (value: unknown) => (typeof value === 'string' ? value : null);
const me = (ctx: Ctx) => ctx.employeeId ?? fail('FORBIDDEN');

/** Tells the resident and those who follow of a change of status, in the transaction that makes it. */
const told = (ctx: Ctx, doc: Stored, type: NotificationType, effect: Effect = {}): Effect => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    await notify(ctx, toUnit(doc.unitId), type, subjectOf(doc), session);
    await notify(ctx, toStaff(followersOf(doc)), type, subjectOf(doc), session);
  },
});

const assigned = (ctx: Ctx, doc: Stored, employeeId: string | null, effect: Effect): Effect =>
  employeeId && employeeId !== ctx.employeeId
    ? {
        ...effect,
        also: async session => {
          await effect.also?.(session);
          await notify(ctx, toStaff([employeeId]), 'HELP_DESK_ASSIGNED', subjectOf(doc), session);
        },
      }
    : effect;

/** Somebody has it in hand: it does not go to another by itself any more, and whoever gets it follows it. */
function inHand(doc: Stored, set: Record<string, unknown>) {
  const to = id(set.assigneeId);
  const following = to && to !== doc.assigneeId ? changedFollowing(doc, called(followingOf(doc), [to])) : {};
  return timed(doc, { ...set, ...following, ...(doc.returnAt ? { returnAt: null } : {}) });
}

const withNote = (ctx: Ctx, doc: Stored, text: unknown): Effect =>
  typeof text === 'string' && text ? note(ctx, ticketThread, doc, text) : {};

const colleague = async (ctx: Ctx, employeeId: string) => ({
  id: employeeId,
  name: String((await loadRefs(ctx.projectId, employee, [employeeId])).get(employeeId)?.name ?? ''),
});

/** What each act on a ticket does beside its change of status (domain.md, Ticket). */
export const acts: Readonly<Record<string, Rule>> = {
  approve: (ctx, doc, input) => {
    const employeeId = id(input.employeeId);
    const effect = withNote(ctx, doc, input.note);
    return told(
      ctx,
      doc,
      'HELP_DESK_APPROVED',
      assigned(ctx, doc, employeeId, {
        ...effect,
        set: { ...effect.set, approverId: ctx.employeeId, ...(employeeId && inHand(doc, { assigneeId: employeeId })) },
      }),
    );
  },
  start: (ctx, doc) =>
    told(ctx, doc, 'HELP_DESK_PROCESSING', {
      set: inHand(doc, doc.assigneeId || !can(ctx, ticket.code, 'write') ? {} : { assigneeId: ctx.employeeId }),
    }),
  complete: async (ctx, doc, input) => {
    const free = await withoutTasks(ctx, doc);
    const effect = withNote(ctx, doc, input.note);
    return told(ctx, doc, 'HELP_DESK_COMPLETED', {
      ...effect,
      ...free,
      set: { ...effect.set, ...stopped(doc), overdue: false, awaitsReply: false, completedAt: ctx.now },
    });
  },
  async reopen(ctx, doc) {
    if (ctx.kind === 'resident' && doc.status === 'RATED')
      fail('STATUS_NOT_ALLOWED', { status: doc.status, version: doc.version });
    const ended = doc.completedAt instanceof Date ? doc.completedAt : ctx.now;
    const until = new Date(ended.getTime() + ctx.project.ticketReopenDays * DAY_MS);
    if (ctx.now > until)
      fail('HELP_DESK_REOPEN_TOO_LATE', { days: ctx.project.ticketReopenDays, until: until.toISOString() });
    const dueAt = doc.dueAt instanceof Date ? doc.dueAt : null;
    const own = id(doc.assigneeId);
    const fit = own && (await workersAmong(ctx.projectId, ticket.code, [own])).has(own);
    const set = {
      completedAt: null,
      rating: null,
      ratingComment: null,
      reopenedAt: ctx.now,
      overdue: isOverdue('PROCESSING', dueAt, ctx.now),
      assigneeId: fit ? own : null,
    };
    return told(ctx, doc, 'HELP_DESK_REOPENED', {
      set: timed({ ...doc, status: 'PROCESSING' }, set),
      inc: { reopenCount: 1 },
      also: session => tellOfReopening(ctx, doc, fit ? own : null, session),
    });
  },
  reject: async (ctx, doc) =>
    told(ctx, doc, 'HELP_DESK_REJECTED', {
      ...(await withoutTasks(ctx, doc)),
      set: { ...stopped(doc), overdue: false, awaitsReply: false, approverId: ctx.employeeId },
    }),
  expire: (ctx, doc) =>
    told(ctx, doc, 'HELP_DESK_EXPIRED', { set: { ...stopped(doc), overdue: false, awaitsReply: false } }),
  hold: (ctx, doc, input) => {
    const effect = withNote(ctx, doc, input.note);
    return { ...effect, set: { ...effect.set, ...held(ctx) } };
  },
  resume: async (ctx, doc) => ({ set: await goingOn(ctx, doc) }),
  claim: async (ctx, doc) => {
    // Taken meanwhile: whoever was first keeps it, and the second learns who that is.
    if (doc.assigneeId && doc.assigneeId !== ctx.employeeId)
      return fail('STATUS_CHANGED', {
        status: doc.status,
        version: doc.version,
        by: await colleague(ctx, String(doc.assigneeId)),
        at: doc.updatedAt,
      });
    return { set: inHand(doc, { assigneeId: me(ctx) }) };
  },
  assign: (ctx, doc, input) =>
    assigned(ctx, doc, id(input.employeeId), { set: inHand(doc, { assigneeId: id(input.employeeId) }) }),
  rate: (ctx, doc, input) => {
    const { rating } = input;
    if (typeof rating !== 'number') return failFields({ rating: { code: 'REQUIRED' } });
    return {
      set: { rating, ratingComment: input.comment ?? null },
      also: session => tellOfRating(ctx, doc, rating, session),
    };
  },
};
