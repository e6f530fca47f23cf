import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { FORM_ASKER } from './resident-form.ts';

const SLOTS = {
  kind: 'lines',
  max: 48,
  of: { from: { kind: 'instant', required: true }, to: { kind: 'instant', required: true } },
} as const;
const REASON = { kind: 'longText', max: 500, required: true } as const;

/** A waitlist entry of a household for full slots. Free slots are offered for a limited time, in order of `since`. */
export const utilityWaitlist = defineModule({
  name: 'utility-waitlist',
  code: 'AMENITIES_ORDERS',
  path: '/utility-waitlist',
  opens: 'amenities-orders?part=waits&id=',
  icon: 'calendar',
  prefix: 'CH',
  title: 'code',
  matter: 'utilityId',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    ...FORM_ASKER,
    utilityId: { kind: 'ref', to: 'utility', search: true },
    /** Acceptable amenities, all of one group; the first is `utilityId`. */
    utilityIds: { kind: 'refs', to: 'utility', max: 20 },
    groupId: { kind: 'ref', to: 'utility-group', readOnly: true },
    slots: { ...SLOTS, required: true, detailOnly: true },
    startAt: { kind: 'instant', readOnly: true },
    endAt: { kind: 'instant', readOnly: true },
    /** Acceptable shift of the start within the day, in minutes. */
    flexible: { kind: 'choice', options: ['0', '30', '60', '120'], initial: '0' },
    quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
    /** Accepts an offer automatically where it is free of charge. */
    autoAccept: { kind: 'flag', initial: false },
    rulesAgreed: { kind: 'flag', initial: false, detailOnly: true },
    offerUntil: { kind: 'instant', readOnly: true },
    /** When to notify of an offer that was made at night. */
    tellAt: { kind: 'instant', readOnly: true, internal: true, detailOnly: true },
    offeredUtilityId: { kind: 'ref', to: 'utility', readOnly: true },
    offeredSlots: { ...SLOTS, readOnly: true, detailOnly: true },
    offers: { kind: 'integer', initial: 0, readOnly: true },
    /** Determines the position in the queue. */
    since: { kind: 'instant', readOnly: true, internal: true, detailOnly: true },
    bookingId: { kind: 'ref', to: 'utility-booking', readOnly: true },
    reason: { kind: 'longText', max: 500, readOnly: true, staffOnly: true, detailOnly: true },
  },
  statuses: {
    WAITING: { tone: 'waiting', icon: 'clock' },
    OFFERED: { tone: 'going', icon: 'circle-dot' },
    ACCEPTED: { tone: 'done', icon: 'check' },
    DECLINED: { tone: 'ended', icon: 'circle-x' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
    LEFT: { tone: 'ended', icon: 'circle-x' },
    OVER: { tone: 'ended', icon: 'timer-off' },
  },
  initial: 'WAITING',
  actions: {
    offer: { from: ['WAITING'], to: 'OFFERED', flag: 'updateStatus', input: { reason: REASON } },
    // Set by a separate route, which creates the booking.
    accept: {
      from: ['OFFERED'],
      to: 'ACCEPTED',
      flag: 'write',
      by: 'both',
      primaryIn: ['OFFERED'],
      statusCodes: { EXPIRED: 'OFFER_EXPIRED' },
    },
    decline: {
      from: ['OFFERED'],
      to: 'DECLINED',
      flag: 'write',
      by: 'both',
      asks: true,
      input: { keepWaiting: { kind: 'flag', initial: false } },
    },
    'take-back': { from: ['OFFERED'], to: 'WAITING', flag: 'updateStatus', input: { reason: REASON } },
    leave: { from: ['WAITING', 'OFFERED'], to: 'LEFT', flag: 'updateStatus', by: 'both' },
    expire: { from: ['OFFERED'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
    over: { from: ['WAITING', 'OFFERED'], to: 'OVER', flag: 'updateStatus', by: 'system' },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'utilityId',
      'utilityIds',
      'unitId',
      'residentId',
      'startAt',
      'endAt',
      'flexible',
      'quantity',
      'offerUntil',
      'offeredUtilityId',
      'offers',
      'autoAccept',
      'bookingId',
      'createdAt',
      'status',
    ],
    hidden: [
      'residentId',
      'endAt',
      'offers',
      'autoAccept',
      'bookingId',
      'createdAt',
      'utilityIds',
      'flexible',
      'offeredUtilityId',
    ],
    sorts: ['startAt', 'createdAt'],
    defaultSort: 'startAt',
    filters: ['status', 'utilityIds', 'groupId', 'unitId', 'startAt', 'createdAt'],
    indexed: ['unitId', 'groupId'],
    tabs: {
      waiting: { status: { in: ['WAITING'] } },
      offered: { status: { in: ['OFFERED'] } },
      ended: { status: { in: ['ACCEPTED', 'DECLINED', 'EXPIRED', 'LEFT', 'OVER'] } },
      all: {},
    },
  },
  calls: ['list', 'detail', 'create', 'remove', 'options', 'activities', 'badges', 'export'],
  errors: {
    FRAME_REQUIRED: 400,
    FRAME_INVALID: 400,
    OUTSIDE_PRE_ORDER_TIME_SLOT: 422,
    UTILITY_NOT_BOOKABLE: 422,
    LIMIT_PER_SLOT: 409,
    WAITLIST_NOT_NEEDED: 409,
    WAITLIST_EXISTS: 409,
    OFFER_EXPIRED: 409,
    TOO_MANY_BOOKINGS: 422,
  },
});

export const WAITS_ON = ['WAITING', 'OFFERED'] as const;

export type UtilityWaitlist = DocOf<typeof utilityWaitlist>;
export type UtilityWaitlistRow = RowOf<typeof utilityWaitlist>;
