import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Parts of lines of statements that were booked before a part could be a deposit are none. */
export const depositsOfLines: Migration = {
  name: '2026-11-28 deposits of lines',
  async run() {
    await db()
      .collection(collectionOf(bankStatementLine))
      .updateMany(
        { parts: { $elemMatch: { depositId: { $exists: false } } } },
        { $set: { 'parts.$[one].depositId': null } },
        { arrayFilters: [{ 'one.depositId': { $exists: false } }] },
      );
  },
};
