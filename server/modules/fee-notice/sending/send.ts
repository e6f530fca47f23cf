import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, REASONS, type Reason } from '@lobby/shared/modules/notice-delivery.ts';
import { CHANNEL_FIELDS, noticeRun, SEND_MODES } from '@lobby/shared/modules/notice-run.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, type NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { build } from '../../../kit/records/records.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { save } from '../../../kit/store/save.ts';
import { templateFor } from '../../template/index.ts';
import { failNothingToSend } from './nothing-to-send.ts';
import { deliveries } from './results/deliveries.ts';
import { asSent, type Household, loadHouseholds, peopleOf } from './run/households.ts';
import { channelsFor, isMeant, keptFrom, lateOf, loadReadersBy, loadSent, loadSmsReaders } from './run/reach.ts';
import { readyOf } from './run/ready.ts';
import { sendNoticesSoon } from './run/run.ts';
import { assertWithinCap, loadSmsCosts } from './run/sms-left.ts';
import { isSaid, languageFor, loadSource } from './words/texts.ts';

const MOST = 20_000;
const SHOWN = 5;
const DAYS_AHEAD = 60;
const distinct = (all: readonly unknown[]) => new Set(all).size === all.length;

const sendBody = z.strictObject({
  month: fieldSchema({ kind: 'month' }).optional(),
  noticeIds: z.array(idSchema).max(5000).optional(),
  isAll: z.literal(true).optional(),
  filter: filterSchema(feeNotice).optional(),
  kind: z.enum(NOTICE_KINDS).default('NORMAL'),
  channels: z.array(z.enum(NOTICE_CHANNELS)).min(1, 'SEND_TYPE_REQUIRED').refine(distinct, 'LISTED_TWICE'),
  mode: z.enum(SEND_MODES).default('EACH'),
  scheduledAt: z.iso.datetime({ offset: true }).optional(),
  message: z.string().trim().max(500).optional(),
  ignoreQuietHours: z.boolean().default(false),
  resend: z.boolean().default(false),
  paidToo: z.boolean().default(false),
});
type SendBody = z.output<typeof sendBody>;

/** The run as it would be stored, for evaluation by the same rules. */
const runOf = ({ kind, channels, mode, resend, message, ignoreQuietHours }: SendBody) => ({
  kind,
  mode,
  again: resend,
  message: message || null,
  ignoreQuietHours,
  ...Object.fromEntries(
    NOTICE_CHANNELS.map(noticeChannel => [CHANNEL_FIELDS[noticeChannel], channels.includes(noticeChannel)]),
  ),
});

/** The selected published notices. */
async function loadNotices(ctx: Ctx, { noticeIds, isAll, filter, month }: SendBody): Promise<Doc<typeof feeNotice>[]> {
  if (!isAll && !noticeIds?.length) fail('EMPTY_BILL_SELECTED');
  const { projectId } = ctx;
  const chosen = isAll ? await joinedQuery(feeNotice, filter ?? {}, ctx) : { _id: { $in: noticeIds } };
  return records(feeNotice).find(
    { projectId },
    { ...(await loadScope(ctx, feeNotice)), $and: [chosen, { status: 'PUBLISHED' }, month ? { month } : {}] },
    { sort: { _id: 1 }, limit: MOST, patience: 20_000 },
  );
}

/** Whether this kind applies: reminders need late debt, late fee notices an accrued fee, paid notices must be requested. */
function isWanted(ctx: Ctx, { kind, paidToo }: SendBody, household: Household): boolean {
  if (kind === 'NORMAL') return paidToo || household.owed > 0;
  const late = lateOf(household, todayOf(ctx));
  return household.owed > 0 && late.days > 0 && (kind !== 'LATE_FEE' || late.fee > 0);
}

async function loadWanted(ctx: Ctx, body: SendBody): Promise<Household[]> {
  const notices = await loadNotices(ctx, body);
  const all = await loadHouseholds(ctx, notices);
  return all.map(household => asSent(household, body.kind)).filter(household => isWanted(ctx, body, household));
}

