import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Residents know of what a notice has told them of; what no notice names yet is published by the next one. */
export const publicationOfBills: Migration = {
  name: '2026-11-26 publication of bills',
  async run() {
    const bills = db().collection<Stored>(collectionOf(bill));
    const none = { publication: { $exists: false } };
    const set = (publication: string) => ({ $set: { publication, noticeId: null, overdue: false, overdueDays: 0 } });
    await bills.updateMany({ ...none, $or: [{ status: { $ne: 'ACTIVE' } }, { total: 0 }] }, set('NOT_PUBLISHABLE'));
    await bills.updateMany(none, set('UNPUBLISHED'));
    const notices = db()
      .collection<Stored>(collectionOf(feeNotice))
      .find({ status: 'ISSUED', deletedAt: null })
      .sort({ month: 1, _id: 1 });
    for await (const { _id, projectId, unitId, month } of notices)
      await bills.updateMany(
        { projectId, unitId, month: { $lte: month }, status: 'ACTIVE', publication: 'UNPUBLISHED' } as object,
        { $set: { publication: 'PUBLISHED', noticeId: _id } },
      );
  },
};
