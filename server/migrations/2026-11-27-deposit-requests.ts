import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Deposits that are asked for: the day under its name of now, and what of them was taken. */
export const partsOfRequests: Migration = {
  name: '2026-11-27 parts of deposit requests',
  async run() {
    const all = db().collection(collectionOf(depositRequest));
    await all.updateMany({ dueDate: { $exists: true } }, { $rename: { dueDate: 'dueOn' } });
    await all.updateMany({ collected: { $exists: false } }, [
      {
        $set: {
          collected: { $cond: [{ $in: ['$status', ['DEPOSITED', 'REFUNDED']] }, '$amount', 0] },
          depositIds: { $cond: ['$depositId', ['$depositId'], []] },
        },
      },
    ]);
  },
};
