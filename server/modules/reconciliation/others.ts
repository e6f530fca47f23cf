import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Session } from '../../kit/database/database.ts';
import { invoiceOfBills } from '../invoice/index.ts';
import { add, docsOf, type Entry, type Sums, sums } from '../ledger/index.ts';
import { amountOf, syncKindOf } from '../sync-row/index.ts';
import type { Sides } from './vouchers.ts';

const sides = (): Sides => ({ left: sums(), right: sums() });

/** Amount of each matched statement line against its receipts in force; no receipt counts for two lines. */
export async function readStatements(projectId: string, receipts: Sums, session: Session): Promise<Sides> {
  const found = sides();
  const used = new Set<string>();
  for await (const doc of docsOf(
    bankStatementLine,
    { projectId, status: 'MATCHED', 'parts.0': { $exists: true } },
    session,
  )) {
    add(found.left, doc._id, doc.amount);
    add(found.right, doc._id, 0);
    for (const { receiptId, amount } of doc.parts) {
      // A part without a receipt is a deposit and counts with its own amount.
      if (!receiptId) add(found.right, doc._id, amount);
      else if (!used.has(receiptId)) add(found.right, doc._id, receipts.get(receiptId) ?? 0);
      if (receiptId) used.add(receiptId);
    }
  }
  return found;
}

/** Amount of each online payment against its receipt or deposit (or itself while marked NO_RECEIPT), and the orders refunded above their amount. */
export async function readOnline(projectId: string, receipts: Sums, session: Session) {
  const found = sides();
  const over: string[] = [];
  const deposits = sums();
  for await (const doc of docsOf(deposit, { projectId }, session)) add(deposits, doc._id, doc.amount);
  for await (const doc of docsOf(onlineTransaction, { projectId, status: 'SUCCESSED' }, session)) {
    const amount = doc.amount ?? 0;
    const booked = receipts.get(doc.receiptId ?? '') ?? deposits.get(doc.depositId ?? '') ?? 0;
    add(found.left, doc._id, amount);
    add(found.right, doc._id, doc.problem === 'NO_RECEIPT' ? amount : booked);
    if (doc.refunded > amount) over.push(doc._id);
  }
  return { ...found, over };
}

/** Discounts are deducted; gifts and notes do not count. */
const SIGNS: Readonly<Record<string, number>> = { GOODS: 1, DISCOUNT: -1 };

/**
 * Original total of each bill against its lines on invoices in force; an adjustment in the same invoice without a line of its own is part of the
 * bill's line.
 */
async function readInvoiced(projectId: string, told: Sums, invoices: ReadonlyMap<string, string>, session: Session) {
  const found = sides();
  for await (const own of docsOf(bill, { projectId, _id: { $in: [...told.keys()] } }, session)) {
    add(found.left, own._id, Math.abs(own.originalTotal));
    add(found.right, own._id, told.get(own._id) ?? 0);
  }
  const adjusting = { projectId, status: 'ACTIVE', originalId: { $in: [...told.keys()] } } as const;
  const claims = await invoiceOfBills(projectId, session);
  for await (const own of docsOf(bill, adjusting, session)) {
    const original = own.originalId;
    if (!original) continue;
    const isInLine = !told.has(own._id) && claims.get(own._id) === invoices.get(original) && claims.has(own._id);
    if (isInLine) add(found.left, original, own.originalTotal);
  }
  return found;
}

/** Totals of published invoices against their lines, bills and advances on them against their own amounts, and bills invoiced twice. */
export async function readInvoices(projectId: string, session: Session) {
  const found = sides();
  const twice = new Set<string>();
  const of = new Map<string, string>();
  const [whole, parts, ahead] = [sums(), sums(), sums()];
  const invoices = new Map<string, string>();
  for await (const doc of docsOf(invoice, { projectId, status: { $in: ['PUBLISHED', 'ADJUSTED'] } }, session)) {
    add(found.left, doc._id, doc.total);
    add(found.right, doc._id, 0);
    // Lines of a reducing invoice are positive.
    const sign = doc.kind === 'ADJUST_DOWN' ? -1 : 1;
    for (const { nature, amount, vat, surchargeAmount, billId, receiptId } of doc.items) {
      const counted = (SIGNS[nature] ?? 0) * ((amount ?? 0) + (vat ?? 0)) + (surchargeAmount ?? 0);
      add(found.right, doc._id, sign * counted);
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
  for await (const own of docsOf(bill, { projectId, _id: { $in: [...parts.keys()] } }, session))
    if ((parts.get(own._id) ?? 0) + (whole.get(own._id) ?? 0) > Math.max(own.total, own.originalTotal))
      twice.add(own._id);
  const billed = await readInvoiced(projectId, whole, invoices, session);
  for await (const own of docsOf(receipt, { projectId, _id: { $in: [...ahead.keys()] } }, session)) {
    add(billed.left, own._id, own.surplus);
    add(billed.right, own._id, ahead.get(own._id) ?? 0);
  }
  return { ...found, billed, twice: [...twice], bills: whole.size + parts.size };
}

/** Amounts of documents sent to the accounting software against the books; documents changed since are marked so and not counted. */
export async function readSent(projectId: string, entries: readonly Entry[], session: Session): Promise<Sides> {
  const found = sides();
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
    add(found.left, row._id, row.amount ?? 0);
    add(found.right, row._id, booked.get(`${row.documentKind}-${row.documentId}`) ?? 0);
  }
  return found;
}

/** Promises marked as kept although less was received. */
export async function readPromises(projectId: string, session: Session): Promise<{ kept: number; empty: string[] }> {
  const empty: string[] = [];
  let kept = 0;
  for await (const doc of docsOf(debtPromise, { projectId, status: 'KEPT' }, session)) {
    kept++;
    if (doc.received < (doc.amount ?? 0)) empty.push(doc._id);
  }
  return { kept, empty };
}
