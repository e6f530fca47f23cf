import { dayOf, daysBetween } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { rowsOf } from './electorate.ts';
import { queueTellings } from './tellings.ts';

const NINE = 9 * 60;
/** Days before a meeting on which those who have not answered are reminded. */
const DAYS = [3, 1];

/** Reminds units that have not answered, three days and one day before, once each. Safe to run twice and on several servers. */
export async function remindOfConferences(now: Date): Promise<number> {
  let queued = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const { day, minutes } = clockAt(now, ctx.project.timeZone);
    if (minutes < NINE) continue;
    const open = { status: 'ONGOING', phase: 'REGISTRATION', shown: true, startAt: { $gt: now } };
    const meetings = await modelOf(conference)
      .find({ projectId: ctx.projectId, deletedAt: null, ...open })
      .maxTimeMS(5000)
      .lean<Stored[]>();
    for (const { _id, startAt } of meetings) {
      const on = dayOf(startAt as Date, ctx.project.timeZone);
      const left = daysBetween(day, on);
      if (!DAYS.includes(left)) continue;
      const rows = await rowsOf(ctx, { conferenceId: _id, attendance: 'NOT_ANSWERED', checkIn: 'NOT_CHECKED_IN' });
      // What was moved is reminded of anew, and never by the time of before.
      await queueTellings(ctx, rows, { kind: 'REMIND', occasion: `${on}-${left}` });
      queued += rows.length;
    }
  }
  return queued;
}
