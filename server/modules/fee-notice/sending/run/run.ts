import { partOf } from '@lobby/shared/kit/notification-target.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { kindOf, type NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { clockNow } from '../../../../kit/database/clock.ts';
import { newId, type Session } from '../../../../kit/database/database.ts';
import { advanceRun } from '../../../../kit/jobs/advance-run.ts';
import { attemptEach } from '../../../../kit/jobs/attempt-each.ts';
import { mails } from '../../../../kit/mail/queue.ts';
import { sendSoon } from '../../../../kit/mail/send.ts';
import { soon } from '../../../../kit/ops/soon.ts';
import { holdKeys } from '../../../../kit/privacy/person-keys.ts';
import { build } from '../../../../kit/records/records.ts';
import { perform } from '../../../../kit/records/typed-behaviour.ts';
import { saveNew } from '../../../../kit/store/bulk-insert.ts';
import { unlessOvertaken } from '../../../../kit/store/overtaken.ts';
import { type Doc, records } from '../../../../kit/store/records.ts';
import { type Change, save } from '../../../../kit/store/save.ts';
import { loadReaders } from '../../../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../../platform/projects/define-job.ts';
import { stillDue } from '../../reminders/due-reminders.ts';
import { noticeSubject } from '../../subject.ts';
import { deliveries } from '../results/deliveries.ts';
import { copyMailOutcomes, recount } from '../results/delivery-reports.ts';
import { addressOf, isSaid, keptOf, loadSource, messageOf, type Said, type Source, sayTo } from '../words/texts.ts';
import { callOffRest } from './call-off.ts';
import { asSent, type Household, loadHouseholds, noticesFrom, peopleOf } from './households.ts';
import { queue } from './queue.ts';
import { channelsFor, isMeant, loadReadersBy, loadSent, phoneRefused, readerKey, reasonFor } from './reach.ts';
import { dealtWith, isRetried, loadFailed } from './retry.ts';
import { smsCostOf, smsLeft, warnedAt } from './sms-left.ts';

/** Notices processed in one transaction. */
const CHUNK = 50;

/**
 * Continues all runs chunk by chunk. A chunk's deliveries and the run's progress share a transaction, so that crashes or concurrent servers send each
 * notice once per channel (proof.md, F10). Then records the outcomes.
 */
export const noticeRunsJob = defineJob({
  name: 'sendings of notices',
  every: '* * * * *',
  perProject: ctx => attemptEach([beginDue, advanceRuns, settle, finishSettled], step => step(ctx)),
});

/** Starts scheduled runs that are due. */
async function beginDue(ctx: Ctx): Promise<void> {
  const due = await records(noticeRun).find(ctx, { status: 'SCHEDULED', sendAt: { $lte: ctx.now } }, { only: ['_id'] });
  await attemptEach(due, ({ _id }) =>
    perform(ctx, { definition: noticeRun, name: 'send', id: _id, input: {} }, () => ({})),
  );
}

const advanceRuns = async (ctx: Ctx): Promise<number> =>
  attemptEach(await going(ctx), async run => ((await isItsTurn(ctx, run)) ? advance(ctx, run._id) : 0));

/** Records the outcomes, also of runs that were cancelled. */
async function settle(ctx: Ctx): Promise<void> {
  const cancelled = await callOffRest(ctx);
  await copyMailOutcomes(ctx);
  await attemptEach(cancelled, id => recount(ctx, id));
}

async function finishSettled(ctx: Ctx): Promise<void> {
  await attemptEach(await going(ctx), run => finishIfSettled(ctx, run));
}

const going = (ctx: Ctx) => records(noticeRun).find(ctx, { status: 'IN_PROGRESS' }, { sort: { _id: 1 } });

/** Whether a run still hands over: households are left, or messages that no server was asked yet to take. */
async function isWorking(ctx: Ctx, _id: string): Promise<boolean> {
  const run = await records(noticeRun).first(ctx, { _id, status: 'IN_PROGRESS' });
  if (!run) return false;
  if ((await noticesFrom(ctx, run, 1)).length > 0) return true;
  const rows = await deliveries().find(queuedOf(ctx, _id)).project<{ mailId: string | null }>({ mailId: 1 }).toArray();
  const ids = rows.flatMap(({ mailId }) => mailId ?? []);
  return (
    (await mails().countDocuments({ _id: { $in: ids }, state: 'waiting', tries: 0 }, { limit: 1, hint: { _id: 1 } })) >
    0
  );
}

