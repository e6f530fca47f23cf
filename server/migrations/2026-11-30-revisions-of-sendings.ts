import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

interface Notice {
  _id: string;
  projectId: string;
  revision: number;
}
interface Delivery {
  _id: string;
  channel: string;
  once: string;
  createdAt: Date;
}

/** Deliveries of what was published again are those of its revision, so that it does not count as not sent. */
export const revisionsOfSendings: Migration = {
  name: '2026-11-30 revisions of sendings',
  async run() {
    const notices = db().collection<Notice>('fee-notices');
    const rows = db().collection<Delivery>('notice-deliverys');
    const revisions = db().collection<{ noticeId: string; revision: number; at: Date }>('feeNoticeRevisions');
    for await (const { _id: noticeId, projectId, revision } of notices.find({ revision: { $gt: 1 } })) {
      const published = await revisions.findOne({ noticeId, revision });
      if (!published) continue;
      const sentSince = { projectId, noticeId, kind: 'NORMAL', createdAt: { $gte: published.at } };
      for await (const { _id, channel, once } of rows.find({ ...sentSince, once: { $type: 'string' } })) {
        const [, , , ...again] = once.split(':');
        // A run that was broken off has named it already.
        if (again[0] === `r${revision}`) continue;
        const next = [noticeId, 'NORMAL', channel, `r${revision}`, again.join(':')].filter(Boolean).join(':');
        // Unique texts are compared without case.
        await rows.updateOne({ _id }, { $set: { once: next, 'uniq.once': next.toLowerCase() } });
      }
    }
  },
};
