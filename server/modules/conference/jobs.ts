import { dayOf, daysBetween, instantAt } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { transaction } from '../../kit/database/database.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { loadRows } from './desk/electorate.ts';
import { beginRun, queueTellings, toldSince } from './papers/notices.ts';

const NINE = 9 * 60;
/** Days before a meeting on which units without an answer are reminded. */
const DAYS = [3, 1];

/** Reminds units without an answer three days and one day before a meeting, once each; idempotent, and safe on several servers. */
export const conferenceReminderJob = defineJob({
  name: 'reminders of meetings',
  every: '*/10 * * * *',
  async perProject(ctx) {
    const { day, minutes } = clockAt(ctx.now, ctx.project.timeZone);
    if (minutes < NINE) return 0;
    const meetings = await records(conference).find(ctx, {
      status: 'ONGOING',
      phase: 'REGISTRATION',
      shown: true,
      startAt: { $gt: ctx.now },
    });
    return attemptEach(meetings, async ({ _id, startAt }) => {
      const on = dayOf(startAt, ctx.project.timeZone);
      const left = daysBetween(day, on);
      if (!DAYS.includes(left)) return 0;
      const nine = instantAt(day, NINE, ctx.project.timeZone);
      // The date is part of the key, so that a postponed meeting is reminded of again.
      const occasion = `${on}-${left}`;
      return transaction(async session => {
        if (!(await beginRun(ctx, _id, `REMIND/${occasion}`, session))) return 0;
        const silent = { conferenceId: _id, attendance: 'NOT_ANSWERED', checkIn: 'NOT_CHECKED_IN' } as const;
        const notified = await toldSince(ctx, _id, ['INVITE', 'SHOW', 'MOVE'], nine);
        // A server that was down at nine sends the reminder later, but not to units notified of the meeting since nine.
        const rows = (await loadRows(ctx, { ...silent, createdAt: { $lt: nine } }, session)).filter(
          row => !notified.has(row._id),
        );
        await queueTellings(ctx, rows, { kind: 'REMIND', occasion }, session);
        return rows.length;
      });
    });
  },
});
