import { debtLinesOf, noticeFigures, noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What was issued is published; notices keep their lines, and the sums have the names of the card. Bills know the month of their notice. */
export const linesOfNotices: Migration = {
  name: '2026-11-27 lines of notices',
  async run() {
    const bills = db().collection<Stored>(collectionOf(bill));
    const all = db().collection<Stored>(collectionOf(feeNotice));
    await bills.updateMany({ noticeMonth: null, status: { $ne: 'DRAFT' } } as object, [
      { $set: { noticeMonth: '$month' } },
    ]);
    for await (const doc of all.find({ lines: { $exists: false } }).sort({ month: -1, _id: 1 })) {
      const { _id, projectId, unitId } = doc;
      const own = await bills.find({ projectId, unitId, noticeId: _id, type: 'NORMAL', deletedAt: null }).toArray();
      // It told of the bills of its month: they are those of the notice of a later one.
      const fresh = own.filter(one => one.month === doc.month);
      const month = fresh.reduce((last, one) => (String(one.noticeMonth) > last ? String(one.noticeMonth) : last), '');
      const figures = noticeFigures(
        fresh,
        debtLinesOf(
          own.filter(one => one.month !== doc.month),
          new Map(),
        ),
      );
      const { owed, total, carried } = doc;
      const totalPayment = Number(owed ?? figures.totalPayment);
      const left = [...figures.lines, ...figures.debtLines].reduce(
        (sum, one) => sum + ('left' in one ? one.left : one.total - one.paid),
        0,
      );
      const remaining = Math.min(totalPayment, left);
      const named = month > String(doc.month) ? month : String(doc.month);
      const once = doc.status === 'ISSUED' ? `${unitId}:${named}` : null;
      await all.updateOne(
        { _id },
        {
          $set: {
            ...figures,
            totalPayment,
            newTotal: Number(total ?? 0),
            debtTotal: Number(carried ?? 0),
            remaining,
            paymentState: noticeState(remaining, totalPayment),
            month: named,
            paidBefore: 0,
            status: doc.status === 'ISSUED' ? 'PUBLISHED' : doc.status,
            revision: 1,
            sendingDate: doc.day,
            ...(once && { once, 'uniq.once': once }),
          },
          $unset: { owed: '', total: '', carried: '' },
        },
      );
    }
  },
};
