import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { deliveryKey, noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { db } from '../kit/database/database.ts';
import type { Doc } from '../kit/store/records.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { sealed } from '../kit/store/seal.ts';
import type { Migration } from './migrate.ts';

/** Deliveries of what was published again are those of its revision, so that it does not count as not sent. */
export const revisionsOfSendings: Migration = {
  name: '2026-11-30 revisions of sendings',
  async run() {
    const notices = db().collection<Doc<typeof feeNotice>>(collectionOf(feeNotice));
    const rows = db().collection<Doc<typeof noticeDelivery>>(collectionOf(noticeDelivery));
    const revisions = db().collection<{ noticeId: string; revision: number; at: Date }>('feeNoticeRevisions');
    for await (const notice of notices.find({ revision: { $gt: 1 } })) {
      const { _id: noticeId, projectId } = notice;
      const published = await revisions.findOne({ noticeId, revision: Number(notice.revision) });
      if (!published) continue;
      const own = { projectId, noticeId, kind: 'NORMAL' as const, createdAt: { $gte: published.at } };
      for await (const { _id, channel, once } of rows.find({ ...own, once: { $type: 'string' } })) {
        const [, , , ...again] = String(once).split(':');
        const next = deliveryKey(notice, 'NORMAL', String(channel), again.join(':'));
        await rows.updateOne({ _id }, { $set: sealed(noticeDelivery, projectId, { once: next }) });
      }
    }
  },
};
