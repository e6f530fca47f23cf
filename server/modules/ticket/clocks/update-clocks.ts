import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { assignWaiting, markUnfit, passOn } from '../assignment.ts';
import { subjectOf } from '../talk/messages.ts';
import { notifyOfLate, notifyOfWarning } from '../talk/ticket-notices.ts';
import { type TicketSet, withClockAt } from './clocks.ts';

type Ticket = Doc<typeof ticket>;

const BATCH = 500;
const isPast = (at: Date | null, now: Date) => at !== null && at <= now;

/** Warns of approaching deadlines, notifies of missed ones, passes on unanswered tickets, and assigns those nobody has. */
export const clockJob = defineJob({
  name: 'clocks of tickets',
  every: '* * * * *',
  perProject: ctx => attemptEach([updateClocks, markUnfit, assignWaiting], step => step(ctx)),
});

const updateClocks = async (ctx: Ctx): Promise<number> =>
  attemptEach(await records(ticket).find(ctx, { clockAt: { $lte: ctx.now } }, { limit: BATCH }), doc =>
    updateClock(ctx, doc),
  );

function updateClock(ctx: Ctx, doc: Ticket): Promise<unknown> {
  const { now } = ctx;
  const runs = OPEN_STATUSES.includes(doc.status) && !doc.onHold;
  if (runs && isPast(doc.returnAt, now)) return passToNext(ctx, doc);
  const isLate = runs && !doc.answerLate && isPast(doc.answerDueAt, now);
  const warns = runs && !isLate && (isPast(doc.answerWarnAt, now) || isPast(doc.dueWarnAt, now));
  const set = withClockAt(doc, {
    ...(isPast(doc.answerWarnAt, now) && { answerWarnAt: null }),
    ...(isPast(doc.dueWarnAt, now) && { dueWarnAt: null }),
    ...(isLate && { answerLate: true }),
  });
  return save(ctx, [
    {
      definition: ticket,
      action: isLate ? 'answerLate' : 'warning',
      // The version stays, so that open forms do not become stale.
      update: { doc, set, keepVersion: true, while: { clockAt: doc.clockAt } },
      note: { before: null, after: isLate ? { answerLate: true } : {} },
      also: async session => {
        if (isLate) await notifyOfLate(ctx, doc, 'HELP_DESK_BREACHED', session);
        else if (warns) await notifyOfWarning(ctx, doc, session);
      },
    },
  ]);
}

function passToNext(ctx: Ctx, doc: Ticket): Promise<unknown> {
  const set: TicketSet = {};
  return save(ctx, [
    {
      definition: ticket,
      action: 'return',
      update: { doc, set, while: { returnAt: doc.returnAt, assigneeId: doc.assigneeId } },
      // Within the transaction, so that tickets passed on concurrently see each other's assignment.
      first: async session => void Object.assign(set, await passOn(ctx, session, doc)),
      also: async session => {
        if (set.assigneeId)
          await notify(ctx, toStaff([set.assigneeId]), 'HELP_DESK_ASSIGNED_BY_RULE', subjectOf(doc), session);
        await notify(
          ctx,
          toStaff(doc.assigneeId ? [doc.assigneeId] : []),
          'HELP_DESK_RETURNED',
          subjectOf(doc),
          session,
        );
      },
    },
  ]);
}
