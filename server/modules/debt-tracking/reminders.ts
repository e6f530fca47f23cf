import { nextSending } from '@lobby/shared/billing/dates.ts';
import { addDays, type Day, dayOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { filledParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { reminderExclusion } from '@lobby/shared/modules/reminder.ts';
import { lastReminderDay, workingDayFrom } from '@lobby/shared/modules/reminder-days.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { workingDays } from '../work-schedule/index.ts';
import { partsOf } from './plans.ts';

/** Reasons why a notice gets no reminder on the date of a level. */
export const NO_REMINDER = ['NOTHING_OWED', 'DISPUTED', 'PROMISED', 'IN_PLAN', 'LEFT_OUT', 'SENT', 'TOO_LATE'] as const;
export interface Reminder {
  noticeId: string;
  unitId: string;
  level: number;
  reason: (typeof NO_REMINDER)[number] | null;
}

/** Upper bound of consecutive days off. */
const MOST_DAYS = 60;

/** Date of a reminder level after the due date: a working day, if possible before the next notice. */
export function levelDay(
  { dueDate, nextNotice }: { dueDate: Day; nextNotice: Day },
  offset: number,
  works: (day: Day) => boolean,
): { on: Day; late: boolean } {
  const limit = lastReminderDay(nextNotice);
  const raw = addDays(dueDate, offset);
  const on = workingDayFrom(raw, works);
  if (raw > limit || on <= limit) return { on, late: raw > limit };
  let back = limit;
  for (let n = 0; n < MOST_DAYS && !works(back) && back > dueDate; n++) back = addDays(back, -1);
  return { on: back, late: false };
}

/** Latest notice of each unit; it carries over the amounts of earlier ones. */
const newestOf = (notices: readonly Doc<typeof feeNotice>[]): Doc<typeof feeNotice>[] => [
  ...new Map(notices.map(notice => [notice.unitId, notice])).values(),
];

/** Notices published on a day, oldest first. */
const noticesOn = (
  { projectId }: Ctx,
  on: Day,
  reach: number,
  only?: ReadonlySet<string>,
): Promise<Doc<typeof feeNotice>[]> =>
  records(feeNotice).find(
    { projectId },
    { status: 'PUBLISHED', day: { $gte: addDays(on, -reach), $lte: on }, ...(only && { _id: { $in: [...only] } }) },
    { sort: { month: 1, _id: 1 }, patience: 20_000 },
  );

/** A bill with its unpaid amount. */
type OwedBill = Doc<typeof bill> & { owed: number };

/** Unpaid amounts of units' bills at the end of a day; for future days the current amounts. */
async function owedOn(ctx: Ctx, unitIds: readonly string[], on: Day): Promise<OwedBill[]> {
  const { projectId } = ctx;
  const bills = await records(bill).find(
    { projectId },
    { unitId: { $in: [...unitIds] }, status: 'ACTIVE', type: 'NORMAL' },
    { patience: 20_000 },
  );
  if (on >= todayOf(ctx)) return bills.map(doc => ({ ...doc, owed: doc.remaining }));
  const sums = await records(journalEntry).aggregate<{ _id: string; owed: number }>(
    { projectId },
    { unitIds: { $in: [...unitIds] }, accountingDate: { $lte: on } },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'RECEIVABLE' } },
      {
        $group: {
          _id: '$lines.billId',
          owed: { $sum: { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] } },
        },
      },
    ],
    20_000,
  );
  const owed = new Map(sums.map(sum => [sum._id, sum.owed]));
  return bills.map(doc => ({ ...doc, owed: owed.get(doc._id) ?? 0 }));
}

/** Disputes, promises, plans and exclusions that hold back reminders on a day, as of that day. */
async function holdsOn(ctx: Ctx, unitIds: readonly string[], on: Day) {
  const ofUnits = { projectId: ctx.projectId, deletedAt: null, unitId: { $in: [...unitIds] } };
  const [disputes, promises, plans, exclusions] = await Promise.all([
    records(debtDispute).find(ctx, ofUnits, { patience: 10_000 }),
    records(debtPromise).find(ctx, ofUnits, { patience: 10_000 }),
    records(instalmentPlan).find(ctx, ofUnits, { patience: 10_000 }),
    records(reminderExclusion).find(ctx, { ...ofUnits, status: 'ACTIVE' }),
  ]);
  const begun = ({ createdAt }: { createdAt: Date }) => dayOf(createdAt, ctx.project.timeZone) <= on;
  const stands = (day: string | null) => day === null || day > on;
  const disputed = new Set(
    disputes
      .filter(({ openedOn, closedOn }) => openedOn !== null && openedOn <= on && stands(closedOn))
      .flatMap(({ billIds }) => billIds),
  );
  const planned = new Set(
    plans
      .filter(doc => doc.activeFrom !== null && doc.activeFrom <= on && stands(doc.endedOn))
      .filter(({ status }) => status !== 'DEFAULTED')
      .filter(doc => !filledParts(partsOf(doc), doc.received, on).some(({ status }) => status === 'LATE'))
      .flatMap(({ billIds }) => billIds),
  );
  const promised = promises.filter(
    doc => begun(doc) && doc.promisedOn >= on && stands(doc.endedOn) && doc.status !== 'BROKEN',
  );
  const left = exclusions.filter(doc => begun(doc) && (doc.untilOn === null || doc.untilOn >= on));
  const about = (ids: readonly string[], notice: Doc<typeof feeNotice>) => ids.length === 0 || ids.includes(notice._id);
  return {
    disputed,
    planned,
    promised: (notice: Doc<typeof feeNotice>) =>
      promised.some(doc => doc.unitId === notice.unitId && about(doc.noticeIds, notice)),
    left: (notice: Doc<typeof feeNotice>) =>
      left.some(doc => doc.unitId === notice.unitId && about(doc.feeNoticeId ? [doc.feeNoticeId] : [], notice)),
  };
}