const count = z.int();
const sample = z.object({ reason: z.enum(REASONS), count, sample: z.array(z.string()) });
const checked = z.object({
  total: count,
  byChannel: z.array(
    z.object({
      channel: z.enum(NOTICE_CHANNELS),
      /** False if the channel is not set up. */
      possible: z.boolean(),
      willGet: count,
      noAddress: count,
      off: count,
      suppressed: count,
      already: count,
      cost: count,
      segments: count,
    }),
  ),
  byReason: z.array(sample),
  /** Households that no channel reaches. */
  none: count,
});

/** Predicts the recipients by the rules of the run itself. */
async function check(ctx: Ctx, body: SendBody): Promise<z.output<typeof checked>> {
  const ready = readyOf(ctx, body.channels);
  const run = runOf({ ...body, channels: ready });
  const wanted = await loadWanted(ctx, body);
  const sent = await loadSent(
    ctx,
    wanted.map(({ notice }) => notice),
    body.kind,
  );
  const meant = wanted.filter(household => isMeant(run, household, sent));
  await holdKeys(peopleOf(meant));
  const rows = await Promise.all(
    meant.map(async household => {
      const channels = await channelsFor(ctx, run, household, sent);
      const by = await Promise.all(
        channels.map(async channel => {
          const readers = await loadReadersBy(ctx, household, channel);
          return Promise.all(
            readers.map(async reader => ({ household: reader, channel, reason: await keptFrom(ctx, reader, channel) })),
          );
        }),
      );
      return { household, by: by.flat() };
    }),
  );
  const goingBy = (channel: NoticeChannel) => rows.flatMap(({ by }) => by.filter(target => target.channel === channel));
  const sms = goingBy('SMS').filter(({ reason }) => !reason);
  const costs = await loadSmsCosts(
    ctx,
    sms.map(({ household }) => household),
    body.kind,
  );
  const sumOf = (name: 'segments' | 'cost') => costs.reduce((sum, cost) => sum + cost[name], 0);
  const unreached = rows.flatMap(({ household, by }) =>
    by.flatMap(({ reason }) => (reason ? [{ household, reason }] : [])),
  );
  const units = await loadRefs(
    ctx.projectId,
    unit,
    unreached.map(({ household }) => household.notice.unitId),
  );
  return {
    total: rows.length,
    byChannel: body.channels.map(channel => {
      const going = goingBy(channel);
      const alreadySent = meant.filter(household => sent.has(deliveryKey(household.notice, body.kind, channel)));
      const counted = (...reasons: (Reason | null)[]) => going.filter(({ reason }) => reasons.includes(reason)).length;
      return {
        channel,
        possible: ready.includes(channel),
        willGet: counted(null),
        noAddress: counted('NO_EMAIL', 'NO_PHONE', 'NO_APP', 'NO_PAYER', 'PHONE_REJECTED'),
        off: counted('UNSUBSCRIBE'),
        suppressed: counted('SUPPRESSED'),
        already: body.resend ? 0 : alreadySent.length,
        ...(channel === 'SMS' ? { cost: sumOf('cost'), segments: sumOf('segments') } : { cost: 0, segments: 0 }),
      };
    }),
    byReason: REASONS.flatMap(reason => {
      const unitIds = unreached.filter(item => item.reason === reason).map(({ household }) => household.notice.unitId);
      const ids = [...new Set(unitIds)];
      const codes = ids.slice(0, SHOWN).map(id => units.get(id)?.code ?? '');
      return ids.length > 0 ? [{ reason, count: ids.length, sample: codes }] : [];
    }),
    none: rows.filter(({ by }) => by.length > 0 && by.every(({ reason }) => reason)).length,
  };
}

/** Throws with the reason: nothing published, everything paid, or nothing late. */
async function failNobodyToTell(ctx: Ctx, body: SendBody): Promise<never> {
  const isIssued = (await loadNotices(ctx, body)).length > 0;
  const late = body.kind === 'LATE_FEE' ? 'NO_LATE_FEE' : 'NOT_LATE';
  return failNothingToSend(!isIssued ? 'NOT_ISSUED' : body.kind === 'NORMAL' ? 'PAID' : late);
}

