import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const NEVER = { canceledAt: null, canceledById: null, cancelDate: null };

/** Vouchers by the names of now: the day in the books beside that on paper, who paid, and why it was taken back. */
export const namesOfVouchers: Migration = {
  name: '2026-11-25 names of vouchers',
  async run() {
    for (const definition of [receipt, payslip, accountMovement, deposit]) {
      const { voucherDate, cancelReason } = definition.fields as Record<string, unknown>;
      await db()
        .collection<Stored>(collectionOf(definition))
        .updateMany({ day: { $exists: true } }, [
          {
            $set: {
              accountingDate: '$day',
              ...(voucherDate !== undefined && { voucherDate: '$day' }),
              ...(cancelReason !== undefined && { ...NEVER, cancelReason: '$reason' }),
              ...(definition === payslip && { payeeName: '$payee' }),
              ...((definition === receipt || definition === deposit) && { payerName: '$payer' }),
            },
          },
          { $unset: ['day', 'payer', 'payee', ...(cancelReason === undefined ? [] : ['reason'])] },
        ]);
    }
  },
};
