import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { CANCEL_FIELDS, VOUCHER_ACTIONS, VOUCHER_STATUSES } from './voucher.ts';

/**
 * Kinds of movements on a unit's account besides receipts: opening balance, bills paid from it, transfers between services,
 * refunds to the payer.
 */
export const MOVEMENTS = ['OPENING', 'DEDUCTION', 'TRANSFER', 'REFUND'] as const;

/** A movement of money between accounts of a unit; without a service it concerns the unit account itself. */
export const accountMovement = defineModule({
  name: 'account-movement',
  code: 'UNIT_ACCOUNT',
  path: '/account-movement',
  route: 'account-movement',
  icon: 'wallet',
  menu: { group: 'payments', order: 3, key: 'accountMovements', makes: true },
  prefix: 'BD',
  title: 'code',
  flags: ['read', 'write', 'export', 'updateStatus', 'transfer', 'deduct'],
  calls: ['list', 'detail', 'create', 'options', 'activities', 'export', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    type: { kind: 'choice', options: MOVEMENTS, initial: 'OPENING' },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    amount: { kind: 'money', min: 1, required: true },
    accountingDate: { kind: 'date', books: 'TRANSACTION', begins: 'today', required: true },
    fromServiceId: { kind: 'ref', to: 'service', visibleWhen: { type: ['DEDUCTION', 'TRANSFER', 'REFUND'] } },
    toServiceId: { kind: 'ref', to: 'service', visibleWhen: { type: ['OPENING', 'TRANSFER'] } },
    fundId: {
      kind: 'ref',
      to: 'fund',
      staffOnly: true,
      visibleWhen: { type: ['REFUND'] },
      invalidRefCode: 'PAYMENT_METHOD_INVALID',
    },
    content: { kind: 'text', max: 300, search: true },
    allocations: {
      kind: 'lines',
      max: 200,
      detailOnly: true,
      visibleWhen: { type: ['DEDUCTION'] },
      of: {
        kind: { kind: 'choice', options: ['BILL', 'INTEREST'] },
        billId: { kind: 'ref', to: 'bill', required: true },
        amount: { kind: 'money', min: 1, required: true },
      },
    },
    auto: { kind: 'flag', readOnly: true },
    cashierId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    ...CANCEL_FIELDS,
    /** Unique key of an opening balance: by unit and service, or by unit alone, which `unique` cannot say. */
    once: {
      kind: 'text',
      max: 80,
      key: true,
      internal: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'UNIT_ACCOUNT_IMPORT_INVALID',
      blames: 'unitId',
    },
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
      'amount',
      'fromServiceId',
      'toServiceId',
      'fundId',
      'content',
      'auto',
      'cashierId',
      'createdAt',
      'status',
    ],
    hidden: ['fundId', 'cashierId', 'createdAt'],
    sorts: ['accountingDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'type',
      'unitId',
      'fromServiceId',
      'toServiceId',
      'fundId',
      'auto',
      'accountingDate',
      'createdAt',
    ],
    indexed: ['unitId'],
    tabs: { valid: { status: { in: ['NOT_CANCELED'] } }, cancelled: { status: { in: ['CANCELED'] } }, all: {} },
  },
  errors: {
    UNIT_ACCOUNT_EXCEEDED: 422,
    UNIT_ACCOUNT_NOT_ENOUGH: 409,
    ADVANCE_NOT_ENOUGH: 409,
    DEDUCTION_EXCEEDS_PAYMENT: 422,
    TRANSFER_SAME_SERVICE: 422,
    UNIT_ACCOUNT_IMPORT_INVALID: 422,
    NOTHING_OWED: 422,
    PAYMENT_METHOD_INVALID: 400,
    BILL_NOT_EXISTING: 404,
    PAYMENT_EXCEEDS_BILL: 422,
    PAYMENT_EXCEEDS_ADVANCE: 422,
    BILL_CANCELLED: 409,
    BILL_ALREADY_PAID: 409,
    data_is_locked: 422,
  },
  imports: true,
});

const SUM = { kind: 'money', min: -2_000_000_000_000, readOnly: true, initial: 0 } as const;

/** Advance payments of a unit for one service. */
export const serviceAdvance = defineModule({
  name: 'service-advance',
  code: 'UNIT_ACCOUNT',
  path: '/service-advance-payment',
  route: 'service-advance-payment',
  icon: 'coins',
  menu: { group: 'payments', order: 2.5, key: 'serviceAdvances' },
  title: 'serviceId',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'export', 'badges'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    serviceId: { kind: 'ref', to: 'service', required: true },
    balance: SUM,
    /** Part of the balance from before the opening of the ledger. */
    balanceOpening: { ...SUM, detailOnly: true },
    paidIn: SUM,
    used: SUM,
    lastAt: { kind: 'instant', readOnly: true },
  },
  unique: [{ fields: ['unitId', 'serviceId'] }],
  resident: {},
  list: {
    columns: ['unitId', 'serviceId', 'balance', 'paidIn', 'used', 'lastAt'],
    sorts: ['lastAt', 'createdAt'],
    defaultSort: '-lastAt',
    filters: ['unitId', 'serviceId', 'lastAt'],
    indexed: ['unitId', 'serviceId'],
  },
});

export type AccountMovement = DocOf<typeof accountMovement>;
export type AccountMovementRow = RowOf<typeof accountMovement>;
export type ServiceAdvanceRow = RowOf<typeof serviceAdvance>;
