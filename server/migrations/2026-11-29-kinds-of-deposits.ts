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
    // Whole sums, so that it is safe to run twice.
    const sums = new Map<string, { refundAmount: number; receiptIds: string[] }>();
    for await (const { requestId, receiptId, refundAmount } of taken) {
      const sum = sums.get(String(requestId)) ?? { refundAmount: 0, receiptIds: [] };
      sum.refundAmount += Number(refundAmount ?? 0);
      if (typeof receiptId === 'string') sum.receiptIds.push(receiptId);
      sums.set(String(requestId), sum);
    }
    for (const [_id, set] of sums) await requests.updateOne({ _id }, { $set: set });
  },
};
