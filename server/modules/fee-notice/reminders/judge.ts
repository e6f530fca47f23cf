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
import { type Doc, records } from '../../../kit/store/records.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { type Reminder, remindersOn } from '../../debt-tracking/index.ts';
import { todayOf } from '../../lock-date/index.ts';
import { workingDays } from '../../work-schedule/index.ts';
import { deliveries } from '../sending/deliveries.ts';
import { asSent, type Household, loadHouseholds } from '../sending/households.ts';
import { lateOf, reasonBy } from '../sending/reach.ts';
import { loadStops } from './stops.ts';

/** What becomes of a notice on a day, and why: what debt-tracking says, then what sending adds. */
export type Outcome = (typeof OUTCOMES)[number];

/** A notice as the household has it that it went to. */
type Notice = Household['notice'];

export interface Judged {
  rule: Doc<typeof reminderRule>;
  kind: ReminderKind;
  household: Household;
  outcome: Outcome;
  /** In the words of who left the household out. */
  reason: string;
  daysLate: number;
  lateFee: number;
  channels: NoticeChannel[];
}

/** The rules that are on. */
export const loadRules = (ctx: Ctx): Promise<Doc<typeof reminderRule>[]> =>
  records(reminderRule).find(ctx, { active: true }, { sort: { daysAfter: 1, _id: 1 }, limit: 50 });

/** A level that could not go within these days does not go any more. */
const CATCH_UP_DAYS = 7;
const outcomeOf = (reason: NonNullable<Reminder['reason']>): Outcome => (reason === 'NOTHING_OWED' ? 'PAID' : reason);
const KINDS: readonly unknown[] = REMINDER_KINDS;
const levelOf = (kind: unknown) => KINDS.indexOf(kind) + 1;

/** A rule whose day has come for a notice, and what debt-tracking says of it. */
interface Come {
  notice: Notice;
  rule: Doc<typeof reminderRule>;
  outcome: Outcome | null;
}

/** Of the levels what debt-tracking says: it alone knows which has come, and what keeps it back. */
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

/** That a late fee grows is said once, so long after a notice was due. */
async function loadFees(
  ctx: Ctx,
  day: string,
  notices: readonly Notice[],
  rules: readonly Doc<typeof reminderRule>[],
): Promise<Come[]> {
  const own = rules.filter(({ kind }) => kind === 'LATE_FEE');
  if (own.length === 0) return [];
  const [works, billing] = await Promise.all([workingDays(ctx.project), billingSettings(ctx.projectId)]);
  return notices.flatMap(notice => {
    const sendingDate = typeof notice.sendingDate === 'string' ? notice.sendingDate : null;
    const last = lastReminderDay(nextSending(billing, { day: String(notice.day), sendingDate }));
    return own
      .filter(rule => reminderDay(Number(rule.daysAfter), String(notice.dueDate), works) <= day)
      .map(rule => ({ notice, rule, outcome: day > last ? ('TOO_LATE' as const) : null }));
  });
}

/** What the reminders of some notices come to on a day: looked at as often as it is asked, the last time as they go out. */
export async function judge(
  ctx: Ctx,
  day: string,
  notices: readonly Notice[],
  rules: readonly Doc<typeof reminderRule>[],
): Promise<Judged[]> {
  const late = notices.filter(({ dueDate }) => typeof dueDate === 'string' && dueDate < day);
  const byId = new Map(late.map(one => [one._id, one]));
  const come = [...(await loadLevels(ctx, day, byId, rules)), ...(await loadFees(ctx, day, late, rules))];
  const open = [...new Map(come.map(({ notice }) => [notice._id, notice])).values()];
  const unitIds = open.map(({ unitId }) => String(unitId));
  const [found, stops, newest, sent, heldBy] = await Promise.all([
    loadHouseholds(ctx, open),
    loadStops(ctx.projectId, unitIds, day),
    loadNewest(ctx, unitIds, day),
    loadSent(ctx, open),
    loadBalances(ctx, unitIds),
  ]);
  const households = new Map(found.map(one => [one.notice._id, one]));
  return come.flatMap(({ notice, rule, outcome: said }): Judged[] => {
    const kind = rule.kind;
    const known = households.get(notice._id);
    if (!known) return [];
    const household = asSent(known, kind);
    const { days, fee } = lateOf(household, day);
    const stop = stops(notice);
    const wanted = channelsOf(rule);
    const left = wanted.filter(channel => !sent.has(deliveryKey(notice._id, kind, channel)));
    const channels = left.filter(channel => !reasonBy(household, channel));
    const outcome = (): Outcome => {
      if (household.owed === 0) return 'PAID';
      if (newest.get(String(notice.unitId)) !== notice._id) return 'REPLACED';
      if (said) return said;
      if (stop !== undefined) return 'LEFT_OUT';
      if (household.owed < Number(rule.minOwed ?? 0)) return 'BELOW_MIN';
      if (rule.skipWhenCovered !== false && heldBy(String(notice.unitId)) >= household.owed) return 'CREDIT_COVERS';
      if (left.length < wanted.length) return 'SENT';
      return channels.length === 0 ? 'NO_ADDRESS' : 'SEND';
    };
    return [{ rule, kind, household, outcome: outcome(), reason: stop ?? '', daysLate: days, lateFee: fee, channels }];
  });
}

