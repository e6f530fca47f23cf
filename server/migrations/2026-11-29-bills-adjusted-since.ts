import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Invoices whose bills were adjusted after they were published, before that was marked: somebody has to adjust each, where no invoice tells of it. */
export const billsAdjustedSince: Migration = {
  name: '2026-11-29 bills adjusted after their invoice',
  async run() {
    const claims = db().collection<{ _id: string; invoiceId: string | null }>('invoice-claims');
    const invoices = db().collection<Stored>(collectionOf(invoice));
    const adjusting = db()
      .collection<Stored>(collectionOf(bill))
      .find({
        type: { $in: ['ADJUST_UP', 'ADJUST_DOWN'] },
        status: 'ACTIVE',
        originalId: { $ne: null },
        deletedAt: null,
      });
    for await (const { _id, originalId, createdAt } of adjusting) {
      if (await claims.findOne({ _id })) continue;
      const claim = await claims.findOne({ _id: String(originalId), invoiceId: { $ne: null } });
      if (!claim?.invoiceId) continue;
      await invoices.updateOne(
        { _id: claim.invoiceId, status: { $in: ['PUBLISHED', 'ADJUSTED'] }, issuedAt: { $lt: createdAt } },
        { $set: { toAdjust: true, hasProblem: true } },
      );
    }
  },
};
