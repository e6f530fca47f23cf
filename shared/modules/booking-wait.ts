import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { FORM_ASKER } from './resident-form.ts';

/** A household that waits for a frame that is full: it is offered what becomes free, for a while, in the order of asking. */
export const bookingWait = defineModule({
  name: 'booking-wait',
  code: 'AMENITIES_ORDERS',
  path: '/booking-wait',
  opens: 'amenities-orders?part=waits&id=',
  icon: 'calendar',
  prefix: 'CH',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    ...FORM_ASKER,
    utilityId: { kind: 'ref', to: 'utility', required: true, search: true },
    groupId: { kind: 'ref', to: 'utility-group', readOnly: true },
    startAt: { kind: 'instant', required: true },
    endAt: { kind: 'instant', required: true },
    quantity: { kind: 'integer', min: 1, max: 1000, initial: 1 },
    offeredUntil: { kind: 'instant', readOnly: true },
  },
  statuses: {
    WAITING: { tone: 'waiting', icon: 'clock' },
    OFFERED: { tone: 'going', icon: 'circle-dot' },
    BOOKED: { tone: 'done', icon: 'check' },
    LAPSED: { tone: 'ended', icon: 'timer-off' },
    LEFT: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'WAITING',
  actions: {
    leave: { from: ['WAITING', 'OFFERED'], to: 'LEFT', flag: 'updateStatus', by: 'both' },
    offer: { from: ['WAITING'], to: 'OFFERED', flag: 'updateStatus', by: 'system' },
    book: { from: ['WAITING', 'OFFERED'], to: 'BOOKED', flag: 'updateStatus', by: 'system' },
    lapse: { from: ['WAITING', 'OFFERED'], to: 'LAPSED', flag: 'updateStatus', by: 'system' },
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'utilityId',
      'unitId',
      'residentId',
      'startAt',
      'endAt',
      'quantity',
      'offeredUntil',
      'createdAt',
      'status',
    ],
    sorts: ['startAt', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'utilityId', 'groupId', 'unitId', 'startAt', 'createdAt'],
    indexed: ['unitId', 'groupId'],
    tabs: { waiting: { status: { in: ['WAITING', 'OFFERED'] } }, all: {} },
  },
  errors: {
    FRAME_INVALID: 400,
    OUTSIDE_PRE_ORDER_TIME_SLOT: 422,
    UTILITY_NOT_BOOKABLE: 422,
    LIMIT_PER_SLOT: 409,
    WAITS_ALREADY: 409,
  },
});

export type BookingWait = DocOf<typeof bookingWait>;
export type BookingWaitRow = RowOf<typeof bookingWait>;
