import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import type { Project } from '../../platform/projects/projects.ts';
import { loadRecipients } from './recipients.ts';
import { beginSending } from './runs.ts';
import { nextTimes } from './schedule-times.ts';

/** Maximum delay of a sending. */
const LATEST_MS = DAY_MS;

/** Sends one occurrence of a schedule; of several servers one succeeds. */
async function send(ctx: Ctx, project: Project, schedule: Doc<typeof reportSchedule>): Promise<void> {
  const occurrence = schedule.nextAt;
  if (!occurrence) return;
  const recipients = await loadRecipients(ctx, schedule);
  const [nextAt = null] = await nextTimes(ctx, schedule, occurrence);
  const day = dayOf(occurrence, ctx.project.timeZone);
  const late = ctx.now.getTime() - occurrence.getTime() > LATEST_MS;
  const set = {
    nextAt,
    lastAt: ctx.now,
    ...(nextAt === null && { status: 'ENDED' }),
    ...(recipients.length === 0 && { status: 'PAUSED', reason: text('vi', 'report-schedule.pausedBy.nobody') }),
  };
  const update = { doc: schedule, set, keepVersion: true, while: { nextAt: occurrence, status: 'ACTIVE' } };
  const also = (session: Parameters<typeof beginSending>[4]) =>
    beginSending(ctx, project, schedule, { occurrence, day, by: 'TIME', recipients, late }, session);
  await save(ctx, [{ definition: reportSchedule, action: 'update', update, also }]);
}

/** Sends the reports that are due. Idempotent, and safe on several servers. */
export const schedulesJob = defineJob({
  name: 'reports that are due',
  every: '* * * * *',
  async perProject(ctx, project) {
    const due = await records(reportSchedule).find(
      { projectId: project._id },
      { status: 'ACTIVE', nextAt: { $lte: ctx.now } },
      { sort: { nextAt: 1 }, limit: 100 },
    );
    return attemptEach(due, async schedule => {
      await send(ctx, project, schedule);
      return 1;
    });
  },
});
