import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const MONEY = { kind: 'money', min: 1, required: true } as const;

/** Money that came into an account at a bank: from a statement or told by the bank itself. */
export const bankTransaction = defineModule({
  name: 'bank-transaction',
  code: 'PAYMENT',
  path: '/bank-transaction',
  route: 'payment/bank',
  icon: 'landmark',
  menu: { group: 'payments', order: 3.5, key: 'bankTransactions' },
  title: 'content',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  fields: {
    day: { kind: 'date', required: true },
    amount: { kind: 'money', min: 1, required: true },
    content: { kind: 'text', max: 300, required: true, search: true },
    bankAccountId: { kind: 'ref', to: 'bank-account', required: true },
    reference: { kind: 'text', max: 80, key: true, search: true },
    counterAccount: { kind: 'text', tells: true, max: 40, key: true },
    counterName: { kind: 'text', tells: true, max: 150 },
    /** Whose money it seems to be, and by what. */
    unitId: { kind: 'ref', to: 'unit', readOnly: true },
    foundBy: {
      kind: 'choice',
      options: ['NONE', 'CONTENT', 'VIRTUAL_ACCOUNT', 'AMOUNT', 'HISTORY', 'HAND'],
      initial: 'NONE',
      readOnly: true,
    },
    source: { kind: 'choice', options: ['FILE', 'WEBHOOK'], initial: 'FILE', readOnly: true },
    parts: {
      kind: 'lines',
      max: 50,
      readOnly: true,
      detailOnly: true,
      of: {
        unitId: { kind: 'ref', to: 'unit', required: true },
        amount: MONEY,
        receiptId: { kind: 'ref', to: 'receipt' },
      },
    },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    once: { kind: 'text', max: 120, key: true, inner: true, readOnly: true, detailOnly: true, unique: true },
  },
  statuses: {
    UNMATCHED: { tone: 'waiting', icon: 'clock' },
    MATCHED: { tone: 'done', icon: 'circle-check' },
    IGNORED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'UNMATCHED',
  actions: {
    match: {
      from: ['UNMATCHED'],
      to: 'MATCHED',
      flag: 'updateStatus',
      key: 'm',
      input: { unitId: { kind: 'ref', to: 'unit', required: true } },
    },
    split: {
      from: ['UNMATCHED'],
      to: 'MATCHED',
      flag: 'updateStatus',
      input: {
        parts: {
          kind: 'lines',
          max: 50,
          required: true,
          of: { unitId: { kind: 'ref', to: 'unit', required: true }, amount: MONEY },
        },
      },
    },
    unmatch: { from: ['MATCHED'], to: 'UNMATCHED', flag: 'updateStatus', reason: true, danger: true },
    ignore: { from: ['UNMATCHED'], to: 'IGNORED', flag: 'updateStatus', reason: true },
    reopen: { from: ['IGNORED'], to: 'UNMATCHED', flag: 'updateStatus' },
  },
  list: {
    columns: [
      'day',
      'amount',
      'content',
      'unitId',
      'foundBy',
      'counterName',
      'counterAccount',
      'bankAccountId',
      'reference',
      'source',
      'createdAt',
      'status',
    ],
    sorts: ['day', 'createdAt'],
    defaultSort: '-day',
    filters: ['status', 'unitId', 'foundBy', 'bankAccountId', 'source', 'day', 'createdAt'],
    indexed: ['unitId'],
    tabs: {
      inbox: { status: { in: ['UNMATCHED'] } },
      matched: { status: { in: ['MATCHED'] } },
      ignored: { status: { in: ['IGNORED'] } },
      all: {},
    },
  },
  errors: {
    SPLIT_SUM_DIFFERS: 422,
    STATEMENT_NOT_READABLE: 422,
    SIGNATURE_INVALID: 401,
    UNIT_ACCOUNT_NOT_ENOUGH: 409,
    data_is_locked: 422,
  },
});

export type BankTransaction = DocOf<typeof bankTransaction>;
export type BankTransactionRow = RowOf<typeof bankTransaction>;
