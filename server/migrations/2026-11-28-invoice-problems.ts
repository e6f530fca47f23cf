import { invoice } from '@lobby/shared/modules/invoice.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Invoices that failed, were refused or are being reviewed say so, so that a list has them together. */
export const problemsOfInvoices: Migration = {
  name: '2026-11-28 problems of invoices',
  async run() {
    const all = db().collection<Stored>(collectionOf(invoice));
    const bad = { $or: [{ syncStatus: 'FAILED' }, { taxStatus: { $in: ['REJECTED', 'UNDER_REVIEW'] } }] };
    await all.updateMany({ hasProblem: { $exists: false }, ...bad }, { $set: { hasProblem: true } });
    await all.updateMany({ hasProblem: { $exists: false } }, { $set: { hasProblem: false } });
  },
};
