import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { INVOICED_FIELDS } from './invoice-states.ts';
import { ACCOUNTING, SENT_KINDS, SYNC_KINDS } from './sync-kinds.ts';

const SET = { readOnly: true } as const;
const HIDDEN = { ...SET, internal: true, detailOnly: true } as const;

/** Why a document was not sent. */
export const SYNC_ERRORS = [
  'ACCOUNTING_BUILDING_CODE_MISSING',
  'ACCOUNTING_APARTMENT_CODE_MISSING',
  'ACCOUNTING_SERVICE_CODE_MISSING',
  'ACCOUNTING_FUND_CODE_MISSING',
  'ACCOUNTING_PAIR_MISSING',
  'BILL_INVALID',
  'RECEIPT_INVALID',
  'ACCOUNTING_WAITS',
  'ACCOUNTING_SYSTEM_ERROR',
  'ACCOUNTING_NO_ANSWER',
] as const;
export type SyncError = (typeof SYNC_ERRORS)[number];

/** A document's state in the accounting software, with the content to send. */
export const syncReceipt = defineModule({
  name: 'sync-receipt',
  code: ACCOUNTING,
  path: '/accounting-sync',
  route: 'billing/sync-receipt',
  icon: 'send',
  menu: { group: 'fees', order: 12, key: 'syncReceipts' },
  title: 'documentCode',
  flags: ['read', 'write', 'sync', 'export', 'aggregate'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  fields: {
    documentKind: { kind: 'choice', options: SENT_KINDS, ...SET },
    documentId: { kind: 'text', max: 40, key: true, ...HIDDEN },
    documentCode: { kind: 'text', max: 40, ...SET, search: true },
    accountingDate: { kind: 'date', ...SET },
    unitId: { kind: 'ref', to: 'unit', ...SET, search: true },
    /** Negative where it lowers the amount of another document. */
    amount: { kind: 'money', min: -2_000_000_000_000, ...SET },
    connectionId: { kind: 'ref', to: 'sync-connection', ...SET, detailOnly: true },
    foreignId: { kind: 'text', max: 60, key: true, ...SET, detailOnly: true },
    ...INVOICED_FIELDS,
    foreignCode: { kind: 'text', max: 60, key: true, ...SET, search: true },
    /** Incremented when a changed document is sent again. */
    edition: { kind: 'integer', initial: 1, ...SET, detailOnly: true },
    sentHash: { kind: 'text', max: 64, key: true, ...HIDDEN },
    sentAt: { kind: 'instant', ...SET },
    verifiedAt: { kind: 'instant', ...SET },
    attempts: { kind: 'integer', initial: 0, ...SET },
    nextAt: { kind: 'instant', ...SET },
    errorCode: { kind: 'choice', options: SYNC_ERRORS, ...SET },
    errorText: { kind: 'text', max: 500, ...SET },
    hasError: { kind: 'flag', ...SET },
    reason: { kind: 'text', max: 500, ...SET, detailOnly: true },
    /** Differences in words; shown on a separate tab. */
    difference: {
      kind: 'lines',
      max: 50,
      ...HIDDEN,
      of: {
        field: { kind: 'text', max: 60 },
        ours: { kind: 'text', max: 200 },
        theirs: { kind: 'text', max: 200 },
      },
    },
    /** The document is cancelled; its cancellation is sent automatically. */
    cancelled: { kind: 'flag', ...HIDDEN },
    /** Incremented with each change of the document, so that answers to an outdated content are recognised. */
    touched: { kind: 'integer', initial: 0, ...HIDDEN },
    /** Employee who requested the sending; cleared after the attempt. */
    askedById: { kind: 'ref', to: 'employee', ...HIDDEN },
    /** The latest run that tried to send it. */
    runId: { kind: 'text', max: 24, key: true, ...HIDDEN },
  },
  unique: [{ fields: ['documentKind', 'documentId'] }],
  statuses: {
    NONE: { tone: 'waiting', icon: 'clock' },
    PENDING: { tone: 'going', icon: 'circle-dot' },
    SUCCESS: { tone: 'going', icon: 'check' },
    SYNCED: { tone: 'done', icon: 'circle-check' },
    OUT_OF_SYNC: { tone: 'bad', icon: 'circle-x' },
    CHANGED: { tone: 'bad', icon: 'timer-off' },
  },
  initial: 'NONE',
  actions: {
    sync: { from: ['NONE', 'PENDING', 'CHANGED', 'OUT_OF_SYNC'], to: 'PENDING', flag: 'sync', multi: true },
    verify: { from: ['SUCCESS', 'SYNCED', 'OUT_OF_SYNC', 'CHANGED'], flag: 'sync', multi: true },
    withdraw: {
      from: ['SUCCESS', 'SYNCED', 'OUT_OF_SYNC'],
      // A cancellation cannot be withdrawn.
      when: { documentKind: SYNC_KINDS },
      to: 'NONE',
      flag: 'sync',
      reason: true,
      danger: true,
    },
    'accept-theirs': { from: ['OUT_OF_SYNC'], to: 'SYNCED', flag: 'sync', reason: true },
    // Set by runs and by changes of the document.
    settle: {
      from: ['NONE', 'PENDING', 'SUCCESS', 'SYNCED', 'OUT_OF_SYNC', 'CHANGED'],
      flag: 'sync',
      by: 'system',
    },
  },
  list: {
    columns: [
      'documentKind',
      'documentCode',
      'accountingDate',
      'unitId',
      'amount',
      'eInvoice',
      'eInvoiceNumber',
      'foreignCode',
      'sentAt',
      'verifiedAt',
      'attempts',
      'nextAt',
      'errorCode',
      'errorText',
      'hasError',
      'createdAt',
      'status',
    ],
    hidden: ['sentAt', 'verifiedAt', 'nextAt', 'errorText', 'hasError', 'createdAt'],
    sorts: ['accountingDate', 'amount', 'sentAt', 'createdAt'],
    defaultSort: '-accountingDate',
    filters: [
      'documentKind',
      'unitId',
      'accountingDate',
      'amount',
      'eInvoice',
      'errorCode',
      'hasError',
      'status',
      'createdAt',
    ],
    indexed: ['unitId', 'documentId'],
    tabs: {
      toSend: { status: { in: ['NONE', 'PENDING'] } },
      withError: { hasError: { in: ['true'] } },
      changed: { status: { in: ['CHANGED'] } },
      outOfSync: { status: { in: ['OUT_OF_SYNC'] } },
      synced: { status: { in: ['SUCCESS', 'SYNCED'] } },
      all: {},
    },
  },
  errors: {
    ACCOUNTING_BUILDING_CODE_MISSING: 422,
    ACCOUNTING_APARTMENT_CODE_MISSING: 422,
    ACCOUNTING_SERVICE_CODE_MISSING: 422,
    ACCOUNTING_FUND_CODE_MISSING: 422,
    ACCOUNTING_PAIR_MISSING: 422,
    BILL_INVALID: 422,
    RECEIPT_INVALID: 422,
    ACCOUNTING_WAITS: 422,
    ACCOUNTING_NO_ANSWER: 422,
    ACCOUNTING_AMOUNT_DIFFERS: 422,
    SYNCED_RECEIPT_CANNOT_BE_DELETED: 409,
  },
});

export type SyncReceipt = DocOf<typeof syncReceipt>;
export type SyncReceiptRow = RowOf<typeof syncReceipt>;
