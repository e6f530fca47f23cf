import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';
import {
  CANCEL_FIELDS,
  fundBy,
  METHODS,
  VOUCHER_ACTIONS,
  VOUCHER_DATES,
  VOUCHER_LABEL,
  VOUCHER_LABELS,
  VOUCHER_REMARKS,
  VOUCHER_STATUSES,
} from './voucher.ts';

const TAX = { kind: 'money', initial: 0, readOnly: true, staffOnly: true, detailOnly: true } as const;
const ID = {
  kind: 'text',
  max: 40,
  key: true,
  inner: true,
  readOnly: true,
  staffOnly: true,
  detailOnly: true,
} as const;
/** The booking or order that a voucher belongs to, which of its parts, and the taxes in it. */
export const OF_ORDER = {
  originCode: { kind: 'text', max: 40, readOnly: true, search: true, staffOnly: true },
  originId: ID,
  originPart: { kind: 'text', max: 20, inner: true, readOnly: true, staffOnly: true, detailOnly: true },
  amenityId: ID,
  net: TAX,
  vat: TAX,
  surchargeTax: TAX,
} as const satisfies Fields;

/** What a receipt is called by: how most of its money came, or what it is for. */
export const RECEIPT_TYPES = [
  'CASH',
  'BANK_TRANSFER',
  'ONLINE_PAYMENT',
  'ADVANCE_SERVICE',
  'DEDUCTION',
  'DEPOSIT',
  'OLD_APARTMENT_ACCOUNT',
  'OTHER',
] as const;
const ALLOCATIONS = [
  'BILL',
  'INTEREST',
  'UNIT_ACCOUNT',
  'ADVANCE',
  'DEPOSIT',
  'BOOKING_FEE',
  'BOOKING_SURCHARGE',
  'OTHER_INCOME' as const,
] as const;
const ORIGINS = [
  'COUNTER',
  'MULTI',
  'STATEMENT',
  'WEBHOOK',
  'ONLINE',
  'FORM',
  'AUTO_DEDUCTION',
  'IMPORT',
  'OTHER',
] as const;
const SET = { readOnly: true, detailOnly: true } as const;
const LINE_KEY = { kind: 'text', max: 40, key: true } as const;

