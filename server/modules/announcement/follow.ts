import { announcement } from '@lobby/shared/modules/announcement.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { mails } from '../../kit/mail/queue.ts';
import { save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { deliveries } from './queue.ts';

/** What came of what went out: the queue's own answers become those of the deliveries. */
export async function follow(ctx: Ctx): Promise<void> {
  const waiting = await deliveries().find({ projectId: ctx.projectId, status: 'SEND' }).limit(2000).toArray();
  if (waiting.length === 0) return;
  const ids = waiting.flatMap(({ mailId }) => (typeof mailId === 'string' ? [mailId] : []));
  const known = new Map(
    (
      await mails()
        .find({ _id: { $in: ids } })
        .toArray()
    ).map(mail => [mail._id, mail]),
  );
  const failures = new Map<string, number>();
  for (const { _id, mailId, announcementId } of waiting) {
    const mail = known.get(String(mailId));
    if (!mail || mail.state === 'waiting') continue;
    const status = { sent: 'SENT', dropped: 'UNSUBSCRIBE', failed: /^5/.test(mail.reason ?? '') ? 'BOUNCE' : 'FAILED' }[
      mail.state
    ];
    const { modifiedCount } = await deliveries().updateOne(
      { _id, status: 'SEND' },
      { $set: { status, problem: mail.reason, updatedAt: ctx.now } },
    );
    if (modifiedCount > 0 && status !== 'SENT')
      failures.set(String(announcementId), (failures.get(String(announcementId)) ?? 0) + 1);
  }
  for (const [id, count] of failures) {
    const doc = await modelOf(announcement).findOne({ projectId: ctx.projectId, _id: id }).lean<Stored>();
    const inc = { sentCount: -count, failedCount: count };
    if (doc)
      await save(ctx, [
        { definition: announcement, action: 'progress', update: { doc, set: {}, inc, keepVersion: true } },
      ]);
  }
}
