import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Bookings of a series are named by its first one. */
export const seriesByCode: Migration = {
  name: '2026-11-30 series by code',
  async run() {
    const bookings = db().collection('utility-bookings');
    const series = bookings.aggregate<{ _id: string; code: string }>([
      { $match: { seriesId: { $type: 'string' }, seriesCode: { $in: [null] } } },
      { $sort: { startAt: 1, _id: 1 } },
      { $group: { _id: '$seriesId', code: { $first: '$code' } } },
    ]);
    for await (const { _id, code } of series)
      await bookings.updateMany({ seriesId: _id }, { $set: { seriesCode: code } });
  },
};
