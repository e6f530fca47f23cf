import { bill } from '@lobby/shared/modules/bill.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { lockStateCollection } from '../modules/lock-date/index.ts';
import type { Migration } from './migrate.ts';

const OLD = ['code', 'lockAccountsReceivable', 'lockTransactionData', 'prevReceivable', 'prevTransaction', 'note'];

/** A lock of both kinds is a row of each; what is in force stands by itself. */
export const locksOfBothKinds: Migration = {
  name: '2026-11-25 locks of both kinds',
  async run() {
    const rows = db().collection<Stored>(collectionOf(lockDate));
    const states = db().collection<{ _id: string }>(lockStateCollection.name);
    const $unset = Object.fromEntries(OLD.map((name): [string, ''] => [name, '']));
    for await (const doc of rows.find({ kind: { $exists: false } }).sort({ createdAt: 1, _id: 1 })) {
      const { lockAccountsReceivable, lockTransactionData, prevReceivable, prevTransaction, note } = doc;
      const own = { reason: note ?? null, open: [], sums: [] };
      const receivable = {
        kind: 'RECEIVABLE',
        lockDataAt: lockAccountsReceivable,
        prevLockDataAt: prevReceivable ?? null,
      };
      const transaction = {
        kind: 'TRANSACTION',
        transactionLockDate: lockTransactionData,
        prevLockDataAt: prevTransaction ?? null,
      };
      const { projectId, version, createdAt, updatedAt, deletedAt, creatorId } = doc;
      await rows.insertOne({
        _id: newId(),
        projectId,
        version,
        createdAt,
        updatedAt,
        deletedAt,
        creatorId: creatorId ?? null,
        lockDataAt: null,
        ...transaction,
        ...own,
      });
      await rows.updateOne({ _id: doc._id }, { $set: { transactionLockDate: null, ...receivable, ...own }, $unset });
      const state = { lockAccountsReceivable, lockTransactionData };
      await states.updateOne({ _id: projectId }, { $set: state }, { upsert: true });
    }
    await db()
      .collection(collectionOf(bill))
      .updateMany({ reportDate: { $exists: true } }, { $rename: { reportDate: 'accountingDate' } });
  },
};
