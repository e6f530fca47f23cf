import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { type Change, Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts } from './acts.ts';
import { tellOfLate } from './tell.ts';

const BATCH = 500;

/** Marks open tickets whose due time has passed: an event like any other, by the system. Safe to run twice and on several servers. */
export async function markOverdue(now: Date): Promise<number> {
  let marked = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const isLate = { status: { $in: [...OPEN_STATUSES] }, dueAt: { $lte: now }, overdue: false, onHold: { $ne: true } };
    const late = await modelOf(ticket)
      .find({ projectId: project._id, deletedAt: null, ...isLate })
      .limit(BATCH)
      .lean<Stored[]>();
    for (const doc of late) {
      // The version stays: nobody's open form goes stale by the clock. Overtaken: it was done or put off at this moment.
      const update = { doc, set: { overdue: true }, keepVersion: true, while: isLate };
      const also: Change['also'] = async session => {
        await tellOfLate(ctx, doc, 'HELP_DESK_OVERDUE', session);
      };
      const done = await save(ctx, [{ definition: ticket, action: 'overdue', update, also }]).catch(error => {
        if (error instanceof Overtaken) return null;
        throw error;
      });
      if (done) marked++;
    }
  }
  return marked;
}

/** Expires tickets that nobody approved within the project's days (domain.md, Ticket). */
export async function expireTickets(now: Date): Promise<number> {
  let expired = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const before = new Date(now.getTime() - project.ticketExpiryDays * DAY_MS);
    const old = await modelOf(ticket)
      .find(
        {
          projectId: project._id,
          deletedAt: null,
          status: 'WAITING_APPROVAL',
          createdAt: { $lt: before },
          // What is being worked on is not given up.
          openTasks: { $not: { $gt: 0 } },
        },
        { _id: 1 },
      )
      .limit(BATCH)
      .lean<{ _id: string }[]>();
    for (const { _id } of old) {
      const done = await act(ctx, ticket, 'expire', _id, {}, acts.expire ?? (() => ({}))).catch(error => {
        // Approved at this moment.
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (done) expired++;
    }
  }
  return expired;
}
