import { addDays, DAY_MS } from '@lobby/shared/kit/dates.ts';
import { CONFIRM_DAYS, handoverDefect, TELL_DAYS } from '@lobby/shared/modules/handover-defect.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { toStaff, toUnit } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { handoverConfig } from '../config.ts';
import { defectActs, notifyOfDefect } from './defect-acts.ts';
import { isOverdue } from './defects.ts';

const BATCH = 500;

const find = (ctx: Ctx, query: Where<typeof handoverDefect>): Promise<Doc<typeof handoverDefect>[]> =>
  records(handoverDefect).find(ctx, { closed: { $ne: true }, ...query }, { limit: BATCH });

/** Updates a defect, optionally with a notification. */
async function mark(
  ctx: Ctx,
  doc: Doc<typeof handoverDefect>,
  set: Partial<Doc<typeof handoverDefect>>,
  also?: Parameters<typeof notifyOfDefect>[2],
) {
  const update = { doc, set, keepVersion: true, while: { status: doc.status, told: doc.told ?? null } };
  const who = doc.status === 'REPAIRED' ? toUnit(doc.unitId) : toStaff(doc.employeeId ? [doc.employeeId] : []);
  const telling = also && {
    also: (session: Parameters<typeof notifyOfDefect>[4]) => notifyOfDefect(ctx, doc, also, who, session),
  };
  return save(ctx, [{ definition: handoverDefect, action: also ? 'remind' : 'turn', update, ...telling }]);
}

const before = (ctx: Ctx, days: number) => ({ $lte: new Date(ctx.now.getTime() - days * DAY_MS) });

const markOverdue = async (ctx: Ctx): Promise<number> =>
  attemptEach(
    await find(ctx, { status: 'NOT_REPAIRED', overdue: { $ne: true }, dueOn: { $lt: todayOf(ctx) } }),
    async doc => (isOverdue(ctx, doc) ? mark(ctx, doc, { overdue: true }) : null),
  );

async function remindOfDue(ctx: Ctx): Promise<number> {
  const { repairReminder } = await handoverConfig(ctx.projectId);
  if (repairReminder <= 0) return 0;
  const soon = { $gte: todayOf(ctx), $lte: addDays(todayOf(ctx), repairReminder) };
  return attemptEach(await find(ctx, { status: 'NOT_REPAIRED', dueOn: soon, employeeId: { $ne: null } }), async doc => {
    const notice = `due ${doc.dueOn}`;
    return doc.told === notice ? null : mark(ctx, doc, { told: notice }, 'DEFECT_DUE');
  });
}

const remindToConfirm = async (ctx: Ctx): Promise<number> =>
  attemptEach(await find(ctx, { status: 'REPAIRED', toldAt: before(ctx, TELL_DAYS), told: null }), doc =>
    mark(ctx, doc, { told: 'confirm' }, 'DEFECT_TO_CONFIRM'),
  );

const confirmSilently = async (ctx: Ctx): Promise<number> =>
  attemptEach(
    await find(ctx, { status: 'REPAIRED', toldAt: before(ctx, CONFIRM_DAYS), told: 'confirm' }),
    ({ _id: id }) => perform(ctx, { definition: handoverDefect, name: 'confirm', id, input: {} }, defectActs.confirm),
  );

/** Daily changes of defects: overdue flags, reminders, and automatic confirmation. Idempotent, and safe on several servers. */
export const defectsJob = defineJob({
  name: 'defects of handovers',
  every: '45 * * * *',
  perProject: ctx => attemptEach([markOverdue, remindOfDue, remindToConfirm, confirmSilently], step => step(ctx)),
});
