import { createHash } from 'node:crypto';
import { hourIn } from '@lobby/shared/kit/dates.ts';
import { CHANNEL_FIELDS, channelsOf, noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach, attemptSteps } from '../../../kit/jobs/attempt-each.ts';
import { build } from '../../../kit/records/records.ts';
import { records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { sendNoticesSoon } from '../sending/run/run.ts';
import { type Judged, judgeReminders, lateNotices, loadRules } from './due-reminders.ts';
import { endExclusions } from './stops.ts';

const USUAL_HOUR = 9;

/** Starts the daily reminders of projects whose sending hour has come; idempotent, and safe on several servers. */
export const remindersJob = defineJob({
  name: 'reminders of debts',
  every: '*/5 * * * *',
  perProject: (ctx, project) => attemptSteps([() => endExclusions(ctx), () => remind(ctx, project)]),
});

async function remind(ctx: Ctx, { reminderHour, timeZone }: Project): Promise<number> {
  if (hourIn(timeZone, ctx.now) < (reminderHour ?? USUAL_HOUR)) return 0;
  const day = todayOf(ctx);
  const works = await workingDays(ctx.project);
  const begun = works(day) ? (await sendDay(ctx, day)).begun : 0;
  if (begun > 0) sendNoticesSoon();
  return begun;
}

/** Starts the reminders of a day, optionally for some units only; returns the number of runs and households. */
export async function sendDay(
  ctx: Ctx,
  day: string,
  unitIds?: readonly string[],
): Promise<{ begun: number; households: number }> {
  const rules = await loadRules(ctx);
  if (rules.length === 0) return { begun: 0, households: 0 };
  const all = await judgeReminders(ctx, day, await lateNotices(ctx, day), rules);
  const due = all.filter(
    ({ outcome, household }) => outcome === 'SEND' && (!unitIds || unitIds.includes(household.notice.unitId)),
  );
  const keyOf = ({ rule, household }: Judged) => `${rule._id}:${household.notice.month}`;
  const begun = await attemptEach(Map.groupBy(due, keyOf), async ([key, group]) => {
    const [first] = group;
    const named = unitIds ? group.map(({ household }) => household.notice._id) : [];
    const once = `reminders:${day}:${key}${named.length > 0 ? `:${digestOf(named)}` : ''}`;
    return first && begin(ctx, { day, once, noticeIds: named }, first);
  });
  return { begun, households: due.length };
}

/** Hash of the notices, so that repeated requests for them share a run. */
const digestOf = (ids: readonly string[]) =>
  createHash('sha256').update(ids.toSorted().join()).digest('hex').slice(0, 24);

/** Starts the run of a rule for a day; returns false if it exists. */
async function begin(
  ctx: Ctx,
  { day, once, noticeIds }: { day: string; once: string; noticeIds: readonly string[] },
  { rule, household }: Judged,
): Promise<boolean> {
  if (await records(noticeRun).exists(ctx, { once })) return false;
  const chosen = channelsOf(rule);
  const doc = await build(ctx, noticeRun, {
    ...Object.fromEntries(NOTICE_CHANNELS.map(channel => [CHANNEL_FIELDS[channel], chosen.includes(channel)])),
    month: household.notice.month,
    kind: rule.kind,
    minOwed: rule.minOwed ?? null,
    ruleId: rule._id,
    day,
    once,
    noticeIds,
    origin: 'REMINDER_JOB',
    status: 'IN_PROGRESS',
  });
  // Refused if another server started it concurrently.
  await save(ctx, [{ definition: noticeRun, action: 'create', insert: doc }]);
  return true;
}
