import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import type { DocumentType } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { Session } from '../../../kit/database/database.ts';
import { docsOf, type Entry } from '../reports/read.ts';
import { type Finding, listWrong } from './findings.ts';

const isVoucherPosted = ({ amount, status }: { amount: number; status: string }) =>
  amount === 0 ? null : status === 'NOT_CANCELED';

/** Checks that every financial document has entries, and every entry its document. */
export async function checkDocuments(
  projectId: string,
  entries: readonly Entry[],
  session: Session,
): Promise<Finding[]> {
  const reversed = new Set(entries.map(({ reversesId }) => reversesId).filter(Boolean));
  const standing = new Set(
    entries.filter(({ _id, reversesId }) => !reversesId && !reversed.has(_id)).map(({ documentId }) => documentId),
  );
  const seen = new Set<string>();
  const missing: string[] = [];
  // `isPosted` returns null if the document alone does not tell whether it is posted.
  const compare = async <T extends { _id: string }>(docs: AsyncIterable<T>, isPosted: (doc: T) => boolean | null) => {
    for await (const doc of docs) {
      seen.add(doc._id);
      const posted = isPosted(doc);
      if (posted !== null && posted !== standing.has(doc._id)) missing.push(doc._id);
    }
  };
  const of = { projectId };
  const checks: Readonly<Record<DocumentType, () => Promise<void>>> = {
    bill: () => compare(docsOf(bill, of, session), ({ total, status }) => (total === 0 ? null : status === 'ACTIVE')),
    receipt: () => compare(docsOf(receipt, of, session), isVoucherPosted),
    payslip: () => compare(docsOf(payslip, of, session), isVoucherPosted),
    'account-movement': () => compare(docsOf(accountMovement, of, session), isVoucherPosted),
    deposit: () =>
      compare(docsOf(deposit, of, session), ({ amount, origin, status, receiptId }) =>
        amount === 0 || origin === 'TRANSFER' || receiptId ? null : status !== 'CANCELLED',
      ),
    'fund-transfer': () => compare(docsOf(fundTransfer, of, session), isVoucherPosted),
    fund: () => compare(docsOf(fund, of, session), ({ openingBalance }) => (openingBalance ?? 0) > 0),
    // Payments of a booking have their own documents.
    'utility-booking': () => compare(docsOf(utilityBooking, of, session), () => null),
    'write-off': () => compare(docsOf(writeOff, of, session), isVoucherPosted),
  };
  for (const check of Object.values(checks)) await check();
  const lost = entries.filter(({ _id, documentId }) => !seen.has(documentId ?? '') && !reversed.has(_id));
  // Removing a document reverses its entries first.
  const orphans = lost.filter(({ reversesId }) => !reversesId).map(({ _id }) => _id);
  return [listWrong('DOCUMENTS_POSTED', missing, seen.size), listWrong('ENTRIES_DOCUMENTED', orphans, entries.length)];
}