/** Reminder levels of notices that were sent before a day. */
async function sentBefore(ctx: Ctx, notices: readonly Doc<typeof feeNotice>[], on: Day): Promise<ReadonlySet<string>> {
  const rows = await records(noticeDelivery)
    .withRemoved()
    .find(
      ctx,
      {
        noticeId: { $in: notices.map(({ _id }) => _id) },
        status: { $ne: 'SKIPPED' },
        kind: { $in: ['REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3'] },
      },
      { only: ['noticeId', 'kind', 'createdAt'] },
    );
  const before = rows.filter(({ createdAt }) => dayOf(createdAt, ctx.project.timeZone) < on);
  return new Set(before.map(({ noticeId, kind }) => `${noticeId}:${kind.slice(-1)}`));
}

interface ReminderOptions {
  /** Also includes levels due up to this many days earlier, the highest per notice: catches up after a server outage. */
  back?: number;
  /** Limits reminders to these notices, even if newer ones exist. */
  only?: ReadonlySet<string>;
}
interface Due {
  notice: Doc<typeof feeNotice>;
  level: number;
  on: Day;
  late: boolean;
}

/** Reminder levels that fall within a range of days. */
async function levelsWithin(
  ctx: Ctx,
  from: Day,
  to: Day,
  choose: (notices: readonly Doc<typeof feeNotice>[]) => readonly Doc<typeof feeNotice>[],
  only?: ReadonlySet<string>,
): Promise<Due[]> {
  const [{ reminderOffsets }, billing, works] = await Promise.all([
    paymentSettings(ctx.projectId),
    billingSettings(ctx.projectId),
    workingDays(ctx.project),
  ]);
  const reach = Math.max(...reminderOffsets) + 2 * MOST_DAYS;
  return choose(await noticesOn(ctx, to, reach, only)).flatMap(notice => {
    const { dueDate } = notice;
    if (!dueDate) return [];
    const made = { day: notice.day, sendingDate: notice.sendingDate };
    const dates = { dueDate, nextNotice: nextSending(billing, made) };
    return reminderOffsets.flatMap((offset, n): Due[] => {
      const { on, late } = levelDay(dates, offset, works);
      return on >= from && on <= to ? [{ notice, level: n + 1, on, late }] : [];
    });
  });
}

/** Number of reminders by day and level, as the list of each day shows them. */
export async function levelDays(ctx: Ctx, from: Day, to: Day): Promise<Map<Day, number[]>> {
  const days = new Map<Day, number[]>();
  const all = await levelsWithin(ctx, from, to, notices => notices);
  for (const on of new Set(all.map(level => level.on))) {
    const counts = [0, 0, 0];
    for (const { level, reason } of await remindersOn(ctx, on))
      if (reason === null) counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    days.set(on, counts);
  }
  return days;
}

/** Reminders due on a day, each with the reason if it is not sent; for future days assuming no payments. */
export async function remindersOn(ctx: Ctx, on: Day, { back = 0, only }: ReminderOptions = {}): Promise<Reminder[]> {
  const all = await levelsWithin(ctx, addDays(on, -back), on, newestOf, only);
  // If several levels of a notice are due together, only the last is sent.
  const due = [...Map.groupBy(all, ({ notice }) => notice._id).values()].flatMap(levels => levels.at(-1) ?? []);
  if (due.length === 0) return [];
  const notices = due.map(({ notice }) => notice);
  const unitIds = [...new Set(notices.map(({ unitId }) => unitId))];
  const [bills, holds, sent] = await Promise.all([
    owedOn(ctx, unitIds, on),
    holdsOn(ctx, unitIds, on),
    sentBefore(ctx, notices, on),
  ]);
  const byUnit = Map.groupBy(bills, ({ unitId }) => unitId);
  return due.map(({ notice, level, late }): Reminder => {
    const owed = (byUnit.get(notice.unitId) ?? []).filter(
      item => item.owed > 0 && item.accountingDate !== null && item.accountingDate <= notice.day,
    );
    const reason = (): Reminder['reason'] => {
      if (owed.length === 0) return 'NOTHING_OWED';
      if (owed.every(({ _id }) => holds.disputed.has(_id))) return 'DISPUTED';
      if (holds.promised(notice)) return 'PROMISED';
      if (owed.every(({ _id }) => holds.disputed.has(_id) || holds.planned.has(_id))) return 'IN_PLAN';
      if (holds.left(notice)) return 'LEFT_OUT';
      if (sent.has(`${notice._id}:${level}`)) return 'SENT';
      return late ? 'TOO_LATE' : null;
    };
    return { noticeId: notice._id, unitId: notice.unitId, level, reason: reason() };
  });
}
