import { instantAt } from '@lobby/shared/kit/dates.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Collection, db, type Session, transaction } from '../../kit/database/database.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { syncElevators } from './works/lift.ts';

const BATCH = 500;
/** Minute of the day from which reminders are sent. */
const MORNING = 7 * 60 + 30;
/** Number of works named in a notification; the others are counted. */
const NAMED = 3;

/** Last day on which a project's staff were notified. */
export const dayCollection: Collection = { name: 'maintenance-days', indexes: [] };
const toldDays = () => db().collection<{ _id: string; day: string }>(dayCollection.name);

/** Flags works past their due date. */
async function markLate(ctx: Ctx): Promise<number> {
  const late = await records(maintenance).find(
    ctx,
    { status: { $in: OPEN_WORKS }, overdue: { $ne: true }, dueDate: { $lt: todayOf(ctx) } },
    { limit: BATCH },
  );
  return attemptEach(late, doc => {
    // The version stays, so that open forms do not become stale.
    const still = { status: doc.status, overdue: doc.overdue ?? false, dueDate: doc.dueDate };
    const update = { doc, set: { overdue: true }, keepVersion: true, while: still };
    return save(ctx, [{ definition: maintenance, action: 'overdue', update }]);
  });
}

/** Notifies assignees once each morning of today's and overdue works. */
async function notifyOfDay(ctx: Ctx): Promise<number> {
  const day = todayOf(ctx);
  if (ctx.now < instantAt(day, MORNING, ctx.project.timeZone)) return 0;
  const last = await toldDays().findOne({ _id: ctx.projectId });
  if (last?.day === day) return 0;
  const works = await records(maintenance).find(
    ctx,
    { status: { $in: OPEN_WORKS }, $or: [{ scheduledDate: { $lte: day } }, { dueDate: { $lte: day } }] },
    { sort: { dueDate: 1, scheduledDate: 1 }, only: ['title', 'assigneeIds'] },
  );
  const byPerson = new Map<string, string[]>();
  for (const { title, assigneeIds } of works)
    for (const id of assigneeIds) byPerson.set(id, [...(byPerson.get(id) ?? []), title]);
  return transaction(async session => {
    const before = await toldDays().findOneAndUpdate(
      { _id: ctx.projectId },
      { $set: { day } },
      { upsert: true, returnDocument: 'before', session },
    );
    if (before?.day === day) return 0;
    for (const [employeeId, titles] of byPerson) await notifyPerson(ctx, employeeId, titles, session);
    return byPerson.size;
  });
}

async function notifyPerson(ctx: Ctx, employeeId: string, titles: readonly string[], session: Session): Promise<void> {
  const others = titles.length - NAMED;
  const title = [titles.slice(0, NAMED).join(' · '), others > 0 ? `+${others}` : ''].filter(Boolean).join(' ');
  const subject = { module: maintenance.code, id: employeeId, title, day: todayOf(ctx), part: 'my-day' };
  await notify(ctx, toStaff([employeeId]), 'MAINTENANCE_TODAY', subject, session);
}

/** Time-dependent updates of works: overdue flags, elevator closures, daily notifications. Idempotent, and safe on several servers. */
export const worksJob = defineJob({
  name: 'works of upkeep that are late',
  every: '* * * * *',
  perProject: ctx => attemptEach([markLate, syncElevators, notifyOfDay], step => step(ctx)),
});
