import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Action, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { openReport, sourceFor } from '../report/index.ts';
import { loadRecipients } from './recipients.ts';
import { beginSending, sendings } from './runs.ts';
import { nextTimes } from './schedule-times.ts';

type Schedule = Values<typeof reportSchedule>;

const MOST_PEOPLE = 50;
const MOST_SCHEDULES = 100;
const MOST_BY_HAND = 3;

/** The reports must exist, and the author must be allowed to export them. */
async function checkWhat(ctx: Ctx, { what }: Schedule): Promise<void> {
  for (const [n, { reportId }] of (what ?? []).entries()) {
    const opened = await openReport(ctx, reportId).catch(() => null);
    if (!opened) return failFields({ [`what.${n}.reportId`]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    sourceFor(ctx, opened.shape.source, true);
  }
}

/** Checks the recipients: at least one, all employed, not too many. */
async function checkPeople(ctx: Ctx, values: Schedule): Promise<void> {
  const recipients = await loadRecipients(ctx, values);
  const ids = values.recipientIds ?? [];
  const wrong = ids.findIndex(id => recipients.every(({ employeeId }) => employeeId !== id));
  if (wrong >= 0)
    failFields({ [`recipientIds.${wrong}`]: { code: 'REPORT_RECIPIENT_INVALID' } }, 'REPORT_RECIPIENT_INVALID');
  if (recipients.length === 0) failFields({ recipientIds: { code: 'REQUIRED' } });
  if (recipients.length > MOST_PEOPLE) failFields({ recipientIds: { code: 'TOO_MANY', params: { max: MOST_PEOPLE } } });
}

const sendNow: Action<typeof reportSchedule, 'send-now'> = async (ctx, doc, { toMe }) => {
  const query = { scheduleId: doc._id, by: 'HAND' as const, at: { $gt: new Date(ctx.now.getTime() - HOUR_MS) } };
  if ((await sendings().countDocuments(query)) >= MOST_BY_HAND) fail('TOO_MANY_REQUESTS', { seconds: HOUR_MS / 1000 });
  const people = toMe ? { recipientIds: ctx.employeeId ? [ctx.employeeId] : [] } : doc;
  const recipients = await loadRecipients(ctx, people);
  if (recipients.length === 0) failFields({ recipientIds: { code: 'REQUIRED' } });
  const project = (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
  const day = todayOf(ctx);
  return {
    set: { lastAt: ctx.now },
    also: session => beginSending(ctx, project, doc, { occurrence: ctx.now, day, by: 'HAND', recipients }, session),
  };
};

const resume: Action<typeof reportSchedule, 'resume'> = async (ctx, doc) => {
  await checkPeople(ctx, doc);
  const [nextAt = null] = await nextTimes(ctx, doc, ctx.now);
  return { set: { nextAt, failures: 0, reason: null } };
};

export const scheduleBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const whole = { ...doc, ...values };
    if (!doc) {
      if ((await records(reportSchedule).count(ctx)) >= MOST_SCHEDULES)
        failFields({ name: { code: 'TOO_MANY', params: { max: MOST_SCHEDULES } } });
    }
    await checkWhat(ctx, values);
    await checkPeople(ctx, whole);
    const [nextAt = null] = await nextTimes(ctx, whole, ctx.now);
    return { ...values, nextAt, ...(!doc && { ownerId: ctx.employeeId }) };
  },
  actions: { resume, 'send-now': sendNow },
} satisfies BehaviourOf<typeof reportSchedule>;
