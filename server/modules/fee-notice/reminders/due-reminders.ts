import { nextSending } from '@lobby/shared/billing/dates.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { deliveryKey } from '@lobby/shared/modules/notice-delivery.ts';
import { channelsOf, type noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { type OUTCOMES, REMINDER_KINDS, type ReminderKind, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { lastReminderDay, reminderDay } from '@lobby/shared/modules/reminder-days.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { type Reminder, remindersOn } from '../../debt-tracking/index.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { asSent, type Household, loadHouseholds } from '../sending/run/households.ts';
import { lateOf, loadSent, reasonBy } from '../sending/run/reach.ts';
import { loadStops } from './stops.ts';

/** Outcome of a notice on a day: reasons of debt-tracking, extended by those of sending. */
export type Outcome = (typeof OUTCOMES)[number];

/** A notice of the household to be reminded. */
type Notice = Household['notice'];

export interface Judged {
  rule: Doc<typeof reminderRule>;
  kind: ReminderKind;
  household: Household;
  outcome: Outcome;
  /** Reason entered by the person who excluded the household. */
  reason: string;
  daysLate: number;
  lateFee: number;
  channels: NoticeChannel[];
}

export const loadRules = (ctx: Ctx): Promise<Doc<typeof reminderRule>[]> =>
  records(reminderRule).find(ctx, { active: true }, { sort: { daysAfter: 1, _id: 1 }, limit: 50 });

/** Days after which a missed level is no longer sent. */
const CATCH_UP_DAYS = 7;
const outcomeOf = (reason: NonNullable<Reminder['reason']>): Outcome => (reason === 'NOTHING_OWED' ? 'PAID' : reason);
const levelOf = (kind: ReminderKind) => REMINDER_KINDS.indexOf(kind) + 1;

/** A rule that is due for a notice, with debt-tracking's outcome. */
interface Come {
  notice: Notice;
  rule: Doc<typeof reminderRule>;
  outcome: Outcome | null;
}

/** Due reminder levels; debt-tracking determines the level and what holds it back. */
async function loadLevels(
  ctx: Ctx,
  day: string,
  notices: ReadonlyMap<string, Notice>,
  rules: readonly Doc<typeof reminderRule>[],
): Promise<Come[]> {
  const reminders = await remindersOn(ctx, day, { back: CATCH_UP_DAYS, only: new Set(notices.keys()) });
  return reminders.flatMap(({ noticeId, level, reason }) => {
    const notice = notices.get(noticeId);
    return rules
      .filter(({ kind }) => levelOf(kind) === level)
      .flatMap(rule => (notice ? [{ notice, rule, outcome: reason && outcomeOf(reason) }] : []));
  });
}

/** Late fee notices, sent once, a number of days after the due date. */
async function loadFees(
  ctx: Ctx,
  day: string,
  notices: readonly Notice[],
  rules: readonly Doc<typeof reminderRule>[],
): Promise<Come[]> {
  const feeRules = rules.filter(({ kind }) => kind === 'LATE_FEE');
  if (feeRules.length === 0) return [];
  const [works, billing] = await Promise.all([workingDays(ctx.project), billingSettings(ctx.projectId)]);
  return notices.flatMap(notice => {
    const { day: made, dueDate, sendingDate } = notice;
    if (!dueDate) return [];
    const last = lastReminderDay(nextSending(billing, { day: made, sendingDate }));
    return feeRules
      .filter(rule => reminderDay(rule.daysAfter, dueDate, works) <= day)
      .map(rule => ({ notice, rule, outcome: day > last ? ('TOO_LATE' as const) : null }));
  });
}

/** Determines the reminders of notices on a day. Called for previews, and finally when they are sent. */
export async function judgeReminders(
  ctx: Ctx,
  day: string,
  notices: readonly Notice[],
  rules: readonly Doc<typeof reminderRule>[],
): Promise<Judged[]> {
  const late = notices.filter(({ dueDate }) => dueDate && dueDate < day);
  const byId = new Map(late.map(notice => [notice._id, notice]));
  const come = [...(await loadLevels(ctx, day, byId, rules)), ...(await loadFees(ctx, day, late, rules))];
  const open = [...new Map(come.map(({ notice }) => [notice._id, notice])).values()];
  const unitIds = open.map(({ unitId }) => unitId);
  const [found, stops, newest, sent, heldBy] = await Promise.all([
    loadHouseholds(ctx, open),
    loadStops(ctx.projectId, unitIds, day),
    loadNewest(ctx, unitIds, day),
    loadSent(ctx, open),
    loadBalances(ctx, unitIds),
  ]);
  const households = new Map(found.map(household => [household.notice._id, household]));
  return come.flatMap(({ notice, rule, outcome: said }): Judged[] => {
    const kind = rule.kind;
    const stored = households.get(notice._id);
    if (!stored) return [];
    const household = asSent(stored, kind);
    const { days, fee } = lateOf(household, day);
    const stop = stops(notice);
    const wanted = channelsOf(rule);
    const left = wanted.filter(channel => !sent.has(deliveryKey(notice, kind, channel)));
    const channels = left.filter(channel => !reasonBy(household, channel));
    const outcome = (): Outcome => {
      if (household.owed === 0) return 'PAID';
      if (newest.get(notice.unitId) !== notice._id) return 'REPLACED';
      if (said) return said;
      if (stop !== undefined) return 'LEFT_OUT';
      if (household.owed < (rule.minOwed ?? 0)) return 'BELOW_MIN';
      if (rule.skipWhenCovered !== false && heldBy(notice.unitId) >= household.owed) return 'CREDIT_COVERS';
      if (left.length < wanted.length) return 'SENT';
      return channels.length === 0 ? 'NO_ADDRESS' : 'SEND';
    };
    return [{ rule, kind, household, outcome: outcome(), reason: stop ?? '', daysLate: days, lateFee: fee, channels }];
  });
}

/** Free balances of unit accounts. */
async function loadBalances(ctx: Ctx, unitIds: readonly string[]): Promise<(unitId: string) => number> {
  const held = await records(unitAccount).find(
    ctx,
    { unitId: { $in: [...unitIds] }, balance: { $gt: 0 } },
    { only: ['unitId', 'balance'], patience: 20_000 },
  );
  const balances = new Map(held.map(({ unitId, balance }) => [unitId, balance]));
  return unitId => balances.get(unitId) ?? 0;
}

/** Latest notice of each unit by a day; it carries over the amounts of earlier ones. */
async function loadNewest(ctx: Ctx, unitIds: readonly string[], day: string): Promise<ReadonlyMap<string, string>> {
  const all = await records(feeNotice).find(
    ctx,
    { status: 'PUBLISHED', unitId: { $in: [...unitIds] }, day: { $lte: day } },
    { only: ['unitId', 'month'], sort: { month: 1, _id: 1 }, patience: 20_000 },
  );
  return new Map(all.map(({ _id, unitId }) => [unitId, _id]));
}

/** Days to look back; older notices have been replaced by newer ones. */
const LOOKED_BACK = 100;

/** Latest notice of each unit among recent ones: candidates for reminders. */
export async function lateNotices(ctx: Ctx, day: string): Promise<Doc<typeof feeNotice>[]> {
  const all = await records(feeNotice).find(
    ctx,
    { status: 'PUBLISHED', day: { $gte: addDays(day, -LOOKED_BACK), $lte: day } },
    { sort: { month: 1, _id: 1 }, patience: 20_000 },
  );
  return [...new Map(all.map(notice => [notice.unitId, notice])).values()];
}

/** Households of an automatic run that still need the reminder. */
export async function stillDue(
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  households: readonly Household[],
): Promise<Household[]> {
  const noticeIds = households.map(({ notice }) => notice._id);
  // By another channel it may have been told of already.
  if (run.origin === 'RESEND') {
    const held = await heldBackOf(ctx, noticeIds);
    return households.filter(({ notice }) => !held.has(notice._id));
  }
  const rules = (await loadRules(ctx)).filter(({ _id }) => _id === run.ruleId);
  const judged = await judgeReminders(
    ctx,
    run.day ?? todayOf(ctx),
    households.map(({ notice }) => notice),
    rules,
  );
  const due = new Set(judged.filter(({ outcome }) => outcome === 'SEND').map(entry => entry.household.notice._id));
  return households.filter(({ notice }) => due.has(notice._id));
}

const HOLDS: readonly Reminder['reason'][] = ['NOTHING_OWED', 'DISPUTED', 'PROMISED', 'IN_PLAN', 'LEFT_OUT'];
/** Notices of which nobody is to be reminded today. */
export async function heldBackOf(ctx: Ctx, noticeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const reminders = await remindersOn(ctx, todayOf(ctx), { back: CATCH_UP_DAYS, only: new Set(noticeIds) });
  return new Set(reminders.flatMap(({ noticeId, reason }) => (reason && HOLDS.includes(reason) ? [noticeId] : [])));
}

/** Whether a queued reminder must be held back after all; checked once more when it is handed over. */
export const isHeldBack = async (ctx: Ctx, { _id }: Doc<typeof feeNotice>): Promise<boolean> =>
  (await heldBackOf(ctx, [_id])).has(_id);
