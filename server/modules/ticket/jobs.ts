import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_TICKETS, ticket } from '@lobby/shared/modules/ticket.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { actions } from './acts.ts';
import { notifyOfLate } from './talk/ticket-notices.ts';

const BATCH = 500;

/** Marks open tickets past their due time, as an event by the system. */
export const overdueJob = defineJob({
  name: 'tickets overdue',
  every: '* * * * *',
  async perProject(ctx) {
    const isLate: Where<typeof ticket> = {
      status: { $in: OPEN_TICKETS },
      dueAt: { $lte: ctx.now },
      overdue: false,
      onHold: { $ne: true },
    };
    return attemptEach(await records(ticket).find(ctx, isLate, { limit: BATCH }), doc => {
      // The version stays, so that open forms do not become stale. Conflicts: ended or postponed concurrently.
      const update = { doc, set: { overdue: true }, keepVersion: true, while: isLate };
      const also: Change['also'] = session => notifyOfLate(ctx, doc, 'HELP_DESK_OVERDUE', session);
      return save(ctx, [{ definition: ticket, action: 'overdue', update, also }]);
    });
  },
});

/** Expires tickets not approved within the project's period (domain.md, Ticket). */
export const expiryJob = defineJob({
  name: 'tickets expired',
  every: '*/5 * * * *',
  async perProject(ctx, { ticketExpiryDays }) {
    const old = await records(ticket).find(
      ctx,
      {
        status: 'WAITING_APPROVAL',
        createdAt: { $lt: new Date(ctx.now.getTime() - ticketExpiryDays * DAY_MS) },
        // Tickets with open tasks do not expire.
        openTasks: { $not: { $gt: 0 } },
      },
      { only: ['_id'], limit: BATCH },
    );
    return attemptEach(old, ({ _id }) =>
      perform(ctx, { definition: ticket, name: 'expire', id: _id, input: {} }, actions.expire),
    );
  },
});
