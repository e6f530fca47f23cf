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

/** An act that may need a second person's approval: one call, executed in one transaction. */
export interface ApprovalAct {
  /** Definition that is created or changed; its `amount`, else that of the body, is the act's amount. Its module's permissions apply. */
  definition: Definition;
  /** Method and path; a path with `:id` acts on an existing document, one without creates it. */
  call: string;
  /** Permission to perform the act. */
  flag: Flag;
  /** Permission to decide, if not `approve`. */
  decides?: Flag;
  /** Field of the amount, if not `amount`. */
  amount?: string;
  /** Finds past acts whose document carries no sign of them: query, and the field of their time. */
  traces?: { where: object; at: string };
  /** The act has effects outside the database: it is checked in advance, and runs only after approval. */
  outside?: true;
  /** Other acts that it includes: if one of them needs a second person, so does this act. */
  along?: (doc: AnyDoc) => readonly ApprovalActName[];
  /** The existing document that a new one refers to, by a field of the body. */
  about?: { definition: Definition; field: string };
}

/** All acts that may need approval. To add one: a line here, and its name with texts in `APPROVAL_ACTS`. */
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

export const decidingFlag = (act: ApprovalActName): Flag => ACTS[act].decides ?? 'approve';
