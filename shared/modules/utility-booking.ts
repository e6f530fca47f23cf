import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { FORM_ASKER } from './resident-form.ts';

const OPEN = ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'] as const;
const PAYABLE = ['PENDING', 'WAITING_FOR_COMPLETED'] as const;
const REFUNDABLE = ['WAITING_FOR_CANCELLED', 'COMPLETED'] as const;
const AMOUNT = { kind: 'money', min: 1 } as const;
const METHOD = { kind: 'choice', options: ['CASH', 'TRANSFER'], initial: 'CASH' } as const;
const DUE = { kind: 'money', initial: 0, readOnly: true } as const;
/** Of what is due, whether it is here, and whether it went back. */
const STATE = {
  kind: 'choice',
  options: ['NONE', 'UNPAID', 'PAID', 'REFUNDED'],
  initial: 'NONE',
  readOnly: true,
} as const;
const BACK = { kind: 'money', readOnly: true, detailOnly: true } as const;

/** A booking of an amenity by a household: domain.md, Booking. */
export const utilityBooking = defineModule({
  name: 'utility-booking',
  code: 'AMENITIES_ORDERS',
  path: '/utility-booking',
  route: 'amenities-orders',
  icon: 'calendar-check',
  menu: { group: 'customerService', order: 6, key: 'utilityBookings', makes: true },
  prefix: 'DTI',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    ...FORM_ASKER,
    bookerName: { kind: 'text', max: 100, search: true },
    utilityId: { kind: 'ref', to: 'utility', required: true, search: true },
    groupId: { kind: 'ref', to: 'utility-group', readOnly: true },
    slots: {
      kind: 'lines',
      required: true,
      max: 48,
      detailOnly: true,
      of: { startAt: { kind: 'instant', required: true }, endAt: { kind: 'instant', required: true } },
    },
    quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
    startAt: { kind: 'instant', readOnly: true },
    endAt: { kind: 'instant', readOnly: true },
    fee: DUE,
    deposit: DUE,
    surcharge: DUE,
    total: DUE,
    feeState: STATE,
    depositState: STATE,
    surchargeState: STATE,
    payBy: { kind: 'instant', readOnly: true },
    method: { kind: 'choice', options: ['CASH', 'TRANSFER'], readOnly: true, detailOnly: true },
    paidAt: { kind: 'instant', readOnly: true },
    refundDue: BACK,
    refundedFee: BACK,
    refundedDeposit: BACK,
    refundedSurcharge: BACK,
    refundedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    paymentImages: { kind: 'files', max: 5, images: true, detailOnly: true },
    rulesAgreed: { kind: 'flag', initial: false, detailOnly: true },
    checkedInAt: { kind: 'instant', readOnly: true },
    noShow: { kind: 'flag', readOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    PENDING: { tone: 'waiting', icon: 'clock' },
    APPROVED: { tone: 'going', icon: 'circle-check' },
    WAITING_FOR_COMPLETED: { tone: 'going', icon: 'circle-dot' },
    COMPLETED: { tone: 'done', icon: 'check' },
    REJECTED: { tone: 'bad', icon: 'ban' },
    WAITING_FOR_CANCELLED: { tone: 'waiting', icon: 'clock' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'PENDING',
  actions: {
    approve: { from: ['PENDING'], to: 'APPROVED', flag: 'approve', multi: true, key: 'a' },
    'pay-manual-fee': {
      from: PAYABLE,
      flag: 'updateStatus',
      when: { feeState: ['UNPAID'] },
      key: 'p',
      asks: true,
      input: { depositAmount: AMOUNT, method: METHOD },
    },
    'pay-manual-surcharge': {
      from: PAYABLE,
      flag: 'updateStatus',
      when: { surchargeState: ['UNPAID', 'NONE'] },
      asks: true,
      input: { amount: AMOUNT, method: METHOD },
    },
    'check-in': {
      from: ['APPROVED', 'WAITING_FOR_COMPLETED'],
      flag: 'updateStatus',
      by: 'both',
      asks: true,
      input: { doorCode: { kind: 'text', max: 40 } },
    },
    'no-show': { from: ['WAITING_FOR_COMPLETED'], to: 'COMPLETED', flag: 'updateStatus', danger: true },
    complete: { from: ['WAITING_FOR_COMPLETED'], to: 'COMPLETED', flag: 'updateStatus', multi: true, key: 'd' },
    'refund-deposits': {
      from: REFUNDABLE,
      flag: 'updateStatus',
      when: { depositState: ['PAID'] },
      asks: true,
      input: { amount: AMOUNT },
    },
    'refund-fee': {
      from: REFUNDABLE,
      flag: 'updateStatus',
      when: { feeState: ['PAID'] },
      asks: true,
      input: { amount: AMOUNT },
    },
    'refund-surcharge': {
      from: REFUNDABLE,
      flag: 'updateStatus',
      when: { surchargeState: ['PAID'] },
      asks: true,
      input: { amount: AMOUNT },
    },
    waive: { from: ['WAITING_FOR_CANCELLED'], to: 'CANCELLED', flag: 'updateStatus', reason: true, danger: true },
    reject: { from: ['PENDING'], to: 'REJECTED', flag: 'approve', reason: true, danger: true },
    cancel: { from: OPEN, to: 'CANCELLED', flag: 'updateStatus', by: 'both', reason: true, danger: true },
    begin: { from: ['APPROVED'], to: 'WAITING_FOR_COMPLETED', flag: 'updateStatus', by: 'system' },
    lapse: { from: ['PENDING'], to: 'CANCELLED', flag: 'updateStatus', by: 'system' },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'utilityId',
      'unitId',
      'bookerName',
      'residentId',
      'startAt',
      'endAt',
      'quantity',
      'total',
      'feeState',
      'fee',
      'deposit',
      'depositState',
      'surcharge',
      'surchargeState',
      'payBy',
      'paidAt',
      'checkedInAt',
      'noShow',
      'groupId',
      'createdAt',
      'status',
    ],
    sorts: ['startAt', 'createdAt'],
    defaultSort: '-startAt',
    filters: [
      'status',
      'utilityId',
      'groupId',
      'unitId',
      'residentId',
      'feeState',
      'depositState',
      'surchargeState',
      'noShow',
      'startAt',
      'createdAt',
    ],
    indexed: ['unitId', 'utilityId', 'groupId'],
    tabs: {
      waiting: { status: { in: ['PENDING', 'WAITING_FOR_CANCELLED'] } },
      running: { status: { in: ['APPROVED', 'WAITING_FOR_COMPLETED'] } },
      done: { status: { in: ['COMPLETED', 'REJECTED', 'CANCELLED'] } },
      all: {},
    },
    marks: {
      unpaid: { feeState: { in: ['UNPAID'] }, status: { in: PAYABLE } },
      depositHeld: { depositState: { in: ['PAID'] }, status: { in: REFUNDABLE } },
    },
  },
  badge: { name: 'AMENITIES_ORDERS', filter: { status: { in: ['PENDING', 'WAITING_FOR_CANCELLED'] } } },
  errors: {
    AMENITY_NOT_BOOKABLE: 422,
    BOOKING_FRAME_INVALID: 422,
    BOOKING_TOO_LONG: 422,
    BOOKING_IN_PAST: 422,
    BOOKING_OUTSIDE_PREORDER: 422,
    BOOKING_USAGE_LIMIT: 422,
    BOOKING_UNIT_LIMIT: 422,
    BOOKING_TOO_MANY: 409,
    BOOKING_BANNED: 409,
    BOOKING_RULES_NOT_AGREED: 422,
    BOOKING_DOOR_CODE_WRONG: 422,
    BOOKING_NOT_NOW: 409,
    BOOKING_SLOT_FULL: 409,
    BOOKING_OVERLAPS: 409,
    BOOKING_FIXED: 409,
    BOOKING_BEGUN: 409,
    BOOKING_NOT_PAID: 409,
    BOOKING_PAYMENT_NOT_ALLOWED: 409,
    BOOKING_PAY_TOO_LATE: 422,
    BOOKING_DEPOSIT_DIFFERS: 422,
    BOOKING_REFUND_NOT_ALLOWED: 409,
    BOOKING_REFUNDED: 409,
    BOOKING_REFUND_ZERO: 422,
    BOOKING_REFUND_ABOVE: 422,
  },
});

/** Statuses in which a booking keeps its place. */
export const HOLDS_PLACE: readonly string[] = OPEN;
/** Those of them in which it was promised. */
export const PROMISED: readonly string[] = ['APPROVED', 'WAITING_FOR_COMPLETED'];
/** Statuses in which something is still to come of it. */
export const OPEN_BOOKINGS: readonly string[] = [...OPEN, 'WAITING_FOR_CANCELLED'];

export type UtilityBooking = DocOf<typeof utilityBooking>;
export type UtilityBookingRow = RowOf<typeof utilityBooking>;
