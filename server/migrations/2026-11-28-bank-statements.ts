import { foldCode } from '@lobby/shared/kit/text-search.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';
import { storedRecord } from './stored-record.ts';

const FORMER = 'bank-transactions';
const RIGHTS = ['read', 'write', 'export', 'updateStatus'];
const RULES: Readonly<Record<string, string>> = {
  CONTENT: 'CONTENT',
  VIRTUAL_ACCOUNT: 'VIRTUAL_ACCOUNT',
  HISTORY: 'PAYER',
  AMOUNT: 'MANUAL',
  HAND: 'MANUAL',
};
interface Part {
  unitId: string;
  amount: number;
  receiptId: string | null;
}

/** What came into accounts becomes lines of statements, under a permission module of its own: who took payments reads and matches them. */
export const linesOfStatements: Migration = {
  name: '2026-11-28 lines of bank statements',
  async run() {
    const lines = db().collection<Stored>(collectionOf(bankStatementLine));
    for await (const doc of db().collection<Stored>(FORMER).find({ deletedAt: null })) {
      const parts = (doc.parts ?? []) as Part[];
      const isMatched = doc.status === 'MATCHED';
      const reference = typeof doc.reference === 'string' ? doc.reference.slice(0, 60) : null;
      const made = storedRecord(
        bankStatementLine,
        doc.projectId,
        {
          bookedOn: doc.day,
          bankAccountId: doc.bankAccountId,
          direction: 'IN',
          amount: doc.amount,
          content: doc.content,
          bankRef: reference,
          payerName: doc.counterName,
          payerAccount: typeof doc.counterAccount === 'string' ? doc.counterAccount.slice(0, 19) : null,
          channel: doc.source,
          unitId: isMatched ? doc.unitId : null,
          rule: isMatched ? (RULES[String(doc.foundBy)] ?? 'MANUAL') : null,
          receiptIds: parts.flatMap(({ receiptId }) => receiptId ?? []),
          parts: parts.map(part => ({ ...part, categoryId: null })),
          reason: doc.reason,
          movementKey: reference ? `r:${foldCode(reference)}` : `f:${doc._id}`,
          made: isMatched,
          status: doc.status,
        },
        doc.createdAt,
      );
      await lines.updateOne(
        { _id: doc._id },
        { $setOnInsert: { ...made, _id: doc._id, status: doc.status, version: doc.version } },
        { upsert: true },
      );
    }
    await db()
      .collection<Stored>(collectionOf(position))
      .updateMany({ 'permissions.PAYMENT': { $exists: true }, 'permissions.BANK_STATEMENT': { $exists: false } }, [
        { $set: { 'permissions.BANK_STATEMENT': { $setIntersection: ['$permissions.PAYMENT', RIGHTS] } } },
      ]);
  },
};