/** What stands on the accounts of some units, free to pay with. */
async function loadBalances(ctx: Ctx, unitIds: readonly string[]): Promise<(unitId: string) => number> {
  const held = await records(unitAccount).find(
    ctx,
    { unitId: { $in: [...unitIds] }, balance: { $gt: 0 } },
    { only: ['unitId', 'balance'], patience: 20_000 },
  );
  const known = new Map(held.map(({ unitId, balance }) => [unitId, Number(balance)]));
  return unitId => known.get(unitId) ?? 0;
}

/** The newest notice of each unit by a day: it carries over what those before it asked for. */
async function loadNewest(ctx: Ctx, unitIds: readonly string[], day: string): Promise<ReadonlyMap<string, string>> {
  const all = await records(feeNotice).find(
    ctx,
    { status: 'PUBLISHED', unitId: { $in: [...unitIds] }, day: { $lte: day } },
    { only: ['unitId', 'month'], sort: { month: 1, _id: 1 }, patience: 20_000 },
  );
  return new Map(all.map(({ _id, unitId }) => [unitId, _id]));
}

/** What went out, or goes, of some notices, of every kind. */
async function loadSent(ctx: Ctx, notices: readonly Notice[]): Promise<ReadonlySet<string>> {
  const rows = await deliveries()
    .find({
      projectId: ctx.projectId,
      noticeId: { $in: notices.map(({ _id }) => _id) },
      once: { $type: 'string' },
    })
    .project<{ once: string }>({ once: 1 })
    .toArray();
  return new Set(rows.map(({ once }) => once));
}

/** Older notices are not asked about: long before, one took their place. */
const LOOKED_BACK = 100;

/** The notices whose reminders may go on a day: of the last months, the newest of each unit. */
export async function lateNotices(ctx: Ctx, day: string): Promise<Doc<typeof feeNotice>[]> {
  const all = await records(feeNotice).find(
    ctx,
    { status: 'PUBLISHED', day: { $gte: addDays(day, -LOOKED_BACK), $lte: day } },
    { sort: { month: 1, _id: 1 }, patience: 20_000 },
  );
  return [...new Map(all.map(one => [one.unitId, one])).values()];
}

/** Of the households of a run that goes by itself, those who are still to be reminded. */
export async function stillDue(
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  households: readonly Household[],
): Promise<Household[]> {
  const rules = (await loadRules(ctx)).filter(({ _id }) => _id === run.ruleId);
  const judged = await judge(
    ctx,
    String(run.day),
    households.map(({ notice }) => notice),
    rules,
  );
  const due = new Set(judged.filter(({ outcome }) => outcome === 'SEND').map(one => one.household.notice._id));
  return households.filter(({ notice }) => due.has(notice._id));
}

const HOLDS: readonly Reminder['reason'][] = ['NOTHING_OWED', 'DISPUTED', 'PROMISED', 'IN_PLAN', 'LEFT_OUT'];
/** Whether something keeps a reminder of a notice back since it was queued: asked once more as its message is handed over. */
export async function isHeldBack(ctx: Ctx, notice: Doc<typeof feeNotice>): Promise<boolean> {
  const asked = { back: CATCH_UP_DAYS, only: new Set([notice._id]) };
  return (await remindersOn(ctx, todayOf(ctx), asked)).some(({ reason }) => reason !== null && HOLDS.includes(reason));
}
