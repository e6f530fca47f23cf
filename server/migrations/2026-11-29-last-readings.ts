import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;

/** Meters of before say what they showed last, too. */
export const lastReadings: Migration = {
  name: '2026-11-29 last readings of meters',
  async run() {
    const last = await db()
      .collection<Stored>('usages')
      .aggregate<{ _id: string; month: string; index: number }>([
        { $match: { meterId: { $type: 'string' }, newIndex: { $type: 'number' }, deletedAt: null } },
        { $sort: { month: 1 } },
        { $group: { _id: '$meterId', month: { $last: '$month' }, index: { $last: '$newIndex' } } },
      ])
      .toArray();
    for (let at = 0; at < last.length; at += BATCH)
      await db()
        .collection<Stored>('meters')
        .bulkWrite(
          last.slice(at, at + BATCH).map(({ _id, month, index }) => ({
            updateOne: { filter: { _id }, update: { $set: { lastMonth: month, lastIndex: index } } },
          })),
          { ordered: false },
        );
  },
};
