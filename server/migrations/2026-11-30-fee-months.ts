import { feeMonthOf } from '@lobby/shared/billing/notice-figures.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { db } from '../kit/database/database.ts';
import type { Doc } from '../kit/store/records.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Notices are known by the month of their bills. */
export const feeMonths: Migration = {
  name: '2026-11-30 fee months',
  async run() {
    const notices = db().collection<Doc<typeof feeNotice>>(collectionOf(feeNotice));
    for await (const { _id, month, lines } of notices.find({ feeMonth: { $exists: false } })) {
      const billed = (lines ?? []).flatMap(one =>
        one.month && one.createdFor ? [{ month: one.month, createdFor: one.createdFor }] : [],
      );
      await notices.updateOne({ _id }, { $set: { feeMonth: feeMonthOf(billed, month) } });
    }
  },
};
