import { addDays, DAY_MS } from '@lobby/shared/kit/dates.ts';
import { CONFIRM_DAYS, handoverDefect, TELL_DAYS } from '@lobby/shared/modules/handover-defect.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { save, VersionConflict } from '../../../kit/store/save.ts';
import { toStaff, toUnit } from '../../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { todayOf } from '../../lock-date/index.ts';
import { handoverConfig } from '../config.ts';
import { defectActs, notifyOfDefect } from './defect-acts.ts';
import { isOverdue } from './defects.ts';

const BATCH = 500;

const find = (ctx: Ctx, query: Record<string, unknown>): Promise<Doc<typeof handoverDefect>[]> =>
  records(handoverDefect).find(ctx, { closed: { $ne: true }, ...query }, { limit: BATCH });

/** Updates a defect, optionally with a notification; null on a concurrent change. */
async function mark(
  ctx: Ctx,
  doc: Doc<typeof handoverDefect>,
  set: Record<string, unknown>,
  also?: Parameters<typeof notifyOfDefect>[2],
) {
  const update = { doc, set, keepVersion: true, while: { status: doc.status, told: doc.told ?? null } };
  const who = doc.status === 'REPAIRED' ? toUnit(doc.unitId) : toStaff(doc.employeeId ? [String(doc.employeeId)] : []);
  const telling = also && {
    also: (session: Parameters<typeof notifyOfDefect>[4]) => notifyOfDefect(ctx, doc, also, who, session),
  };
  return save(ctx, [{ definition: handoverDefect, action: also ? 'remind' : 'turn', update, ...telling }]).catch(
    error => {
      if (error instanceof VersionConflict) return null;
      throw error;
    },
  );
}

async function turn(ctx: Ctx): Promise<number> {
  const today = todayOf(ctx);
  const { repairReminder } = await handoverConfig(ctx.projectId);
  let turned = 0;
  // Newly overdue defects.
  for (const doc of await find(ctx, { status: 'NOT_REPAIRED', overdue: { $ne: true }, dueOn: { $lt: today } }))
    if (isOverdue(ctx, doc) && (await mark(ctx, doc, { overdue: true }))) turned++;
  const soon = { $gte: today, $lte: addDays(today, repairReminder) };
  if (repairReminder > 0)
    for (const doc of await find(ctx, { status: 'NOT_REPAIRED', dueOn: soon, employeeId: { $ne: null } })) {
      const told = `due ${doc.dueOn}`;
      if (doc.told !== told && (await mark(ctx, doc, { told }, 'DEFECT_DUE'))) turned++;
    }
  const before = (days: number) => ({ $lte: new Date(ctx.now.getTime() - days * DAY_MS) });
  for (const doc of await find(ctx, { status: 'REPAIRED', toldAt: before(TELL_DAYS), told: null }))
    if (await mark(ctx, doc, { told: 'confirm' }, 'DEFECT_TO_CONFIRM')) turned++;
  const { confirm } = defectActs;
  for (const { _id: id } of await find(ctx, { status: 'REPAIRED', toldAt: before(CONFIRM_DAYS), told: 'confirm' }))
    turned += await perform(ctx, { definition: handoverDefect, name: 'confirm', id, input: {} }, confirm).then(() => 1);
  return turned;
}

/** Daily changes of defects: overdue flags, reminders, and automatic confirmation. Idempotent, and safe on several servers. */
export async function runDefectsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) turned += await turn(systemCtx(settingsOf(project), now));
  return turned;
}
