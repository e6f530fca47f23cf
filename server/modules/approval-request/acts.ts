import type { ApprovalActName } from '@lobby/shared/billing/approval-acts.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { AnyDoc } from '../../kit/store/records.ts';

/** An act that may wait for a second person: the one call that does it, in one transaction. */
export interface ApprovalAct {
  /** What is made or changed; its `amount`, or that of what was sent, is the act's. Its module is the one whose rights decide. */
  definition: Definition;
  /** Method and path of the call; with `:id` the document is there, without it is made. */
  call: string;
  /** The act's own right. */
  flag: Flag;
  /** Whose right it is to decide, where that is not approve. */
  decides?: Flag;
  /** The field of its amount, where that is not `amount`. */
  amount?: string;
  /** What there is of it, where what was made or cancelled does not say so: which documents, and since when. */
  traces?: { where: object; at: string };
  /** It is done outside this house too: it can be judged before, and is done once the second person has said yes. */
  outside?: true;
  /** The acts that it does along with its own to a document: what asks for a second person with them asks for one here. */
  along?: (doc: AnyDoc) => readonly ApprovalActName[];
  /** The document that a new one is about, by the field of what is sent. */
  about?: { definition: Definition; field: string };
}

/** All acts that may wait. A further one is a line here, and its name in `APPROVAL_ACTS` with its words. */
export const ACTS: Readonly<Record<ApprovalActName, ApprovalAct>> = {
  'payslip.create': { definition: payslip, call: `post ${payslip.path}`, flag: 'write' },
  'payslip.cancel': { definition: payslip, call: `put ${payslip.path}/:id/cancel`, flag: 'updateStatus' },
  'receipt.cancel': { definition: receipt, call: `put ${receipt.path}/:id/cancel`, flag: 'updateStatus' },
  'fund.transfer': { definition: fundTransfer, call: `post ${fundTransfer.path}`, flag: 'transfer' },
  'bill.write-off': {
    definition: writeOff,
    call: `post ${writeOff.path}`,
    flag: 'deduct',
    about: { definition: bill, field: 'billId' },
  },
  'invoice.replace': {
    definition: invoice,
    call: `put ${invoice.path}/:id/replace`,
    flag: 'updateStatus',
    amount: 'total',
    traces: { where: { kind: 'REPLACEMENT' }, at: 'createdAt' },
  },
  'sync-receipt.withdraw': {
    definition: syncReceipt,
    call: `put ${syncReceipt.path}/:id/withdraw`,
    flag: 'sync',
    decides: 'sync',
    traces: { where: { status: 'NONE', edition: { $gt: 1 } }, at: 'updatedAt' },
    outside: true,
  },
  'statement.unmatch': {
    definition: bankStatementLine,
    call: `put ${bankStatementLine.path}/:id/unmatch`,
    flag: 'write',
    traces: { where: { status: 'UNMATCHED', reason: { $ne: null } }, at: 'updatedAt' },
    along: ({ made, receiptIds, payslipId }) => [
      ...(made && Array.isArray(receiptIds) && receiptIds.length > 0 ? (['receipt.cancel'] as const) : []),
      ...(made && payslipId ? (['payslip.cancel'] as const) : []),
    ],
  },
  'statement.expense': {
    definition: bankStatementLine,
    call: `put ${bankStatementLine.path}/:id/expense`,
    flag: 'write',
    traces: { where: { status: 'MATCHED', made: true, payslipId: { $ne: null } }, at: 'updatedAt' },
    along: () => ['payslip.create'],
  },
};

/** Whose right it is to decide about an act. */
export const decidingFlag = (act: ApprovalActName): Flag => ACTS[act].decides ?? 'approve';
