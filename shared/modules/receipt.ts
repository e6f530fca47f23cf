import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';
import { CANCEL_FIELDS, METHODS, VOUCHER_ACTIONS, VOUCHER_DATES, VOUCHER_STATUSES } from './voucher.ts';

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
const OF_ORDER = {
  originCode: { kind: 'text', max: 40, readOnly: true, search: true, staffOnly: true },
  originId: ID,
  originPart: { kind: 'text', max: 20, inner: true, readOnly: true, staffOnly: true, detailOnly: true },
  amenityId: ID,
  net: TAX,
  vat: TAX,
  surchargeTax: TAX,
} as const satisfies Fields;

/** Money that came in: for bills, oldest first unless the payer chooses, and for whatever else a building takes (domain.md, Money 4). */
export const receipt = defineModule({
  name: 'receipt',
  code: 'RECEIPT',
  path: '/receipt',
  route: 'receipt',
  icon: 'banknote',
  menu: { group: 'payments', order: 4, key: 'receipts', makes: true },
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'options', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true, unique: true },
    type: { kind: 'choice', options: ['FEES', 'UNIT_ACCOUNT', 'ADVANCE', 'OTHER'], initial: 'OTHER' },
    unitId: { kind: 'ref', to: 'unit', search: true, askedWith: { type: ['FEES', 'UNIT_ACCOUNT', 'ADVANCE'] } },
    /** What is paid ahead. */
    serviceId: { kind: 'ref', to: 'service', askedWith: { type: ['ADVANCE'] } },
    amount: { kind: 'money', min: 1, required: true },
    /** What a unit has pays for a booking alone: no money comes into a fund. */
    method: { kind: 'choice', options: [...METHODS, 'UNIT_ACCOUNT'], required: true },
    fundId: { kind: 'ref', to: 'fund', staffOnly: true },
    /** What was given by each way, where it was more than one. */
    parts: {
      kind: 'lines',
      max: 5,
      detailOnly: true,
      staffOnly: true,
      of: {
        method: { kind: 'choice', options: METHODS, required: true },
        fundId: { kind: 'ref', to: 'fund', required: true },
        amount: { kind: 'money', min: 1, required: true },
      },
    },
    ...VOUCHER_DATES,
    payerName: { kind: 'text', max: 150, required: true, search: true },
    content: { kind: 'text', max: 300, search: true },
    allocations: {
      kind: 'lines',
      max: 200,
      detailOnly: true,
      askedWith: { type: ['FEES'] },
      of: {
        billId: { kind: 'ref', to: 'bill', required: true },
        amount: { kind: 'money', min: 1, required: true },
      },
    },
    toAccount: { kind: 'money', readOnly: true, initial: 0 },
    ...OF_ORDER,
    cashierId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    ...CANCEL_FIELDS,
  },
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: VOUCHER_ACTIONS,
  resident: {},
  list: {
    columns: [
      'code',
      'accountingDate',
      'type',
      'unitId',
      'payerName',
      'amount',
      'method',
      'fundId',
      'content',
      'toAccount',
      'cashierId',
      'createdAt',
      'status',
    ],
    sorts: ['accountingDate', 'amount', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'type', 'method', 'fundId', 'unitId', 'cashierId', 'accountingDate', 'createdAt'],
    indexed: ['unitId', 'fundId'],
    tabs: { valid: { status: { in: ['NOT_CANCELED'] } }, cancelled: { status: { in: ['CANCELED'] } }, all: {} },
  },
  errors: {
    BILL_NOT_EXISTING: 404,
    PAYMENT_EXCEEDS_BILL: 422,
    PAYMENT_TOTAL_INVALID: 400,
    PAYMENT_METHOD_INVALID: 400,
    PAYMENT_SURPLUS_UNPLACED: 422,
    EMPTY_BILL_SELECTED: 400,
    EMPTY_APARTMENT_SELECTED: 400,
    PARTS_SUM_DIFFERS: 422,
    UNIT_WITHOUT_RESIDENT: 422,
    MULTI_PAYMENT_LIMIT: 422,
    MULTI_PAYMENT_ADJUST_DOWN: 422,
    MULTI_PAYMENT_FAILED: 422,
    UNIT_ACCOUNT_NOT_ENOUGH: 409,
    ADVANCE_NOT_ENOUGH: 409,
    VOUCHER_OF_BOOKING: 409,
    BILL_CANCELLED: 409,
    BILL_PAID: 409,
    data_is_locked: 422,
  },
});

/** Money that went out. */
export const payslip = defineModule({
  name: 'payslip',
  code: 'PAYSLIP',
  path: '/payslip',
  route: 'payslip',
  icon: 'send',
  menu: { group: 'payments', order: 5, key: 'payslips', makes: true },
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'options', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true, unique: true },
    purpose: {
      kind: 'choice',
      options: ['EXPENSE', 'BOOKING_REFUND', 'DEPOSIT_REFUND'],
      initial: 'EXPENSE',
      readOnly: true,
    },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    category: {
      kind: 'choice',
      options: ['SALARY', 'ELECTRICITY', 'WATER', 'MAINTENANCE', 'CLEANING', 'SECURITY', 'SUPPLIES', 'TAX', 'OTHER'],
      required: true,
    },
    amount: { kind: 'money', min: 1, required: true },
    method: { kind: 'choice', options: ['CASH', 'TRANSFER'], required: true },
    fundId: { kind: 'ref', to: 'fund', required: true },
    ...VOUCHER_DATES,
    payeeName: { kind: 'text', max: 150, required: true, search: true },
    partnerId: { kind: 'ref', to: 'partner' },
    content: { kind: 'text', max: 300, search: true },
    ...OF_ORDER,
    /** The deposit that it gives back. */
    depositId: ID,
    cashierId: { kind: 'ref', to: 'employee', readOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    ...CANCEL_FIELDS,
  },
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: VOUCHER_ACTIONS,
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
      'cashierId',
      'createdAt',
      'status',
    ],
    sorts: ['accountingDate', 'amount', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'purpose',
      'category',
      'method',
      'fundId',
      'partnerId',
      'unitId',
      'cashierId',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['fundId'],
    tabs: { valid: { status: { in: ['NOT_CANCELED'] } }, cancelled: { status: { in: ['CANCELED'] } }, all: {} },
  },
  errors: { VOUCHER_OF_BOOKING: 409, data_is_locked: 422 },
});

export type Receipt = DocOf<typeof receipt>;
export type ReceiptRow = RowOf<typeof receipt>;
export type Payslip = DocOf<typeof payslip>;
