import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { AnyBulkWriteOperation } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;
interface Entry extends Stored {
  lines: { account: string; debit?: number | null; credit?: number | null }[];
}
/** What stands on something that an invoice says. */
interface Claim {
  _id: string;
  invoiceId: string | null;
  receiptId?: string | null;
}

const stored = (definition: Parameters<typeof collectionOf>[0]) => db().collection<Stored>(collectionOf(definition));

/** Documents in the order of a cursor, some at a time. */
async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What units owe by the entries of a bill that stand, or by the last one that stood. */
function owedBy(entries: readonly Entry[]): number | null {
  const gone = new Set(entries.flatMap(({ reversesId }) => (reversesId ? [reversesId] : [])));
  const made = entries.filter(({ reversesId }) => !reversesId);
  const standing = made.filter(({ _id }) => !gone.has(_id));
  const told = standing.length > 0 ? standing : made.slice(-1);
  if (told.length === 0) return null;
  return told
    .flatMap(({ lines }) => lines.filter(({ account }) => account === 'RECEIVABLE'))
    .reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
}

/** Rows for the accounting software count bills with their sign, and say which invoice stands on their document; so do bills that adjust others. */
export const sumsOfSent: Migration = {
  name: '2026-11-29 sums and invoices of sent documents',
  async run() {
    const rows = stored(syncReceipt);
    for await (const batch of inBatches(rows.find({ documentKind: { $in: ['BILL', 'CANCELLATION'] } }))) {
      const documentIds = batch.map(({ documentId }) => documentId);
      const entries = (await stored(journalEntry)
        .find({ documentType: 'bill', documentId: { $in: documentIds } })
        .sort({ no: 1 })
        .toArray()) as Entry[];
      const byDocument = Map.groupBy(entries, ({ documentId }) => documentId);
      const changes = batch.flatMap(({ _id, documentId, amount }): AnyBulkWriteOperation<Stored>[] => {
        const owed = owedBy(byDocument.get(documentId) ?? []);
        return owed === null || owed === amount
          ? []
          : [{ updateOne: { filter: { _id }, update: { $set: { amount: owed } } } }];
      });
      if (changes.length > 0) await rows.bulkWrite(changes, { ordered: false });
    }
    const claims = db().collection<Claim>('invoice-claims');
    for await (const batch of inBatches(claims.find({ invoiceId: { $ne: null } }))) {
      const invoices = await stored(invoice)
        .find({ _id: { $in: batch.map(({ invoiceId }) => String(invoiceId)) }, number: { $ne: null } })
        .toArray();
      const byId = new Map(invoices.map(one => [one._id, one]));
      for (const { _id, invoiceId, receiptId } of batch) {
        const own = byId.get(String(invoiceId));
        if (!own) continue;
        const set = { $set: { eInvoice: own.syncStatus, eInvoiceNumber: `${own.symbol}-${own.number}` } };
        const documentId = receiptId ?? _id;
        await stored(bill).updateOne({ _id: documentId, eInvoiceNumber: null }, set);
        await rows.updateMany({ documentId, documentKind: { $ne: 'CANCELLATION' }, eInvoiceNumber: null }, set);
      }
    }
  },
};
