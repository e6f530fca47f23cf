import { employee } from '@lobby/shared/modules/employee.ts';
import type { Effect, Rule } from '../../kit/act.ts';
import type { Ctx } from '../../kit/context.ts';
import { fail, failFields } from '../../kit/fail.ts';
import type { Stored } from '../../kit/model.ts';
import { loadRefs } from '../../kit/refs.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications.ts';
import { note, subjectOf } from './messages.ts';

const id = (value: unknown) => (typeof value === 'string' ? value : null);
const me = (ctx: Ctx) => ctx.employeeId ?? fail('FORBIDDEN');

/** Tells the resident of a change of status, in the transaction that makes it. */
const told = (ctx: Ctx, doc: Stored, type: string, effect: Effect = {}): Effect => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    await notify(ctx, toUnit(String(doc.unitId)), type, subjectOf(doc), session);
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

const withNote = (ctx: Ctx, doc: Stored, text: unknown): Effect =>
  typeof text === 'string' && text ? note(ctx, doc, text) : {};

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
        set: { ...effect.set, ...(employeeId && { assigneeId: employeeId }) },
      }),
    );
  },
  start: (ctx, doc) =>
    told(ctx, doc, 'HELP_DESK_PROCESSING', { set: doc.assigneeId ? {} : { assigneeId: ctx.employeeId } }),
  complete: (ctx, doc, input) => {
    const effect = withNote(ctx, doc, input.note);
    return told(ctx, doc, 'HELP_DESK_COMPLETED', {
      ...effect,
      set: { ...effect.set, overdue: false, awaitsReply: false, completedAt: ctx.now },
    });
  },
  reject: (ctx, doc) => told(ctx, doc, 'HELP_DESK_REJECTED', { set: { overdue: false, awaitsReply: false } }),
  expire: (ctx, doc) => told(ctx, doc, 'HELP_DESK_EXPIRED', { set: { overdue: false, awaitsReply: false } }),
  claim: async (ctx, doc) => {
    // Taken meanwhile: whoever was first keeps it, and the second learns who that is.
    if (doc.assigneeId && doc.assigneeId !== ctx.employeeId)
      return fail('STATUS_CHANGED', {
        status: doc.status,
        version: doc.version,
        by: await colleague(ctx, String(doc.assigneeId)),
        at: doc.updatedAt,
      });
    return { set: { assigneeId: me(ctx) } };
  },
  assign: (ctx, doc, input) => assigned(ctx, doc, id(input.employeeId), { set: { assigneeId: id(input.employeeId) } }),
  label: (_ctx, _doc, input) => ({ set: { labelIds: input.labelIds } }),
  rate: (_ctx, _doc, input) => {
    if (typeof input.rating !== 'number') return failFields({ rating: { code: 'REQUIRED' } });
    return { set: { rating: input.rating, ratingComment: input.comment ?? null } };
  },
};
