import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { BOOKING_MONEY, MONEY_ACTS, MONEY_ERRORS, PAYABLE, REFUNDABLE } from './booking-money.ts';
import { FORM_ASKER } from './resident-form.ts';

const OPEN = ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'] as const;
const SLOTS = {
  kind: 'lines',
  required: true,
  max: 48,
  detailOnly: true,
  of: { from: { kind: 'instant', required: true }, to: { kind: 'instant', required: true } },
} as const;

/** A booking of an amenity by a household: domain.md, Booking. */
export const utilityBooking = defineModule({
  name: 'utility-booking',
  code: 'AMENITIES_ORDERS',
  path: '/utility-booking',
  route: 'amenities-orders',
  icon: 'calendar-check',
  menu: { group: 'customerService', order: 6, key: 'utilityBookings', makes: true },
  prefix: 'TI',
  title: 'code',
  flags: ['read', 'write', 'approve', 'updateStatus', 'export', 'aggregate', 'deduct'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    ...FORM_ASKER,
    utilityId: { kind: 'ref', to: 'utility', required: true, search: true },
    groupId: { kind: 'ref', to: 'utility-group', readOnly: true },
    slots: SLOTS,
    startAt: { kind: 'instant', readOnly: true },
    endAt: { kind: 'instant', readOnly: true },
    quantity: { kind: 'integer', min: 1, max: 10_000, initial: 1 },
    surcharges: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      of: {
        index: { kind: 'integer', max: 19, required: true },
        quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
      },
    },
    note: { kind: 'longText', max: 500, detailOnly: true },
    staffNote: { kind: 'longText', max: 500, staffOnly: true, detailOnly: true },
    rulesAgreed: { kind: 'flag', initial: false, detailOnly: true },
    rulesVersion: { kind: 'integer', readOnly: true, detailOnly: true },
    agreedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    ...BOOKING_MONEY,
    paymentImages: { kind: 'files', max: 5, images: true, detailOnly: true },
    /** Of one that repeats: which belong together, and by which rule. */
    seriesId: { kind: 'text', max: 40, readOnly: true },
    rrule: { kind: 'text', max: 200, readOnly: true, detailOnly: true },
    /** It still waits, and others were promised its place. */
    noRoom: { kind: 'flag', initial: false, readOnly: true },
    checkedInAt: { kind: 'instant', readOnly: true },
    checkedInBy: { kind: 'text', tells: true, max: 150, readOnly: true, detailOnly: true, staffOnly: true },
    noShow: { kind: 'flag', initial: false, readOnly: true },
    noShowAt: { kind: 'instant', readOnly: true, detailOnly: true },
    noShowNote: { kind: 'longText', max: 500, readOnly: true, detailOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    cancelledBy: { kind: 'choice', options: ['RESIDENT', 'BUILDING', 'SYSTEM'], readOnly: true },
    cancelledAt: { kind: 'instant', readOnly: true, detailOnly: true },
    closeReason: { kind: 'longText', max: 1000, readOnly: true, staffOnly: true, detailOnly: true },
    lapseTold: { kind: 'flag', readOnly: true, inner: true, staffOnly: true, detailOnly: true },
    overridden: { kind: 'flag', readOnly: true, staffOnly: true },
    overrideReason: { kind: 'text', max: 500, readOnly: true, staffOnly: true, detailOnly: true },
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
    ...MONEY_ACTS,
    'check-in': {
      // Begun where it was marked that nobody came, and a desk without a network knew better.
      from: ['APPROVED', 'WAITING_FOR_COMPLETED'],
      to: 'WAITING_FOR_COMPLETED',
      likely: ['APPROVED'],
      flag: 'updateStatus',
      by: 'both',
      key: 'c',
      asks: true,
      input: { token: { kind: 'text', max: 40 }, at: { kind: 'instant' } },
    },
    move: {
      from: ['PENDING', 'APPROVED'],
      flag: 'write',
      by: 'both',
      icon: 'move',
      input: { slots: SLOTS },
    },
    'no-show': {
      from: ['APPROVED', 'WAITING_FOR_COMPLETED', 'COMPLETED'],
      when: { noShow: ['false'] },
      switches: true,
      flag: 'updateStatus',
      danger: true,
      key: 'v',
      asks: true,
      input: { note: { kind: 'longText', max: 500 } },
    },
    show: {
      from: ['WAITING_FOR_COMPLETED', 'COMPLETED'],
      when: { noShow: ['true'] },
      switches: true,
      flag: 'updateStatus',
      input: { reason: { kind: 'longText', max: 500, required: true } },
    },
    complete: {
      from: ['WAITING_FOR_COMPLETED'],
      to: 'COMPLETED',
      flag: 'updateStatus',
      multi: true,
      key: 'd',
      input: { withoutPayment: { kind: 'flag', initial: false } },
    },
    waive: {
      from: ['WAITING_FOR_CANCELLED'],
      to: 'CANCELLED',
      flag: 'updateStatus',
      danger: true,
      // Kept for the staff alone: the household knows its own reason.
      input: { reason: { kind: 'longText', max: 1000, required: true } },
    },
    reject: { from: ['PENDING'], to: 'REJECTED', flag: 'approve', reason: true, danger: true, multi: true, key: 'r' },
    cancel: {
      from: OPEN,
      to: 'CANCELLED',
      flag: 'updateStatus',
      by: 'both',
      reason: true,
      danger: true,
      input: { scope: { kind: 'choice', options: ['THIS', 'FOLLOWING'], initial: 'THIS' } },
    },
    begin: { from: ['APPROVED'], to: 'WAITING_FOR_COMPLETED', flag: 'updateStatus', by: 'system' },
    lapse: { from: ['PENDING'], to: 'CANCELLED', flag: 'updateStatus', by: 'system' },
    warn: { from: ['PENDING'], flag: 'updateStatus', by: 'system' },
    crowd: { from: ['PENDING'], flag: 'updateStatus', by: 'system' },
    reopen: {
      from: ['PENDING', 'WAITING_FOR_COMPLETED', ...REFUNDABLE, 'CANCELLED'],
      flag: 'updateStatus',
      by: 'system',
    },
  },
  resident: { create: true },
  list: {
    columns: [
      ...(['code', 'utilityId', 'unitId', 'residentId', 'startAt', 'endAt', 'quantity', 'total', 'paid'] as const),
      ...(['paymentState', 'deposit', 'depositStatus', 'fee', 'surcharge', 'payBeforeAt', 'checkedInAt'] as const),
      ...(['noShow', 'refundDue', 'noRoom', 'overridden', 'seriesId', 'groupId', 'createdAt', 'status'] as const),
    ],
    sorts: ['startAt', 'createdAt'],
    defaultSort: '-startAt',
    filters: [
      ...(['status', 'utilityId', 'groupId', 'unitId', 'residentId', 'paymentState', 'depositStatus'] as const),
      ...([
        'payBeforeAt',
        'noShow',
        'cancelledBy',
        'refundDue',
        'overridden',
        'seriesId',
        'startAt',
        'endAt',
        'createdAt',
      ] as const),
    ],
    indexed: ['unitId', 'utilityId', 'groupId'],
    everyStatus: 'ALL',
    tabs: {
      waiting: { status: { in: ['PENDING'] } },
      confirmed: { status: { in: ['APPROVED'] } },
      inUse: { status: { in: ['WAITING_FOR_COMPLETED'] } },
      waitingToCancel: { status: { in: ['WAITING_FOR_CANCELLED'] } },
      completed: { status: { in: ['COMPLETED'] } },
      ended: { status: { in: ['REJECTED', 'CANCELLED'] } },
      all: {},
    },
    marks: {
      unpaid: { paymentState: { in: ['UNPAID', 'PARTIAL'] }, status: { in: PAYABLE } },
      toRefund: { refundDue: { in: ['true'] } },
      missed: { noShow: { in: ['true'] } },
      crowded: { noRoom: { in: ['true'] }, status: { in: ['PENDING'] } },
      depositHeld: { depositStatus: { in: ['DEPOSITED'] }, status: { in: REFUNDABLE } },
    },
  },
  badge: { name: 'AMENITIES_ORDERS', filter: { status: { in: ['PENDING', 'WAITING_FOR_CANCELLED'] } } },
  errors: {
    UTILITY_NOT_BOOKABLE: 422,
    UTILITY_CLOSED: 422,
    FRAME_REQUIRED: 400,
    FRAME_INVALID: 400,
    OUTSIDE_PRE_ORDER_TIME_SLOT: 422,
    LIMIT_PER_USAGE: 422,
    LIMIT_PER_UNIT: 422,
    LIMIT_PER_SLOT: 409,
    TOO_MANY_BOOKINGS: 422,
    UNIT_BANNED: 422,
    UNIT_IN_DEBT: 422,
    RULES_NOT_AGREED: 422,
    APPROVED_BOOKING_AT_THE_SAME_TIME: 409,
    BOOKING_NOT_PAID: 422,
    BOOKING_UNPAID: 422,
    BOOKING_HAS_PAYMENT: 422,
    BOOKING_PRICE_DIFFERS: 422,
    CHECK_IN_TOO_EARLY: 422,
    BOOKING_CHECKED_IN: 409,
    LIMIT_REACHED: 422,
    HOLD_EXPIRED: 409,
    RRULE_INVALID: 400,
    RECURRING_NOT_ALLOWED: 422,
    SERIES_NOT_POSSIBLE: 422,
    ...MONEY_ERRORS,
  },
});

/** Statuses in which a booking keeps its place. */
export const HOLDS_PLACE: readonly string[] = OPEN;
/** Those of them in which it was promised. */
export const PROMISED: readonly string[] = ['APPROVED', 'WAITING_FOR_COMPLETED'];
/** What staff may pass over with a reason; never the room that there is (the card of slots, rule 13). */
export const BY_REASON: readonly string[] = [
  ...['UTILITY_CLOSED', 'OUTSIDE_PRE_ORDER_TIME_SLOT', 'LIMIT_PER_UNIT', 'UNIT_BANNED'],
];
/** Statuses in which something is still to come of it. */
export const OPEN_BOOKINGS: readonly string[] = [...OPEN, 'WAITING_FOR_CANCELLED'];

export type UtilityBooking = DocOf<typeof utilityBooking>;
export type UtilityBookingRow = RowOf<typeof utilityBooking>;