/** Refuses a run if no selected channel has a template. */
async function assertTexts(ctx: Ctx, { channels, kind }: SendBody, [first]: readonly Household[]): Promise<void> {
  if (!first || !channels.every(isSaid)) return;
  const { words } = await loadSource(ctx, []);
  const has = channels.some(channel =>
    templateFor(words, kind, channel === 'EMAIL' ? 'EMAIL' : 'SMS', languageFor(first)),
  );
  if (!has) fail('TEMPLATE_NOT_SET_UP');
}

/** Refuses text messages that would exceed the monthly cap. */
async function assertCap(ctx: Ctx, { kind, ...body }: SendBody, wanted: readonly Household[]): Promise<void> {
  if (!body.channels.includes('SMS')) return;
  const run = runOf({ ...body, kind });
  const notices = wanted.map(({ notice }) => notice);
  await assertWithinCap(ctx, await loadSmsReaders(ctx, run, wanted, await loadSent(ctx, notices, kind)), kind);
}

function timeOf({ now }: Ctx, { scheduledAt }: SendBody): Date | null {
  if (!scheduledAt) return null;
  const at = new Date(scheduledAt);
  const wrong = at.getTime() < now.getTime() - 60_000 || at.getTime() > now.getTime() + DAYS_AHEAD * DAY_MS;
  if (wrong) failFields({ scheduledAt: { code: 'SEND_TIME_PAST' } }, 'SEND_TIME_PAST');
  return at;
}

const shared = { module: noticeRun.code, flags: ['updateStatus'] as const, method: 'post' as const, body: sendBody };

/** Sending selected notices, and its preview. */
export const sendRoutes: Route[] = [
  route({
    ...shared,
    path: `${feeNotice.path}/send/check`,
    summary: 'Whom chosen notices would reach by which channel, and why others are not reached',
    flags: ['read'],
    answer: checked,
    run: (ctx, { body }) => check(ctx, body),
  }),
  route({
    ...shared,
    path: `${feeNotice.path}/send`,
    summary: 'Send chosen notices, now or later: the list of them is frozen',
    status: 202,
    answer: z.object({ id: z.string(), code: z.string(), progressId: z.string() }),
    async run(ctx, { body }) {
      const run = { ...body, channels: readyOf(ctx, body.channels) };
      const sendAt = timeOf(ctx, body);
      const wanted = await loadWanted(ctx, body);
      await assertTexts(ctx, run, wanted);
      const [first] = wanted;
      if (!first) return failNobodyToTell(ctx, run);
      await assertCap(ctx, run, wanted);
      const doc = await build(ctx, noticeRun, {
        ...runOf(run),
        month: first.notice.month,
        noticeIds: wanted.map(({ notice }) => notice._id),
        sendAt,
        status: sendAt ? 'SCHEDULED' : 'IN_PROGRESS',
      });
      const id = doc._id;
      const answer = { id, code: doc.code ?? '', progressId: id };
      await save(ctx, [{ definition: noticeRun, action: 'create', insert: doc }], answer);
      if (!sendAt) sendNoticesSoon();
      return answer;
    },
  }),
  route({
    method: 'get',
    path: `${noticeRun.path}/:id/left-out`,
    summary: 'Whom a sending did not go to, and why',
    module: noticeRun.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    answer: z.array(
      z.object({
        id: z.string(),
        unitId: z.string(),
        noticeId: z.string(),
        channel: z.enum(NOTICE_CHANNELS),
        reason: z.enum(REASONS).nullable(),
      }),
    ),
    async run(ctx, { params }) {
      const run = await load(ctx, noticeRun, params.id);
      const rows = await deliveries()
        .find({
          projectId: ctx.projectId,
          runId: run._id,
          deletedAt: null,
          status: { $in: ['SKIPPED', 'FAILED', 'UNSUBSCRIBE'] },
        })
        .sort({ _id: 1 })
        .limit(MOST)
        .toArray();
      return rows.map(({ _id, unitId, noticeId, channel, reason }) => ({
        id: _id,
        unitId,
        noticeId,
        channel,
        reason,
      }));
    },
  }),
];