/** Money that came in, and what was paid out of what a unit has; other income alone is made here (domain.md, Money 4). */
export const receipt = defineModule({
  name: 'receipt',
  emptyChoice: 'EMPTY_RECEIPT_SELECTED',
  code: 'RECEIPT',
  path: '/receipt',
  route: 'receipt',
  icon: 'banknote',
  menu: { group: 'payments', order: 4, key: 'receipts', makes: true },
  title: 'code',
  flags: ['read', 'readDetail', 'write', 'export', 'updateStatus', 'updateInfo', 'approve', 'aggregate'],
  calls: ['list', 'detail', 'create', 'update', 'options', 'activities', 'export', 'badges'],
  edits: ['remarks', 'labelIds', 'attachments', 'note'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true, unique: true },
    type: { kind: 'choice', options: RECEIPT_TYPES, initial: 'OTHER', readOnly: true },
    unitId: { kind: 'ref', to: 'unit', search: true, readOnly: true },
    payerName: { kind: 'text', tells: true, max: 150, required: true, search: true },
    partnerId: { kind: 'ref', to: 'partner', staffOnly: true },
    /** What other income is of. */
    categoryId: { kind: 'ref', to: 'voucher-category', where: { kind: 'INCOME' }, staffOnly: true },
    amount: { kind: 'money', min: 1, max: 100_000_000_000, required: true },
    /** How most of it came; what a unit has is no money. */
    method: { kind: 'choice', options: [...METHODS, 'UNIT_ACCOUNT'] },
    methodId: { kind: 'ref', to: 'payment-method', staffOnly: true },
    fundId: {
      kind: 'ref',
      to: 'fund',
      staffOnly: true,
      fits: fundBy('method'),
      unfit: 'RECEIPT_METHOD_INVALID',
    },
    reference: { kind: 'text', max: 50, staffOnly: true, detailOnly: true },
    /** What came by each way; until it has settled it is on its way. */
    methods: {
      kind: 'lines',
      max: 5,
      ...SET,
      staffOnly: true,
      of: {
        methodId: { kind: 'ref', to: 'payment-method' },
        kind: { kind: 'choice', options: METHODS, required: true },
        amount: { kind: 'money', min: 1, required: true },
        fundId: { kind: 'ref', to: 'fund', required: true, fits: fundBy('kind') },
        bankAccountId: { kind: 'ref', to: 'bank-account' },
        reference: { kind: 'text', max: 50 },
        settles: { kind: 'choice', options: ['DIRECT', 'ON_STATEMENT'], required: true },
        settledOn: { kind: 'date' },
        fee: { kind: 'money' },
      },
    },
    /** What was taken out of what the unit has. */
    sources: {
      kind: 'lines',
      max: 20,
      ...SET,
      staffOnly: true,
      of: {
        from: { kind: 'choice', options: ['UNIT_ACCOUNT', 'ADVANCE'], required: true },
        serviceId: { kind: 'ref', to: 'service' },
        amount: { kind: 'money', min: 1, required: true },
        fromOpening: { kind: 'money', initial: 0 },
      },
    },
    ...VOUCHER_DATES,
    content: { kind: 'text', max: 300, search: true },
    remarks: VOUCHER_REMARKS,
    allocations: {
      kind: 'lines',
      max: 200,
      ...SET,
      of: {
        kind: { kind: 'choice', options: ALLOCATIONS, required: true },
        billId: { kind: 'ref', to: 'bill' },
        serviceId: { kind: 'ref', to: 'service' },
        categoryId: { kind: 'ref', to: 'voucher-category' },
        depositId: LINE_KEY,
        bookingId: LINE_KEY,
        amount: { kind: 'money', min: 1, required: true },
      },
    },
    surplus: { kind: 'money', readOnly: true, initial: 0 },
    surplusTo: { kind: 'choice', options: ['UNIT_ACCOUNT', 'ADVANCE'], ...SET },
    surplusServiceId: { kind: 'ref', to: 'service', ...SET },
    ...OF_ORDER,
    labelIds: VOUCHER_LABELS,
    origin: { kind: 'choice', options: ORIGINS, initial: 'OTHER', ...SET, staffOnly: true },
    cashierId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    printCount: { kind: 'integer', initial: 0, ...SET, staffOnly: true },
    printedAt: { kind: 'instant', ...SET, staffOnly: true },
    ...CANCEL_FIELDS,
  },
  parts: [
    { in: 'methods', by: { method: 'kind', fundId: 'fundId' } },
    { in: 'sources', as: { method: 'UNIT_ACCOUNT', fundId: null } },
  ],
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: {
    ...VOUCHER_ACTIONS,
    label: VOUCHER_LABEL,
    // By calls of their own.
    printed: { from: ['NOT_CANCELED', 'CANCELED'], flag: 'readDetail', by: 'system' },
    settle: { from: ['NOT_CANCELED'], flag: 'updateStatus', by: 'system' },
  },
  resident: {},
  list: {
    columns: [
      'code',
      'accountingDate',
      'unitId',
      'payerName',
      'content',
      'remarks',
      'type',
      'method',
      'fundId',
      'amount',
      'surplus',
      'categoryId',
      'labelIds',
      'cashierId',
      'createdAt',
      'status',
    ],
    deciding: ['accountingDate', 'unitId', 'method', 'amount', 'status'],
    sorts: ['accountingDate', 'amount', 'code', 'createdAt'],
    defaultSort: '-createdAt',
    figures: {
      today: {
        trades: ['accountant', 'manager'],
        day: 'accountingDate',
        sum: 'amount',
        where: { status: { in: ['NOT_CANCELED'] }, method: { in: [...METHODS] } },
      },
    },
    filters: [
      'status',
      'type',
      'method',
      'fundId',
      'unitId',
      'partnerId',
      'categoryId',
      'labelIds',
      'cashierId',
      'amount',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['unitId', 'fundId'],
    // Who brings cash and a transfer counts in both.
    asks: { method: ['method', 'methods.kind', 'sources.from'], fundId: ['fundId', 'methods.fundId'] },
    tabs: {
      valid: { status: { in: ['NOT_CANCELED'] } },
      mine: { cashierId: { in: ['me'] } },
      cancelled: { status: { in: ['CANCELED'] } },
      all: {},
    },
  },
  errors: {
    BILL_NOT_EXISTING: 404,
    PAYMENT_EXCEEDS_BILL: 422,
    PAYMENT_EXCEEDS_ACCOUNT: 422,
    PAYMENT_EXCEEDS_ADVANCE: 422,
    DEDUCTION_EXCEEDS_PAYMENT_TOTAL: 422,
    PAYMENT_TOTAL_INVALID: 400,
    PAYMENT_METHOD_INVALID: 400,
    PAYMENT_SURPLUS_UNPLACED: 422,
    RECEIPT_METHOD_INVALID: 400,
    RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH: 422,
    RECEIPT_CANCEL_ADVANCE_USED: 422,
    REFERENCE_REQUIRED: 400,
    REFERENCE_USED: 409,
    SETTLEMENT_MISMATCH: 422,
    UNIT_WITHOUT_RESIDENT: 422,
    MULTI_PAYMENT_LIMIT: 422,
    MULTI_PAYMENT_ADJUST_DOWN: 422,
    MULTI_PAYMENT_FAILED: 422,
    UNIT_ACCOUNT_NOT_ENOUGH: 409,
    ADVANCE_NOT_ENOUGH: 409,
    VOUCHER_OF_BOOKING: 409,
    VOUCHER_OF_SPLIT_LINE: 409,
    BILL_CANCELLED: 409,
    BILL_PAID: 409,
    data_is_locked: 422,
  },
});

export type Receipt = DocOf<typeof receipt>;
export type ReceiptRow = RowOf<typeof receipt>;
