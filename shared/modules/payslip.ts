import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { OF_ORDER, RECEIPT_TYPES } from './receipt.ts';
import {
  CANCEL_FIELDS,
  fundBy,
  VOUCHER_ACTIONS,
  VOUCHER_DATES,
  VOUCHER_LABEL,
  VOUCHER_LABELS,
  VOUCHER_REMARKS,
  VOUCHER_STATUSES,
} from './voucher.ts';

const SET = { readOnly: true, detailOnly: true } as const;
export const PURPOSES = [
  'EXPENSE',
  'ACCOUNT_REFUND',
  'ADVANCE_REFUND',
  'DEPOSIT_REFUND',
  'BOOKING_REFUND',
  'OTHER',
] as const;
/** What goes back to a unit. */
const REFUNDS = ['ACCOUNT_REFUND', 'ADVANCE_REFUND', 'DEPOSIT_REFUND', 'BOOKING_REFUND'] as const;
const SPENT = ['EXPENSE', 'OTHER'] as const;

/** Money that went out: expenses, and what goes back to units. */
export const payslip = defineModule({
  name: 'payslip',
  emptyChoice: 'EMPTY_PAYMENT_SLIP_SELECTED',
  code: 'PAYSLIP',
  path: '/payslip',
  route: 'payslip',
  icon: 'send',
  menu: { group: 'payments', order: 5, key: 'payslips', makes: true },
  title: 'code',
  flags: [
    'read',
    'write',
    'updateInfo',
    'updateStatus',
    'approve',
    'export',
    'aggregate',
    'readEncrypted',
    'exportEncrypted',
  ],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'export', 'badges', 'reveal'],
  edits: ['remarks', 'labelIds', 'attachments', 'note'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true, unique: true },
    purpose: { kind: 'choice', options: PURPOSES, initial: 'EXPENSE' },
    type: { kind: 'choice', options: RECEIPT_TYPES, readOnly: true },
    unitId: { kind: 'ref', to: 'unit', search: true, askedWith: { purpose: REFUNDS } },
    /** Of which service what was paid ahead goes back. */
    serviceId: { kind: 'ref', to: 'service', detailOnly: true, askedWith: { purpose: ['ADVANCE_REFUND'] } },
    amount: { kind: 'money', min: 1, max: 100_000_000_000, required: true },
    /** What the first of its lines is called by. */
    category: {
      kind: 'choice',
      options: ['SALARY', 'ELECTRICITY', 'WATER', 'MAINTENANCE', 'CLEANING', 'SECURITY', 'SUPPLIES', 'TAX', 'OTHER'],
    },
    categories: {
      kind: 'lines',
      max: 30,
      detailOnly: true,
      askedWith: { purpose: SPENT },
      of: {
        categoryId: { kind: 'ref', to: 'voucher-category', where: { kind: 'EXPENSE' }, required: true },
        amount: { kind: 'money', min: 1, required: true },
        vatAmount: { kind: 'money' },
        invoiceNo: { kind: 'text', max: 30 },
        note: { kind: 'text', max: 200 },
      },
    },
    method: { kind: 'choice', options: ['CASH', 'TRANSFER'], required: true },
    fundId: {
      kind: 'ref',
      to: 'fund',
      required: true,
      fits: fundBy('method'),
      unfit: 'PAYSLIP_METHOD_INVALID',
    },
    /** What goes back by a gateway is taken off what it pays out next. */
    methodId: { kind: 'ref', to: 'payment-method', ...SET },
    ...VOUCHER_DATES,
    content: { kind: 'text', max: 300, search: true },
    remarks: VOUCHER_REMARKS,
    payeeKind: { kind: 'choice', options: ['RESIDENT', 'PARTNER', 'EMPLOYEE', 'OTHER'], initial: 'OTHER' },
    payeeName: { kind: 'text', tells: true, max: 150, required: true, search: true },
    residentId: { kind: 'ref', to: 'resident', detailOnly: true, askedWith: { payeeKind: ['RESIDENT'] } },
    partnerId: {
      kind: 'ref',
      to: 'partner',
      unfit: 'SUPPLIER_INVALID',
      first: { type: 'SUPPLIER' },
      askedWith: { payeeKind: ['PARTNER'] },
    },
    employeeId: { kind: 'ref', to: 'employee', detailOnly: true, askedWith: { payeeKind: ['EMPLOYEE'] } },
    payeeBankBin: { kind: 'text', max: 6, detailOnly: true, askedWith: { method: ['TRANSFER'] } },
    payeeAccountNumber: {
      kind: 'text',
      max: 19,
      detailOnly: true,
      personal: true,
      askedWith: { method: ['TRANSFER'] },
    },
    payeeAccountName: {
      kind: 'text',
      max: 100,
      detailOnly: true,
      personal: true,
      askedWith: { method: ['TRANSFER'] },
    },
    ...OF_ORDER,
    /** The deposit that it gives back. */
    depositId: { kind: 'text', max: 40, key: true, inner: true, staffOnly: true, ...SET },
    /** What of a refund the unit began with. */
    fromOpening: { kind: 'money', ...SET, initial: 0 },
    labelIds: VOUCHER_LABELS,
    cashierId: { kind: 'ref', to: 'employee', readOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    printCount: { kind: 'integer', initial: 0, ...SET },
    printedAt: { kind: 'instant', ...SET },
    ...CANCEL_FIELDS,
  },
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: {
    ...VOUCHER_ACTIONS,
    label: VOUCHER_LABEL,
    // By a call of its own.
    printed: { from: ['NOT_CANCELED', 'CANCELED'], flag: 'read', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'accountingDate',
      'purpose',
      'category',
      'unitId',
      'payeeName',
      'amount',
      'method',
      'fundId',
      'content',
      'remarks',
      'labelIds',
      'cashierId',
      'createdAt',
      'status',
    ],
    deciding: ['accountingDate', 'unitId', 'payeeName', 'amount', 'status'],
    sorts: ['accountingDate', 'amount', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'purpose',
      'category',
      'type',
      'method',
      'fundId',
      'payeeKind',
      'partnerId',
      'unitId',
      'labelIds',
      'cashierId',
      'amount',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['fundId', 'unitId'],
    tabs: {
      valid: { status: { in: ['NOT_CANCELED'] } },
      expenses: { purpose: { in: SPENT } },
      refunds: { purpose: { in: REFUNDS } },
      cancelled: { status: { in: ['CANCELED'] } },
      all: {},
    },
  },
  errors: {
    PAYSLIP_EXCEEDS_ADVANCE: 422,
    PAYSLIP_EXCEEDS_ACCOUNT: 422,
    PAYSLIP_TOTAL_INVALID: 400,
    PAYSLIP_METHOD_INVALID: 400,
    VOUCHER_OF_BOOKING: 409,
    SUPPLIER_INVALID: 422,
    data_is_locked: 422,
  },
});

export type Payslip = DocOf<typeof payslip>;