/** Runs of one kind and month work one after another, so that each finds whom the others have told; says which one a run waits for. */
async function isItsTurn(ctx: Ctx, run: Doc<typeof noticeRun>): Promise<boolean> {
  const { kind, month } = run;
  const same = await records(noticeRun).find(
    ctx,
    { status: 'IN_PROGRESS', kind, month },
    { only: ['upTo'], sort: { _id: 1 } },
  );
  // Runs that have begun come before those that have not.
  const order = [...same.filter(({ upTo }) => upTo), ...same.filter(({ upTo }) => !upTo)].map(({ _id }) => _id);
  let first: string | null = null;
  for (const id of order.slice(0, Math.max(0, order.indexOf(run._id))))
    if (!first && (await isWorking(ctx, id))) first = id;
  if ((run.waitsForId ?? null) !== first) {
    const update = { doc: run, set: { waitsForId: first }, keepVersion: true };
    await save(ctx, [{ definition: noticeRun, action: 'progress', update }]).catch(unlessOvertaken);
  }
  return first === null;
}

const advance = (ctx: Ctx, id: string): Promise<number> =>
  advanceRun({
    load: () => records(noticeRun).withRemoved().first(ctx, { _id: id, status: 'IN_PROGRESS' }),
    loadNext: run => noticesFrom(ctx, run, CHUNK),
    async process(run, notices) {
      await sendChunk(ctx, run, notices);
      sendSoon();
    },
  });

/** A delivery to be stored, with its household. */
interface Going {
  doc: Doc<typeof noticeDelivery>;
  household: Household;
  said: Said | null;
}

async function sendChunk(
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  notices: readonly Doc<typeof feeNotice>[],
): Promise<void> {
  const [all, sent] = await Promise.all([loadHouseholds(ctx, notices), loadSent(ctx, notices, kindOf(run))]);
  const meant = all.map(household => asSent(household, kindOf(run))).filter(household => isMeant(run, household, sent));
  const households = run.ruleId ? await stillDue(ctx, run, meant) : meant;
  await holdKeys(peopleOf(households));
  const source = await loadSource(ctx, households);
  const failed = await loadFailed(ctx, run, notices);
  const wanted = (await Promise.all(households.map(household => loadWanted(ctx, run, household, sent))))
    .flat()
    .filter(({ household, channel }) => isRetried(failed, run, household.notice._id, channel));
  const built = await Promise.all(wanted.map(household => loadGoing(ctx, run, source, household)));
  const rows = withinCap(built, await smsLeft(ctx, source.project));
  const count = (...statuses: string[]) => rows.filter(({ doc }) => statuses.includes(doc.status)).length;
  const set = {
    upTo: notices.at(-1)?._id,
    notices: run.notices + households.length,
    waiting: run.waiting + count('SEND'),
    sent: run.sent + count('DELIVERIED'),
    failed: run.failed + count('FAILED', 'UNSUBSCRIBE'),
    segments: run.segments + rows.reduce((sum, { doc }) => sum + (doc.segments ?? 0), 0),
  };
  const progress = { definition: noticeRun, action: 'progress', update: { doc: run, set } };
  if (rows.length === 0) return void (await save(ctx, [progress]));
  const spent = rows.reduce((sum, { doc }) => sum + (doc.status === 'SEND' ? doc.cost : 0), 0);
  const percent = await warnedAt(ctx, source.project, spent);
  await saveNew(ctx, newId(), {
    async also(session) {
      await handOver(ctx, source, rows, run, session);
      if (percent !== null) await warn(ctx, run, percent, session);
    },
    batches: [[{ definition: noticeDelivery, docs: rows.map(({ doc }) => doc) }]],
    beside: async () => [
      progress,
      ...usesOf(ctx, source, rows),
      ...sentNow(ctx, rows),
      ...dealtWith(
        ctx,
        run,
        failed,
        rows.map(({ household }) => household.notice._id),
      ),
    ],
    answer: null,
  });
}

/** Warns the staff who send notices once the monthly SMS cap is nearly used. */
async function warn(ctx: Ctx, run: Doc<typeof noticeRun>, percent: number, session: Session): Promise<void> {
  const senders = await loadReaders(ctx.projectId, noticeRun.code, 'updateStatus');
  const subject = { module: noticeRun.code, id: run._id, title: `${percent} %`, ...partOf(noticeRun) };
  await notify(ctx, toStaff(senders), 'SEND_CAP_NEAR', subject, session);
}

/** Marks notices as sent. */
function sentNow({ now }: Ctx, rows: readonly Going[]): Change[] {
  // Print deliveries count only once printed.
  const gone = rows.filter(
    ({ doc: { status, channel } }) => status === 'DELIVERIED' || (status === 'SEND' && channel !== 'PRINT'),
  );
  return [...new Map(gone.map(({ household: { notice } }) => [notice._id, notice])).values()].map(doc => ({
    definition: feeNotice,
    action: 'progress',
    update: { doc, set: { sent: true, sentAt: now }, keepVersion: true },
  }));
}

/** Usage statistics of the templates. */
function usesOf(ctx: Ctx, { words }: Source, rows: readonly Going[]): Change[] {
  const byId = Map.groupBy(
    rows.flatMap(({ said }) => (said ? [said.templateId] : [])),
    id => id,
  );
  return [...words.values()].flatMap(doc => {
    const usedCount = byId.get(doc._id)?.length ?? 0;
    if (usedCount === 0) return [];
    const update = { doc, set: { lastUsedAt: ctx.now }, inc: { usedCount }, keepVersion: true };
    return [{ definition: template, action: 'progress', update }];
  });
}

