import { bill, paymentState } from '@lobby/shared/modules/bill.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What an adjustment upwards asks for is owed of its original, which receipts of it pay. */
export const adjustmentsOfBills: Migration = {
  name: '2026-11-25 adjustments of bills',
  async run() {
    const bills = db().collection<Stored>(collectionOf(bill));
    const ups = bills.find({ type: 'ADJUST_UP', status: 'ACTIVE', paymentState: { $ne: 'EMPTY' }, deletedAt: null });
    for await (const up of ups) {
      const original = await bills.findOne({ _id: String(up.originalId) });
      if (!original) continue;
      const lowered = Number(original.lowered ?? 0) - Number(up.total);
      const paid = Number(original.paid ?? 0) + Number(up.paid ?? 0);
      const due = Number(original.total) - lowered;
      const set = { lowered, paid, remaining: due - paid, paymentState: paymentState(due, paid) };
      await bills.updateOne({ _id: original._id }, { $set: set });
      await db()
        .collection(collectionOf(receipt))
        .updateMany(
          { 'allocations.billId': up._id },
          { $set: { 'allocations.$[one].billId': original._id } },
          { arrayFilters: [{ 'one.billId': up._id }] },
        );
      await bills.updateOne({ _id: up._id }, { $set: { remaining: 0, paid: 0, paymentState: 'EMPTY' } });
    }
  },
};
