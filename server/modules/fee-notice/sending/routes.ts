import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { channelsOf, noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { kindOf } from '@lobby/shared/modules/notice-sending.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Route } from '../../../kit/http/route.ts';
import { mails } from '../../../kit/mail/queue.ts';
import type { Action, EffectOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { sendTime } from '../../../platform/projects/quiet.ts';
import { type Served, serves } from '../../../platform/server-module.ts';
import { failNothingToSend, type Nothing } from './nothing-to-send.ts';
import { paperPreviewRoutes } from './paper/preview.ts';
import { deliveries } from './results/deliveries.ts';
import { resultActs } from './results/results.ts';
import { callOff } from './run/call-off.ts';
import { asSent, loadHouseholds, noticesFrom } from './run/households.ts';
import { planRoute } from './run/plan.ts';
import { isMeant, loadSent, loadSmsReaders, openChannels, reasonBy } from './run/reach.ts';
import { retry } from './run/retry.ts';
import { sendNoticesSoon } from './run/run.ts';
import { sendTestRoute } from './run/send-test.ts';
import { assertWithinCap } from './run/sms-left.ts';
import { tryRoute } from './run/try.ts';
import { sendRoutes } from './send.ts';
import { previewRoute } from './words/preview.ts';
import { sendPreviewRoutes } from './words/send-preview.ts';
import { variablesRoute } from './words/variables.ts';

const MOST = 20_000;
/** Notices examined per step when searching for recipients. */
const LOOKED_AT = 200;

/** Refuses changes after sending, and channels without their feature. */
async function complete(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof noticeRun>,
): Promise<Values<typeof noticeRun>> {
  if (kind === 'update' && doc.status !== 'DRAFT') fail('NOTICE_RUN_SENT');
  if (values.sendSms === true && !feature(ctx, 'SMS'))
    failFields({ sendSms: { code: 'SMS_NOT_SET_UP' } }, 'SMS_NOT_SET_UP');
  if (values.sendZalo === true && !feature(ctx, 'ZALO'))
    failFields({ sendZalo: { code: 'ZALO_NOT_SET_UP' } }, 'ZALO_NOT_SET_UP');
  return values;
}

/** Requires the features of SMS and Zalo if these channels are chosen. */
function assertChannelsReady(ctx: Ctx, doc: Doc<typeof noticeRun>): void {
  if (doc.sendSms === true && !feature(ctx, 'SMS')) fail('SMS_NOT_SET_UP');
  if (doc.sendZalo === true && !feature(ctx, 'ZALO')) fail('ZALO_NOT_SET_UP');
}

/** Why a run has no recipients; null if there is a recipient. */
async function findNothing(ctx: Ctx, run: Doc<typeof noticeRun>): Promise<Nothing | null> {
  const kind = kindOf(run);
  let upTo: string | null = null;
  let [issued, owing, enough, meant, told] = [false, false, false, false, false];
  for (;;) {
    const notices = await noticesFrom(ctx, { ...run, upTo }, LOOKED_AT);
    const last = notices.at(-1);
    if (!last) break;
    const [all, sent] = await Promise.all([loadHouseholds(ctx, notices), loadSent(ctx, notices, kind)]);
    const households = all.map(household => asSent(household, kind));
    for (const household of households.filter(other => isMeant(run, other, sent))) {
      const open = openChannels(run, household, sent);
      if (open.some(channel => !reasonBy(household, channel))) return null;
      meant = true;
      told ||= open.length < channelsOf(run).length;
    }
    issued = true;
    owing ||= households.some(({ owed }) => owed > 0);
    enough ||= households.some(({ owed }) => owed > 0 && owed >= (run.minOwed ?? 0));
    upTo = last._id;
  }
  // Households that no channel reaches are listed by the run; if all were notified before, nobody is left.
  if (meant) return told ? 'SENT' : null;
  if (!issued) return 'NOT_ISSUED';
  if (!owing) return kind === 'NORMAL' ? 'PAID' : kind === 'LATE_FEE' ? 'NO_LATE_FEE' : 'NOT_LATE';
  return enough ? 'SENT' : 'BELOW_LEAST';
}

/** Whether a scheduled run without recipients may have some at its time: notices may be published or fall due, but sent and paid ones stay so. */
async function mayHaveLater(ctx: Ctx, run: Doc<typeof noticeRun>, why: Nothing): Promise<boolean> {
  if (why !== 'SENT' && why !== 'PAID') return true;
  return (await noticesFrom(ctx, run, 1, ['UNPUBLISHED', 'EDITED'])).length > 0;
}

async function begin(ctx: Ctx, doc: Doc<typeof noticeRun>): Promise<EffectOf<typeof noticeRun>> {
  assertChannelsReady(ctx, doc);
  const nothing = ctx.kind === 'staff' && (await findNothing(ctx, doc));
  if (nothing) failNothingToSend(nothing);
  if (doc.sendSms === true) {
    const kind = kindOf(doc);
    const notices = await noticesFrom(ctx, doc, MOST);
    const [all, sent] = await Promise.all([loadHouseholds(ctx, notices), loadSent(ctx, notices, kind)]);
    const households = all.map(household => asSent(household, kind));
    await assertWithinCap(ctx, await loadSmsReaders(ctx, doc, households, sent), kind);
  }
  return { also: async () => sendNoticesSoon() };
}

const schedule: Action<typeof noticeRun, 'schedule'> = async (ctx, doc, { sendAt }) => {
  assertChannelsReady(ctx, doc);
  if (Date.parse(sendAt) < ctx.now.getTime() - 60_000)
    failFields({ sendAt: { code: 'SEND_TIME_PAST' } }, 'SEND_TIME_PAST');
  const nothing = await findNothing(ctx, doc);
  if (nothing && !(await mayHaveLater(ctx, doc, nothing))) failNothingToSend(nothing);
  return { set: { sendAt: new Date(sendAt) } };
};

/** Due date of mails of a paused run. */
const HELD = new Date('9999-01-01T00:00:00Z');

/** Pauses or resumes the queued mails of a run. */
const holdUp = (held: boolean) => (ctx: Ctx, doc: Doc<typeof noticeRun>) => ({
  async also(session: Session) {
    const where = { projectId: ctx.projectId, runId: doc._id, status: 'SEND', mailId: { $type: 'string' } } as const;
    const rows = await deliveries().find(where, { session }).project<{ mailId: string }>({ mailId: 1 }).toArray();
    const project = await loadProject(ctx.projectId);
    // Quiet hours apply to messages by phone.
    const dueAt = held || !project ? HELD : sendTime(project, ctx.now, true, doc.ignoreQuietHours === true);
    const waiting = { _id: { $in: rows.map(({ mailId }) => mailId) }, state: 'waiting' as const };
    await mails().updateMany(held ? waiting : { ...waiting, dueAt: HELD }, { $set: { dueAt } }, { session });
    sendNoticesSoon();
  },
});

/** Cancels a run and a first batch of its unsent deliveries; the job cancels the rest. */
async function cancel(ctx: Ctx, doc: Doc<typeof noticeRun>): Promise<EffectOf<typeof noticeRun>> {
  const { changes, withdraw } = await callOff(ctx, doc._id);
  return {
    set: { waiting: Math.max(0, doc.waiting - changes.length), waitsForId: null },
    with: changes,
    async also(session) {
      await withdraw(session);
      sendNoticesSoon();
    },
  };
}

export const noticeRunRoutes: readonly Route[] = [
  ...sendRoutes,
  planRoute,
  previewRoute,
  ...paperPreviewRoutes,
  ...sendPreviewRoutes,
  variablesRoute,
  sendTestRoute,
  tryRoute,
];
export const servedNoticeRuns: readonly Served[] = [
  serves(noticeRun, {
    check: complete,
    actions: {
      send: begin,
      schedule,
      resend: async (ctx, doc, input) => ({ ...(await retry(ctx, doc, input)), also: async () => sendNoticesSoon() }),
      reschedule: schedule,
      pause: holdUp(true),
      resume: holdUp(false),
      cancel,
    },
  }),
  serves(noticeDelivery, { actions: resultActs }),
];
