import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { mails } from '../../kit/mail/queue.ts';
import type { Outcome as Report } from '../../kit/mail/report.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { deliveries } from './queue.ts';

const MOST = 2000;
const REPORTED: Readonly<Record<Report, Doc<typeof announcementDelivery>['status']>> = {
  delivered: 'DELIVERIED',
  opened: 'OPENED',
  clicked: 'CLICKED',
  complaint: 'COMPLAINT',
  unsubscribe: 'UNSUBSCRIBE',
  reject: 'REJECT',
  bounce: 'BOUNCE',
};
const REACHED = ['SENT', 'DELIVERIED', 'OPENED', 'CLICKED', 'SEEN'];

interface Counts {
  sentCount: number;
  waitingCount: number;
  failedCount: number;
}

/** Counts deliveries by outcome: sent, waiting and failed add up to all but stopped ones. */
export async function loadCounts(ctx: Ctx, announcementId: string): Promise<Counts> {
  const rows = await deliveries()
    .aggregate<{ _id: string; count: number }>([
      { $match: { projectId: ctx.projectId, announcementId } },
      { $group: { _id: '$status', count: { $sum: 1 } } },
    ])
    .toArray();
  const sum = (fits: (status: string) => boolean) =>
    rows.filter(({ _id }) => fits(_id)).reduce((all, { count }) => all + count, 0);
  return {
    sentCount: sum(status => REACHED.includes(status)),
    waitingCount: sum(status => status === 'SEND'),
    failedCount: sum(status => !REACHED.includes(status) && !['SEND', 'SKIPPED'].includes(status)),
  };
}

/** Recounts announcements, except those still sending, which are counted when they end: deliveries may be added concurrently. */
async function recount(ctx: Ctx, ids: ReadonlySet<string>): Promise<void> {
  await attemptEach(ids, async id => {
    const doc = await records(announcement).withRemoved().get(ctx, id);
    if (!doc || doc.status === 'SENDING') return;
    const set = await loadCounts(ctx, id);
    if (Object.entries(set).every(([name, count]) => fieldOf(doc, name) === count)) return;
    await save(ctx, [
      { definition: announcement, action: 'progress', update: { doc, set: { ...set }, keepVersion: true } },
    ]);
  });
}

/** Applies the channel's reports (delivered, opened, marked as spam) to sent deliveries. */
async function applyReports(ctx: Ctx): Promise<Set<string>> {
  const { projectId } = ctx;
  const changed = new Set<string>();
  const letters = await mails()
    .find({ projectId, kind: { $in: ['announcement', 'announcementSms'] }, 'report.told': false })
    .limit(MOST)
    .toArray();
  for (const { _id: mailId, report } of letters) {
    const row = await deliveries().findOne({ projectId, mailId });
    // The delivery may not yet be marked as sent.
    if (!report || row?.status === 'SEND') continue;
    if (row) {
      const problem = report.outcome === 'complaint' ? 'SPAM_MARK' : report.code;
      const set = { status: REPORTED[report.outcome], problem, updatedAt: ctx.now };
      await keepBeside(announcementDelivery, ctx, { _id: row._id, status: row.status }, { set });
      changed.add(row.announcementId);
    }
    await mails().updateOne({ _id: mailId }, { $set: { 'report.told': true } });
  }
  return changed;
}

/** Copies the outcomes of the mail queue, and later reports of channels, to the deliveries. */
export async function copyMailOutcomes(ctx: Ctx): Promise<void> {
  const changed = new Set<string>();
  const waiting = await deliveries().find({ projectId: ctx.projectId, status: 'SEND' }).limit(MOST).toArray();
  const ids = waiting.flatMap(({ mailId }) => mailId ?? []);
  const letters = await mails()
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(letters.map(mail => [mail._id, mail]));
  for (const { _id, mailId, announcementId } of waiting) {
    // A resent mail waits again, so its announcement is recounted.
    changed.add(announcementId);
    const mail = byId.get(mailId ?? '');
    if (!mail || mail.state === 'waiting') continue;
    const failed = /^5/.test(mail.reason ?? '') ? 'BOUNCE' : 'FAILED';
    const status = ({ sent: 'SENT', dropped: 'UNSUBSCRIBE', failed } as const)[mail.state];
    const set = { status, problem: mail.reason, updatedAt: ctx.now };
    await keepBeside(announcementDelivery, ctx, { _id, status: 'SEND' }, { set });
  }
  // A report may arrive before the mail is marked as sent.
  for (const id of await applyReports(ctx)) changed.add(id);
  await recount(ctx, changed);
}
