import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const KINDS = ['CONSTRUCTION', 'CARD', 'BOOKING'];

/** Deposits and their requests say what they are kept for; a request also what came back of it, and by which receipts it came. */
export const kindsOfDeposits: Migration = {
  name: '2026-11-29 kinds of deposits',
  async run() {
    const kind = { $cond: [{ $in: ['$origin', KINDS] }, '$origin', 'OTHER'] };
    await db()
      .collection<Stored>('deposits')
      .updateMany({ kind: { $exists: false } } as object, [{ $set: { kind } }]);
    const requests = db().collection<Stored>('deposit-requests');
    await requests.updateMany({ kind: { $exists: false } } as object, [
      {
        $set: { kind, refundAmount: 0, receiptIds: [], residentId: null, note: null, requestedAt: '$createdAt' },
      },
    ]);
    const taken = db()
      .collection<Stored>('deposits')
      .find({ requestId: { $type: 'string' }, status: { $ne: 'CANCELLED' } } as object, {
        projection: { requestId: 1, receiptId: 1, refundAmount: 1 },
      });
    for await (const { requestId, receiptId, refundAmount } of taken)
      await requests.updateOne({ _id: String(requestId) }, [
        {
          $set: {
            refundAmount: { $add: ['$refundAmount', Number(refundAmount ?? 0)] },
            receiptIds: { $concatArrays: ['$receiptIds', typeof receiptId === 'string' ? [receiptId] : []] },
          },
        },
      ]);
  },
};