/** Fails text messages that would exceed the monthly cap. */
function withinCap(rows: readonly Going[], left: number): Going[] {
  let open = left;
  return rows.map((row): Going => {
    const { channel, cost, status } = row.doc;
    if (channel !== 'SMS' || status !== 'SEND') return row;
    if (cost <= open) {
      open -= cost;
      return row;
    }
    const { uniq, ...doc } = row.doc;
    return {
      ...row,
      doc: {
        ...doc,
        status: 'FAILED',
        reason: 'LIMIT_REACHED',
        once: null,
        mailId: null,
        segments: 0,
        cost: 0,
      },
      said: null,
    };
  });
}

/** A message to a recipient by a channel, with its unique key. */
interface Wanted {
  household: Household;
  channel: NoticeChannel;
  once: string;
}

/** Recipients and channels within a household, without duplicates. */
async function loadWanted(
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  household: Household,
  sent: ReadonlySet<string>,
): Promise<Wanted[]> {
  const again = run.again === true ? run._id : '';
  const kind = kindOf(run);
  const channels = await channelsFor(ctx, run, household, sent);
  const all = await Promise.all(
    channels.map(async channel =>
      (await loadReadersBy(ctx, household, channel)).map((reader, n) => ({
        household: reader,
        channel,
        once: readerKey(reader, n, kind, channel, again),
        known: !again && sent.has(readerKey(reader, 1, kind, channel)),
      })),
    ),
  );
  return all.flat().filter(({ known }) => !known);
}

/** Builds the delivery to a household by a channel, with the reason if it cannot be reached. */
async function loadGoing(
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  source: Source,
  { household, channel, once }: Wanted,
): Promise<Going> {
  const { notice, payer, owed } = household;
  const kind = kindOf(run);
  const unreached = reasonFor(household, channel) ?? phoneRefused(ctx, household, channel);
  const message = !unreached && isSaid(channel) ? sayTo(source, household, kind, channel, messageOf(run)) : null;
  const reason = unreached ?? (isSaid(channel) && !message ? 'TEMPLATE_NOT_SET_UP' : null);
  const doc = await build(ctx, noticeDelivery, {
    unitId: notice.unitId,
    residentId: payer?._id ?? null,
    to: addressOf(ctx, household, channel),
    noticeId: notice._id,
    runId: run._id,
    channel,
    kind,
    owed,
    reason,
    month: notice.month,
    ...(message && keptOf(message)),
    ...(channel === 'SMS' && message && smsCostOf(ctx, source, household, message)),
    mailId: message && newId(),
    once: reason ? null : once,
    status: reason === 'UNSUBSCRIBE' ? 'UNSUBSCRIBE' : reason ? 'FAILED' : channel === 'APP' ? 'DELIVERIED' : 'SEND',
  });
  return { doc, household, said: message };
}

/** Queues mails and notifications. */
async function handOver(
  ctx: Ctx,
  source: Source,
  rows: readonly Going[],
  run: Doc<typeof noticeRun>,
  session: Session,
): Promise<void> {
  for (const { doc, household, said } of rows) {
    const { channel, kind, mailId, runId } = doc;
    if (said && mailId) {
      const anyHour = run.ignoreQuietHours === true;
      await queue(ctx, source, household, { channel, kind, mailId, said, runId, anyHour }, session);
      // The app was already notified of the notice at its publication.
    } else if (doc.status === 'DELIVERIED' && (doc.kind !== 'NORMAL' || run.again === true)) {
      const type = doc.kind === 'NORMAL' ? 'FEE_NOTICE' : 'FEE_REMINDER';
      await notify(ctx, toUnit(doc.unitId), type, noticeSubject(household.notice), session);
    }
  }
}

/** Deliveries of a run that wait in a queue. */
const queuedOf = ({ projectId }: Ctx, runId: string) => ({
  projectId,
  runId,
  status: 'SEND' as const,
  channel: { $in: ['EMAIL' as const, 'SMS' as const, 'ZALO' as const] },
});

/** Finishes a run when nothing is queued any more; print deliveries may still be open. */
async function finishIfSettled(ctx: Ctx, run: Doc<typeof noticeRun>): Promise<void> {
  if ((await noticesFrom(ctx, run, 1)).length > 0) return;
  if ((await deliveries().countDocuments(queuedOf(ctx, run._id), { limit: 1 })) > 0) return;
  await recount(ctx, run._id);
  await perform(ctx, { definition: noticeRun, name: 'finish', id: run._id, input: {} }, (_ctx, doc) => ({
    status: doc.failed > 0 && doc.sent + doc.waiting === 0 ? 'FAILED' : 'COMPLETED',
  }));
}

const turns = soon(
  'sendings of notices',
  () => 300,
  () => noticeRunsJob.run(clockNow()),
);
export const sendNoticesSoon = turns.ask;
export const endNoticeRuns = turns.end;
