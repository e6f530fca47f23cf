import { DAY_MS, dayOf, daysBetween } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { save } from '../../../kit/store/save.ts';
import { notify, toStaff, toUnit, type Who } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';

const NINE = 9 * 60;
const SEVEN = 7 * 60;

/** Reminder due now: to the household some days before, to the employee on the day; null if none is due. */
function levelOf(left: number, minutes: number): string | null {
  if (left === 0) return minutes >= SEVEN ? 'DAY' : null;
  if (minutes < NINE || left > 3) return null;
  return left === 1 ? 'ONE' : left === 3 ? 'THREE' : null;
}

async function remind(ctx: Ctx, doc: Doc<typeof handoverSchedule>): Promise<boolean> {
  const { timeZone } = ctx.project;
  const { day, minutes } = clockAt(ctx.now, timeZone);
  const { scheduledAt: at, unitId } = doc;
  if (!at || !unitId) return false;
  const level = levelOf(daysBetween(day, dayOf(at, timeZone)), minutes);
  // The time is part of the key, so that a moved appointment is reminded of again.
  const mark = `${at.toISOString()} ${level}`;
  if (!level || doc.told === mark) return false;
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? doc.code ?? '';
  const who: Who = level === 'DAY' ? toStaff(doc.employeeId ? [doc.employeeId] : []) : toUnit(unitId);
  const subject = { module: HANDOVER, id: doc._id, title: code, part: 'handover/schedule', day: dayOf(at, timeZone) };
  const still = { status: doc.status, scheduledAt: at, told: doc.told ?? null };
  // The version stays, so that open forms do not become stale.
  const update = { doc, set: { told: mark }, keepVersion: true, while: still };
  const also = (session: Parameters<typeof notify>[4]) => notify(ctx, who, 'HANDOVER_REMINDER', subject, session);
  await save(ctx, [{ definition: handoverSchedule, action: 'remind', update, also }]);
  return true;
}

/** Sends reminders of near appointments, each level once; idempotent, and safe on several servers. */
export const handoverReminderJob = defineJob({
  name: 'reminders of handovers',
  every: '*/10 * * * *',
  async perProject(ctx) {
    const docs = await records(handoverSchedule).find(ctx, {
      status: 'PENDING_EXECUTION',
      scheduledAt: { $gt: ctx.now, $lt: new Date(ctx.now.getTime() + 4 * DAY_MS) },
    });
    return attemptEach(docs, doc => remind(ctx, doc));
  },
});
