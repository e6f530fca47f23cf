import { hourIn } from '@lobby/shared/kit/dates.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from './dates.ts';
import { subjectOf } from './rules.ts';

const BATCH = 500;
/** From this hour on people hear of what has become late. */
const HOUR = 7;

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Marks what is past its due day, and tells whoever is to do it. */
async function markLate(ctx: Ctx): Promise<number> {
  const late = { status: { $in: [...OPEN_WORKS] }, overdue: { $ne: true }, dueDate: { $lt: todayOf(ctx) } };
  const docs = await modelOf(maintenance)
    .find({ projectId: ctx.projectId, deletedAt: null, ...late })
    .limit(BATCH)
    .maxTimeMS(5000)
    .lean<Stored[]>();
  let marked = 0;
  for (const doc of docs) {
    // The version stays: nobody's open form goes stale by the clock.
    const still = { status: doc.status, overdue: doc.overdue ?? false, dueDate: doc.dueDate };
    const update = { doc, set: { overdue: true }, keepVersion: true, while: still };
    const also = (session: Parameters<typeof notify>[4]) =>
      notify(ctx, toStaff(idsIn(doc.assigneeIds)), 'MAINTENANCE_OVERDUE', subjectOf(doc), session);
    const saved = await save(ctx, [{ definition: maintenance, action: 'overdue', update, also }]).catch(error => {
      // Changed by somebody at this moment: the next turn sees to it.
      if (error instanceof Overtaken) return null;
      throw error;
    });
    if (saved) marked++;
  }
  return marked;
}

/** Works that have become late, once the day has begun. Safe to run twice and on several servers. */
export async function turnWorks(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    if (hourIn(project.timeZone, now) >= HOUR) turned += await markLate(ctx);
  }
  return turned;
}
