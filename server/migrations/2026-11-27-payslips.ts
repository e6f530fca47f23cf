import { payslip } from '@lobby/shared/modules/payslip.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What a payment voucher is called by, and who got it: of one that gave a deposit back that, else how it was paid. */
export const typesOfPayslips: Migration = {
  name: '2026-11-27 types of payslips',
  async run() {
    await db()
      .collection(collectionOf(payslip))
      .updateMany({ payeeKind: { $exists: false } }, [
        {
          $set: {
            type: {
              $cond: [
                { $eq: ['$purpose', 'DEPOSIT_REFUND'] },
                'DEPOSIT',
                { $cond: [{ $eq: ['$method', 'CASH'] }, 'CASH', 'BANK_TRANSFER'] },
              ],
            },
            payeeKind: { $cond: ['$partnerId', 'PARTNER', 'OTHER'] },
            categories: [],
            labelIds: [],
            fromOpening: 0,
            printCount: 0,
          },
        },
      ]);
  },
};
