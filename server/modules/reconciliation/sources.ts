import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Session } from '../../kit/database/database.ts';
import { amountOf, syncKindOf } from '../accounting-sync/rows/index.ts';
import { invoiceOfBills } from '../invoice/index.ts';
import { add, docsOf, type Entry, type Sums, sums } from '../ledger/index.ts';
import type { Sides } from './vouchers.ts';

const sides = (): Sides => ({ left: sums(), right: sums() });

/** Amount of each matched statement line against its receipts in force; no receipt counts for two lines. */
export async function readStatements(projectId: string, receipts: Sums, session: Session): Promise<Sides> {
  const both = sides();
  const used = new Set<string>();
  for await (const doc of docsOf(
    bankStatementLine,
    { projectId, status: 'MATCHED', 'parts.0': { $exists: true } },
    session,
  )) {
    add(both.left, doc._id, doc.amount);
    add(both.right, doc._id, 0);
    for (const { receiptId, amount } of doc.parts) {
      // A part without a receipt is a deposit and counts with its own amount.
      if (!receiptId) add(both.right, doc._id, amount);
      else if (!used.has(receiptId)) add(both.right, doc._id, receipts.get(receiptId) ?? 0);
      if (receiptId) used.add(receiptId);
    }
  }
  return both;
}

/** Amount of each online payment against its receipt or deposit (or itself while marked NO_RECEIPT), and the orders refunded above their amount. */
export async function readOnline(projectId: string, receipts: Sums, session: Session) {
  const both = sides();
  const over: string[] = [];
  const deposits = sums();
  for await (const doc of docsOf(deposit, { projectId }, session)) add(deposits, doc._id, doc.amount);
  for await (const doc of docsOf(onlineTransaction, { projectId, status: 'SUCCESSED' }, session)) {
    const amount = doc.amount ?? 0;
    const booked = receipts.get(doc.receiptId ?? '') ?? deposits.get(doc.depositId ?? '') ?? 0;
    add(both.left, doc._id, amount);
    add(both.right, doc._id, doc.problem === 'NO_RECEIPT' ? amount : booked);
    if (doc.refunded > amount) over.push(doc._id);
  }
  return { ...both, over };
}

/** Discounts are deducted; gifts and notes do not count. */
const SIGNS: Readonly<Record<string, number>> = { GOODS: 1, DISCOUNT: -1 };

/**
 * Original total of each bill against its lines on invoices in force; an adjustment in the same invoice without a line of its own is part of the
 * bill's line.
 */
async function readInvoiced(
  projectId: string,
  invoiced: Sums,
  invoices: ReadonlyMap<string, string>,
  session: Session,
) {
  const both = sides();
  for await (const doc of docsOf(bill, { projectId, _id: { $in: [...invoiced.keys()] } }, session)) {
    add(both.left, doc._id, Math.abs(doc.originalTotal));
    add(both.right, doc._id, invoiced.get(doc._id) ?? 0);
  }
  const adjusting = { projectId, status: 'ACTIVE', originalId: { $in: [...invoiced.keys()] } } as const;
  const claims = await invoiceOfBills(projectId, session);
  for await (const doc of docsOf(bill, adjusting, session)) {
    const original = doc.originalId;
    if (!original) continue;
    const isInLine = !invoiced.has(doc._id) && claims.get(doc._id) === invoices.get(original) && claims.has(doc._id);
    if (isInLine) add(both.left, original, doc.originalTotal);
  }
  return both;
}

/** Totals of published invoices against their lines, bills and advances on them against their own amounts, and bills invoiced twice. */
export async function readInvoices(projectId: string, session: Session) {
  const both = sides();
  const twice = new Set<string>();
  const of = new Map<string, string>();
  const [whole, parts, ahead] = [sums(), sums(), sums()];
  const invoices = new Map<string, string>();
  for await (const doc of docsOf(invoice, { projectId, status: { $in: ['PUBLISHED', 'ADJUSTED'] } }, session)) {
    add(both.left, doc._id, doc.total);
    add(both.right, doc._id, 0);
    // Lines of a reducing invoice are positive.
    const sign = doc.kind === 'ADJUST_DOWN' ? -1 : 1;
    for (const { nature, amount, vat, surchargeAmount, billId, receiptId } of doc.items) {
      const counted = (SIGNS[nature] ?? 0) * ((amount ?? 0) + (vat ?? 0)) + (surchargeAmount ?? 0);
      add(both.right, doc._id, sign * counted);
      if (billId) add(receiptId ? parts : whole, billId, counted);
      else if (receiptId) add(ahead, receiptId, counted);
      if (!billId) continue;
      // A bill stands in one invoice as a whole, or in parts by receipt.
      const key = `${billId} ${receiptId ?? ''}`;
      if ((of.get(key) ?? doc._id) !== doc._id) twice.add(billId);
      of.set(key, doc._id);
      invoices.set(billId, doc._id);
    }
  }
  // A paid part stays invoiced at the amount before a reduction.
  for await (const doc of docsOf(bill, { projectId, _id: { $in: [...parts.keys()] } }, session))
    if ((parts.get(doc._id) ?? 0) + (whole.get(doc._id) ?? 0) > Math.max(doc.total, doc.originalTotal))
      twice.add(doc._id);
  const billed = await readInvoiced(projectId, whole, invoices, session);
  for await (const doc of docsOf(receipt, { projectId, _id: { $in: [...ahead.keys()] } }, session)) {
    add(billed.left, doc._id, doc.surplus);
    add(billed.right, doc._id, ahead.get(doc._id) ?? 0);
  }
  return { ...both, billed, twice: [...twice], bills: whole.size + parts.size };
}

/** Amounts of documents sent to the accounting software against the books; documents changed since are marked so and not counted. */
export async function readSent(projectId: string, entries: readonly Entry[], session: Session): Promise<Sides> {
  const both = sides();
  const gone = new Set(entries.map(({ reversesId }) => reversesId).filter(Boolean));
  const booked = sums();
  for (const { _id, documentType, documentId, kind, reversesId, lines } of entries) {
    const sent = syncKindOf(documentType, kind);
    if (!sent || reversesId || gone.has(_id)) continue;
    add(booked, `${sent}-${documentId}`, amountOf(sent, lines));
  }
  const standing = { projectId, status: { $in: ['SUCCESS', 'SYNCED'] }, cancelled: { $ne: true } } as const;
  for await (const row of docsOf(syncReceipt, standing, session)) {
    if (row.documentKind === 'CANCELLATION') continue;
    add(both.left, row._id, row.amount ?? 0);
    add(both.right, row._id, booked.get(`${row.documentKind}-${row.documentId}`) ?? 0);
  }
  return both;
}

/** Promises marked as kept although less was received. */
export async function readPromises(projectId: string, session: Session): Promise<{ kept: number; empty: string[] }> {
  const empty: string[] = [];
  let count = 0;
  for await (const doc of docsOf(debtPromise, { projectId, status: 'KEPT' }, session)) {
    count++;
    if (doc.received < (doc.amount ?? 0)) empty.push(doc._id);
  }
  return { kept: count, empty };
}
