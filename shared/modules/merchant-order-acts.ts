import type { Action } from '../kit/definition.ts';
import { fundBy } from './voucher.ts';

/** Statuses before a partner has accepted. */
const SEEKING = ['NEW', 'PENDING', 'FINDING_INSTALLER', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'] as const;
/** Accepted by a partner, and no worker is on the way yet. */
export const AGREED = ['ACCEPTED', 'RESCHEDULED', 'ASSIGNED_TO_EMPLOYEE'] as const;
export const AT_WORK = ['IN_PROCESS', 'EMPLOYEE_ON_THE_WAY', 'EMPLOYEE_WORKING'] as const;
/** Statuses in which a household can cancel. */
export const RESIDENT_LEAVES = [...SEEKING, ...AGREED] as const;
const STATUS = 'updateStatus';
const WHEN = { kind: 'instant', required: true } as const;
const PICTURES = { kind: 'files', max: 5, images: true } as const;
const AMOUNT = { kind: 'money', required: true } as const;

/** Items of a partner's price list, as ordered or delivered. */
export const ORDER_ITEMS = {
  name: { kind: 'text', max: 150, required: true },
  quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
  price: AMOUNT,
} as const;

const PAYMENT = {
  method: { kind: 'choice', options: ['CASH', 'TRANSFER', 'SPOS'], initial: 'CASH' },
  fundId: {
    kind: 'ref',
    to: 'fund',
    staffOnly: true,
    fits: fundBy('method'),
    invalidRefCode: 'PAYMENT_METHOD_INVALID',
  },
  accountingDate: { kind: 'date', books: 'TRANSACTION' },
  note: { kind: 'text', max: 300 },
} as const;
const PAYOUT = { ...PAYMENT, method: { kind: 'choice', options: ['CASH', 'TRANSFER'], initial: 'TRANSFER' } } as const;

/** Acts of an order with their transitions (docs/partner-orders.md). */
export const ORDER_ACTS = {
  receive: { from: ['NEW'], to: 'PENDING', flag: STATUS, multi: true, key: 'r' },
  dispatch: {
    from: ['NEW', 'PENDING', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'],
    to: 'FINDING_INSTALLER',
    flag: STATUS,
    key: 'd',
    input: {
      partnerId: { kind: 'ref', to: 'partner', required: true },
    },
  },
  accept: {
    from: ['FINDING_INSTALLER', 'WARRANTY_REQUESTED'],
    to: 'ACCEPTED',
    flag: STATUS,
    asks: true,
    input: { appointmentAt: { kind: 'instant' }, appointmentTo: { kind: 'instant' } },
  },
  decline: { from: ['FINDING_INSTALLER'], to: 'REJECTED_BY_INSTALLER', flag: STATUS, reason: true, danger: true },
  'not-found': { from: ['FINDING_INSTALLER', 'REJECTED_BY_INSTALLER'], to: 'NO_INSTALLER_FOUND', flag: STATUS },
  assign: {
    from: ['ACCEPTED', 'IN_PROCESS', 'ASSIGNED_TO_EMPLOYEE'],
    to: 'ASSIGNED_TO_EMPLOYEE',
    flag: STATUS,
    key: 'a',
    input: { name: { kind: 'text', max: 100, required: true }, phone: { kind: 'phone' } },
  },
  // For partners who assign no worker: work starts directly.
  start: { from: ['ACCEPTED'], to: 'IN_PROCESS', flag: STATUS },
  depart: { from: ['ASSIGNED_TO_EMPLOYEE'], to: 'EMPLOYEE_ON_THE_WAY', flag: STATUS },
  work: {
    from: ['EMPLOYEE_ON_THE_WAY', 'ASSIGNED_TO_EMPLOYEE', 'IN_PROCESS'],
    to: 'EMPLOYEE_WORKING',
    flag: STATUS,
  },
  pause: {
    aside: true,
    from: ['EMPLOYEE_WORKING'],
    to: 'IN_PROCESS',
    flag: STATUS,
    reason: true,
    input: { nextAt: { kind: 'instant' } },
  },
  finish: {
    from: ['EMPLOYEE_WORKING', 'IN_PROCESS'],
    to: 'EMPLOYEE_FINISHED',
    flag: STATUS,
    asks: true,
    input: {
      items: { kind: 'lines', max: 20, of: ORDER_ITEMS },
      photos: { kind: 'files', max: 10, images: true },
      note: { kind: 'longText', max: 1000 },
      signature: { kind: 'files', max: 1, images: true },
    },
  },
  dispute: { from: ['EMPLOYEE_FINISHED'], to: 'IN_PROCESS', flag: STATUS, by: 'resident', reason: true },
  reschedule: {
    aside: true,
    from: [...AGREED, 'IN_PROCESS'],
    to: 'RESCHEDULED',
    flag: STATUS,
    by: 'both',
    reason: true,
    input: { appointmentAt: WHEN },
  },
  'confirm-time': { from: ['RESCHEDULED'], to: 'ACCEPTED', flag: STATUS, by: 'both' },
  confirm: {
    from: ['EMPLOYEE_FINISHED'],
    to: 'RESIDENT_CONFIRMED',
    flag: STATUS,
    by: 'both',
    input: { signature: { kind: 'files', max: 1, images: true } },
  },
  complete: {
    primaryIn: ['RESIDENT_CONFIRMED'],
    from: ['RESIDENT_CONFIRMED'],
    to: 'COMPLETED',
    flag: STATUS,
    multi: true,
  },
  rate: {
    from: ['COMPLETED'],
    to: 'RATED',
    flag: STATUS,
    by: 'resident',
    input: {
      rating: { kind: 'integer', min: 1, max: 5, required: true },
      comment: { kind: 'longText', max: 1000 },
    },
  },
  warranty: {
    aside: true,
    from: ['COMPLETED', 'RATED'],
    to: 'WARRANTY_REQUESTED',
    flag: 'write',
    by: 'both',
    reason: true,
    input: { photos: PICTURES },
  },
  // Payments through the building, by separate routes.
  'pay-manual-fee': {
    from: ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED', 'COMPLETED', 'RATED'],
    flag: STATUS,
    when: { collectedBy: ['BUILDING'] },
    asks: true,
    input: PAYMENT,
  },
  'pay-partner': {
    from: ['COMPLETED', 'RATED'],
    flag: STATUS,
    when: { collectedBy: ['BUILDING'] },
    asks: true,
    input: PAYOUT,
  },
  // Set by jobs and vouchers: passes an unanswered order to the next partner, marks late orders, follows a cancelled
  // voucher.
  'pass-on': { from: ['FINDING_INSTALLER'], flag: STATUS, by: 'system' },
  'mark-overdue': {
    from: ['FINDING_INSTALLER', ...AGREED, 'EMPLOYEE_ON_THE_WAY', 'EMPLOYEE_FINISHED'],
    flag: STATUS,
    by: 'system',
  },
  reopen: { from: ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED', 'COMPLETED', 'RATED'], flag: STATUS, by: 'system' },
  'refuse-warranty': {
    from: ['WARRANTY_REQUESTED', ...AGREED, ...AT_WORK],
    to: 'COMPLETED',
    flag: 'approve',
    reason: true,
    danger: true,
  },
  cancel: {
    from: [...SEEKING, ...AGREED, ...AT_WORK],
    to: 'CANCELLED',
    flag: STATUS,
    by: 'both',
    reason: true,
    danger: true,
  },
} as const satisfies Record<string, Action>;
