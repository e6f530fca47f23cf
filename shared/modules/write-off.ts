import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { debtTracking } from './debt-tracking.ts';
import { CANCEL_FIELDS, VOUCHER_ACTIONS, VOUCHER_STATUSES } from './voucher.ts';

/** Writes off the remaining amount of a bill as an expense of the building. */
export const writeOff = defineModule({
  name: 'write-off',
  code: debtTracking.code,
  path: '/debt-tracking/write-off',
  opens: 'debt-tracking?part=writeOffs&id=',
  icon: 'receipt',
  prefix: 'XN',
  title: 'code',
  matter: 'serviceId',
  flags: ['read', 'deduct', 'export'],
  makes: 'deduct',
  calls: ['list', 'detail', 'create', 'export', 'activities', 'badges'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    billId: { kind: 'ref', to: 'bill', required: true },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    serviceId: { kind: 'ref', to: 'service', readOnly: true },
    amount: { kind: 'money', min: 1, max: 2_000_000_000, required: true },
    reason: { kind: 'longText', max: 500, required: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    accountingDate: { kind: 'date', books: 'RECEIVABLE' },
    makerId: { kind: 'ref', to: 'employee', readOnly: true },
    ...CANCEL_FIELDS,
  },
  statuses: VOUCHER_STATUSES,
  initial: 'NOT_CANCELED',
  actions: { cancel: { ...VOUCHER_ACTIONS.cancel, flag: 'deduct' } },
  list: {
    columns: [
      'code',
      'accountingDate',
      'unitId',
      'billId',
      'serviceId',
      'amount',
      'reason',
      'makerId',
      'createdAt',
      'status',
    ],
    hidden: ['makerId'],
    sorts: ['accountingDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'unitId', 'billId', 'serviceId', 'accountingDate', 'makerId', 'createdAt'],
    indexed: ['unitId', 'billId'],
    tabs: { valid: { status: { in: ['NOT_CANCELED'] } }, cancelled: { status: { in: ['CANCELED'] } }, all: {} },
  },
  errors: {
    WRITE_OFF_EXCEEDS_BILL: 422,
    BILL_ALREADY_PAID: 409,
    BILL_CANCELLED: 409,
    BILL_NOT_EXISTING: 404,
    BILL_NOT_RELEASED: 409,
    data_is_locked: 422,
  },
});

export type WriteOff = DocOf<typeof writeOff>;
