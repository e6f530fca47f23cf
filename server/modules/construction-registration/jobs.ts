import { DAY_MS, dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { subjectOf } from '../resident-form/index.ts';

const BATCH = 500;
/** Hour of day at which households are reminded of the end of works. */
const TOLD_HOUR = 8;
/** Days after their planned end at which works that never began are flagged. */
const OVERDUE_DAYS = 30;

type Works = Doc<typeof constructionRegistration>;
type Query = Where<typeof constructionRegistration>;

/** Flags works once; safe on several servers. */
async function mark(
  ctx: Ctx,
  action: string,
  still: Query,
  set: Partial<Works>,
  tell?: (doc: Works, session: Session) => Promise<void>,
): Promise<number> {
  const docs = await records(constructionRegistration).find(ctx, still, { limit: BATCH });
  return attemptEach(docs, doc => {
    const update = { doc, set, keepVersion: true, while: still };
    const also = tell && ((session: Session) => tell(doc, session));
    return save(ctx, [{ definition: constructionRegistration, action, update, ...(also && { also }) }]);
  });
}

/** Flags works in progress past their planned end. */
const markLate = (ctx: Ctx) =>
  mark(ctx, 'late', { status: 'IN_PROGRESS', late: { $ne: true }, expectedEndAt: { $lte: ctx.now } }, { late: true });

/** Flags works that were never begun. */
function markOverdue(ctx: Ctx): Promise<number> {
  const over = { $lte: new Date(ctx.now.getTime() - OVERDUE_DAYS * DAY_MS) };
  const still: Query = { status: { $in: ['WAITING', 'APPROVED'] }, overdue: { $ne: true }, expectedEndAt: over };
  return mark(ctx, 'overdue', still, { overdue: true });
}

/** Notifies the household three days and one day before the end, and desk and household on the day after it. */
async function notifyOfEnds(ctx: Ctx): Promise<number> {
  const { timeZone } = ctx.project;
  if (clockAt(ctx.now, timeZone).minutes < TOLD_HOUR * 60) return 0;
  const today = dayOf(ctx.now, timeZone);
  const from = startOfDay(today, timeZone);
  const after = (days: number) => {
    let day = today;
    for (let n = 0; n < days; n++) day = nextDay(day);
    return startOfDay(day, timeZone);
  };
  const household =
    (type: 'CONSTRUCTION_REGISTRATION_ENDING' | 'CONSTRUCTION_REGISTRATION_LATE') => (doc: Works, session: Session) =>
      notify(ctx, toUnit(doc.unitId), type, subjectOf(constructionRegistration, doc), session);
  const going: Query = { status: { $in: ['APPROVED', 'IN_PROGRESS'] } };
  const soon = household('CONSTRUCTION_REGISTRATION_ENDING');
  const near: Query = { ...going, endTold: { $in: [null, 'DAYS_3'] }, expectedEndAt: { $gte: from, $lt: after(2) } };
  const later: Query = { ...going, endTold: null, expectedEndAt: { $gte: after(2), $lt: after(4) } };
  const over: Query = { status: 'IN_PROGRESS', endTold: { $ne: 'OVER' }, expectedEndAt: { $lt: from } };
  const notifyOfEnd = async (doc: Works, session: Session) => {
    await household('CONSTRUCTION_REGISTRATION_LATE')(doc, session);
    const desk = await loadReaders(ctx.projectId, constructionRegistration.code, 'updateStatus');
    const subject = subjectOf(constructionRegistration, doc);
    await notify(ctx, toStaff(desk), 'CONSTRUCTION_REGISTRATION_LATE', subject, session);
  };
  const levels = [
    () => mark(ctx, 'remind', near, { endTold: 'DAYS_1' }, soon),
    () => mark(ctx, 'remind', later, { endTold: 'DAYS_3' }, soon),
    () => mark(ctx, 'remind', over, { endTold: 'OVER' }, notifyOfEnd),
  ];
  return attemptSteps(levels);
}

export const worksJob = defineJob({
  name: 'works',
  every: '* * * * *',
  perProject: ctx => attemptEach([markLate, markOverdue, notifyOfEnds], step => step(ctx)),
});
