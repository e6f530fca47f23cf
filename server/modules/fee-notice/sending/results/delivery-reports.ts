import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { GOING, noticeDelivery, REACHED, type Reason, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { newId } from '../../../../kit/database/database.ts';
import { attemptEach } from '../../../../kit/jobs/attempt-each.ts';
import { type MailRow, mails } from '../../../../kit/mail/queue.ts';
import { refusedAs } from '../../../../kit/mail/refused.ts';
import { saveNew } from '../../../../kit/store/bulk-insert.ts';
import { unlessOvertaken } from '../../../../kit/store/overtaken.ts';
import { type Doc, fieldOf, records } from '../../../../kit/store/records.ts';
import { type Change, save } from '../../../../kit/store/save.ts';
import { deliveries } from './deliveries.ts';

const BATCH = 500;

interface Outcome {
  status: string;
  reason: Reason | null;
}

/** Delivery outcome for the result of a mail server or SMS gateway. */
export function outcomeOf({ state, reason }: Pick<MailRow, 'state' | 'reason'>): Outcome {
  if (state === 'sent') return { status: 'SENT', reason: null };
  if (reason === 'TEMPLATE_NOT_SET_UP' || reason === 'PDF_FAILED') return { status: 'FAILED', reason };
  if (reason === 'EMAIL_CAPACITY_EXCEEDED') return { status: 'REJECT', reason };
  if (reason === 'SUPPRESSED') return { status: 'FAILED', reason };
  const refused = refusedAs(reason ?? '');
  // Refused by the recipient's server means a bounce; refused by our provider or a gateway, it was never sent.
  if (refused) return { status: refused === 'EMAIL_CAPACITY_EXCEEDED' ? 'REJECT' : 'BOUNCE', reason: refused };
  if (/HTTP 4/.test(reason ?? '')) return { status: 'REJECT', reason: 'MAIL_REJECTION' };
  return { status: 'FAILED', reason: 'TIMED_OUT' };
}

/** Delivery outcome for a later report (RFC 3463; 5.2.2 is a full mailbox). */
function reportedAs({ outcome, code }: NonNullable<MailRow['report']>): Outcome {
  if (outcome === 'delivered') return { status: 'DELIVERIED', reason: null };
  if (outcome === 'opened') return { status: 'OPENED', reason: null };
  if (outcome === 'clicked') return { status: 'CLICKED', reason: null };
  if (outcome === 'complaint') return { status: 'COMPLAINT', reason: 'SPAM_MARK' };
  if (outcome === 'unsubscribe') return { status: 'UNSUBSCRIBE', reason: 'UNSUBSCRIBE' };
  if (outcome === 'reject') return { status: 'REJECT', reason: 'MAIL_REJECTION' };
  if (/^4\.2\.2$/.test(code ?? '')) return { status: 'BOUNCE', reason: 'MAILBOX_FULL' };
  return { status: 'BOUNCE', reason: refusedAs(code ?? '') ?? 'NON_EXISTENT_ADDRESS' };
}

/** Applies later reports of mails to their deliveries. */
async function applyReports(ctx: Ctx): Promise<void> {
  const { projectId } = ctx;
  const changed = await mails()
    .find({ projectId, kind: { $in: ['feeNotice', 'feeNoticeSms'] }, 'report.told': false })
    .limit(BATCH)
    .toArray();
  await attemptEach(changed, async mail => {
    const doc = await deliveries().findOne({ projectId, deletedAt: null, mailId: mail._id });
    // The delivery may not yet be marked as sent.
    if (!doc || doc.status === 'SEND' || !mail.report) return;
    const set = reportedAs(mail.report);
    const free = REACHED.some(status => status === set.status) ? {} : { once: null, 'uniq.once': null };
    await save(ctx, [{ definition: noticeDelivery, action: 'progress', update: { doc, set: { ...set, ...free } } }]);
    await mails().updateOne({ _id: mail._id }, { $set: { 'report.told': true } });
    await recount(ctx, doc.runId);
  });
}

/** Why a queued mail was dropped. */
function dropped(
  run: Doc<typeof noticeRun> | undefined,
  notice: Doc<typeof feeNotice> | undefined,
  stays: boolean,
): Outcome {
  const off = run?.status === 'CANCELLED' ? 'CANCELLED_BY_STAFF' : null;
  const gone = notice?.status === 'CANCELLED' ? 'NOTICE_CANCELLED' : stays ? 'PAID' : 'MOVED_OUT';
  return { status: 'SKIPPED', reason: off ?? gone };
}

/** Whether the recipient of a delivery still lives in the unit. */
async function loadStaying(
  ctx: Ctx,
  docs: readonly Doc<typeof noticeDelivery>[],
): Promise<(doc: Doc<typeof noticeDelivery>) => boolean> {
  const homes = await records(residency).find(ctx, {
    residentId: { $in: docs.flatMap(({ residentId }) => residentId ?? []) },
    living: true,
  });
  const homeKeys = new Set(homes.map(({ residentId, unitId }) => `${residentId} ${unitId}`));
  return ({ residentId, unitId }) => !residentId || homeKeys.has(`${residentId} ${unitId}`);
}

/** Copies the outcomes of the mail queue to the deliveries, then recounts their runs. */
export async function copyMailOutcomes(ctx: Ctx): Promise<void> {
  const { projectId } = ctx;
  await settleOld(ctx).catch(unlessOvertaken);
  for (let after = ''; ; ) {
    const waiting = await deliveries()
      .find({ projectId, deletedAt: null, status: 'SEND', mailId: { $type: 'string' }, _id: { $gt: after } })
      .project<{ _id: string; mailId: string }>({ mailId: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = waiting.at(-1);
    if (!last) break;
    after = last._id;
    const settled = await mails()
      .find({ _id: { $in: waiting.map(({ mailId }) => mailId) }, state: { $ne: 'waiting' } })
      .hint({ _id: 1 })
      .toArray();
    if (settled.length === 0) continue;
    const changes = await loadChanges(ctx, settled);
    await saveNew(ctx, newId(), { batches: [], beside: async () => changes, answer: null }).catch(unlessOvertaken);
    for (const id of new Set(changes.map(({ update }) => update?.doc.runId))) await recount(ctx, String(id));
  }
  // A report may arrive before the delivery is marked as sent.
  await applyReports(ctx);
}

const QUIET_MS = 72 * HOUR_MS;
/** Marks mails without a bad report for three days as completed. */
async function settleOld(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - QUIET_MS);
  const docs = await deliveries()
    .find({ projectId: ctx.projectId, deletedAt: null, channel: 'EMAIL', status: 'SENT', updatedAt: { $lt: before } })
    .limit(BATCH)
    .toArray();
  const changes = docs.map(
    (doc): Change => ({
      definition: noticeDelivery,
      action: 'progress',
      update: { doc, set: { status: 'COMPLETED' } },
    }),
  );
  if (changes.length > 0) await saveNew(ctx, newId(), { batches: [], beside: async () => changes, answer: null });
}

/** Changes of the deliveries whose mails are settled. */
async function loadChanges(ctx: Ctx, settled: readonly MailRow[]): Promise<Change[]> {
  const waiting = await deliveries()
    .find({
      projectId: ctx.projectId,
      deletedAt: null,
      status: 'SEND',
      mailId: { $in: settled.map(({ _id }) => _id) },
    })
    .toArray();
  const byId = new Map(settled.map(mail => [mail._id, mail]));
  const done = waiting.flatMap(doc => {
    const mail = byId.get(doc.mailId ?? '');
    return mail ? [{ doc, mail }] : [];
  });
  const [runs, notices] = await Promise.all([
    records(noticeRun)
      .withRemoved()
      .find(ctx, wanted(done.map(({ doc }) => doc.runId)))
      .then(byIds),
    records(feeNotice)
      .withRemoved()
      .find(ctx, wanted(done.map(({ doc }) => doc.noticeId)))
      .then(byIds),
  ]);
  const lost = done.filter(({ mail }) => mail.state === 'dropped').map(({ doc }) => doc);
  const stays = lost.length > 0 ? await loadStaying(ctx, lost) : () => true;
  const reports = done.map(({ doc, mail }) => {
    const over = () => dropped(runs.get(doc.runId), notices.get(doc.noticeId), stays(doc));
    const of = mail.state === 'dropped' ? over() : outcomeOf(mail);
    return { doc, of };
  });
  return reports.map(({ doc, of }): Change => {
    // A failed delivery frees its key, so that it can be resent by any run.
    const free = of.status === 'SENT' ? {} : { once: null, 'uniq.once': null };
    return { definition: noticeDelivery, action: 'progress', update: { doc, set: { ...of, ...free } } };
  });
}

/** Recounts a run's deliveries; idempotent, and safe on any server. */
export async function recount(ctx: Ctx, runId: string): Promise<void> {
  const run = await records(noticeRun).withRemoved().get(ctx, runId);
  const found = await deliveries()
    .aggregate<{ _id: string; count: number; segments: number }>([
      { $match: { projectId: ctx.projectId, runId } },
      { $group: { _id: '$status', count: { $sum: 1 }, segments: { $sum: '$segments' } } },
    ])
    .toArray();
  const sum = (states: readonly string[]) =>
    found.reduce((total, { _id, count }) => total + (states.includes(_id) ? count : 0), 0);
  const set = {
    waiting: sum(GOING),
    sent: sum(REACHED),
    failed: sum(UNREACHED),
    segments: found.reduce((total, { segments }) => total + segments, 0),
  };
  if (!run || Object.entries(set).every(([name, count]) => fieldOf(run, name) === count)) return;
  await save(ctx, [{ definition: noticeRun, action: 'progress', update: { doc: run, set } }]).catch(unlessOvertaken);
}

const wanted = (ids: readonly string[]) => ({ _id: { $in: [...new Set(ids)] } });
const byIds = <D extends { _id: string }>(docs: readonly D[]): Map<string, D> =>
  new Map(docs.map(doc => [doc._id, doc]));
