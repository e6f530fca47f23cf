import { db } from '../kit/database/database.ts';
import { dropIndex, withoutOnce } from './drop-index.ts';
import type { Migration } from './migrate.ts';

/** Bills are unique by unit, service, month and purpose unless their service is repeatable, open runs by what they are about; the text that said so goes. */
export const singleBills: Migration = {
  name: '2026-11-28 single bills',
  async run() {
    // Of a service that may be charged several times a bill that stands had no such text.
    const repeatable = {
      $and: [
        { $eq: ['$type', 'NORMAL'] },
        { $in: ['$createdFor', ['SERVICE', 'DEBT']] },
        { $ne: ['$status', 'CANCELLED'] },
        { $ne: [{ $type: '$once' }, 'string'] },
      ],
    };
    await db()
      .collection('bills')
      .updateMany({ repeatable: { $exists: false } }, [{ $set: { repeatable } }, ...withoutOnce]);
    const scopeKey = { $ifNull: ['$once', null] };
    await db()
      .collection('bill-runs')
      .updateMany({ scopeKey: { $exists: false } }, [{ $set: { scopeKey } }, ...withoutOnce]);
    for (const collection of ['bills', 'bill-runs']) await dropIndex(collection, 'unique_once');
  },
};
