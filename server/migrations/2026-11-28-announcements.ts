import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

interface Counted {
  _id: string;
  waitingCount: number;
  sentCount: number;
}

/** What waits was counted as sent; each of the three counts is of its own deliveries now. */
export const waitingAnnouncements: Migration = {
  name: '2026-11-28 waiting announcements',
  async run() {
    const announcements = db().collection<Counted>('announcements');
    await announcements.updateMany({ waitingCount: { $exists: false } }, { $set: { waitingCount: 0 } });
    const waiting = db()
      .collection('announcement-deliverys')
      .aggregate<{ _id: string; count: number }>([
        { $match: { status: 'SEND' } },
        { $group: { _id: '$announcementId', count: { $sum: 1 } } },
      ]);
    for await (const { _id, count } of waiting)
      await announcements.updateOne({ _id, waitingCount: 0 }, { $inc: { waitingCount: count, sentCount: -count } });
  },
};
