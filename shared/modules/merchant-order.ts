import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { FORM_ASKER } from './resident-form.ts';

/** Before a partner has said yes. */
const SEEKING = ['NEW', 'PENDING', 'FINDING_INSTALLER', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'] as const;
/** A partner has said yes, and nobody of it is here yet. */
const AGREED = ['ACCEPTED', 'RESCHEDULED', 'ASSIGNED_TO_EMPLOYEE'] as const;
const AT_WORK = ['IN_PROCESS', 'EMPLOYEE_ON_THE_WAY', 'EMPLOYEE_WORKING'] as const;
/** The work was accepted by whoever asked for it. */
const ACCEPTED_WORK = ['RESIDENT_CONFIRMED', 'COMPLETED', 'RATED'] as const;
const IMAGES = { kind: 'files', max: 5, images: true, detailOnly: true } as const;
const WHEN = { kind: 'instant', required: true } as const;
const STATUS = 'updateStatus';

/** What a partner does for a household (product.md 4, Partner orders): the way of an order is drawn in docs/partner-orders.md. */
export const merchantOrder = defineModule({
  name: 'merchant-order',
  code: 'MERCHANT_ORDER',
  path: '/merchant-order',
  route: 'amenities-merchant-orders',
  icon: 'hammer',
  menu: { group: 'operations', order: 11, key: 'merchantOrders', makes: true },
  prefix: 'DV',
  title: 'title',
  flags: ['read', 'write', 'approve', 'updateStatus', 'export', 'aggregate'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'longText', max: 3000, required: true, detailOnly: true },
    ...FORM_ASKER,
    wantedAt: { kind: 'instant' },
    images: IMAGES,
    partnerId: { kind: 'ref', to: 'partner', readOnly: true, search: true },
    answerBy: { kind: 'instant', readOnly: true, staffOnly: true },
    appointmentAt: { kind: 'instant', readOnly: true },
    employeeName: { kind: 'text', max: 100, readOnly: true, search: true },
    employeePhone: { kind: 'phone', readOnly: true },
    price: { kind: 'money', readOnly: true },
    commissionRate: { kind: 'percent', min: 0, max: 100, initial: 10, staffOnly: true },
    commission: { kind: 'money', readOnly: true, staffOnly: true },
    finishPhotos: { ...IMAGES, max: 10, readOnly: true },
    finishNote: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    finishedAt: { kind: 'instant', readOnly: true },
    warrantyDays: { kind: 'integer', min: 0, max: 3650, initial: 30 },
    warrantyUntil: { kind: 'date', readOnly: true },
    /** The second is done under the warranty of the first. */
    round: { kind: 'integer', initial: 1, readOnly: true },
    nextAt: { kind: 'instant', readOnly: true, detailOnly: true },
    rating: { kind: 'integer', min: 1, max: 5, readOnly: true },
    ratingComment: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    NEW: { tone: 'waiting', icon: 'clock' },
    PENDING: { tone: 'waiting', icon: 'clock' },
    FINDING_INSTALLER: { tone: 'waiting', icon: 'circle-dot' },
    REJECTED_BY_INSTALLER: { tone: 'bad', icon: 'ban' },
    NO_INSTALLER_FOUND: { tone: 'bad', icon: 'timer-off' },
    ACCEPTED: { tone: 'going', icon: 'circle-check' },
    RESCHEDULED: { tone: 'waiting', icon: 'clock' },
    ASSIGNED_TO_EMPLOYEE: { tone: 'going', icon: 'circle-check' },
    IN_PROCESS: { tone: 'going', icon: 'circle-dot' },
    EMPLOYEE_ON_THE_WAY: { tone: 'going', icon: 'circle-dot' },
    EMPLOYEE_WORKING: { tone: 'going', icon: 'circle-dot' },
    EMPLOYEE_FINISHED: { tone: 'waiting', icon: 'check' },
    RESIDENT_CONFIRMED: { tone: 'done', icon: 'circle-check' },
    COMPLETED: { tone: 'done', icon: 'check' },
    RATED: { tone: 'done', icon: 'star' },
    WARRANTY_REQUESTED: { tone: 'waiting', icon: 'clock' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
    CANCELLED_BY_RESIDENT: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'NEW',
  actions: {
    receive: { from: ['NEW'], to: 'PENDING', flag: STATUS, multi: true, key: 'r' },
    dispatch: {
      from: ['NEW', 'PENDING', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'],
      to: 'FINDING_INSTALLER',
      flag: STATUS,
      key: 'd',
      input: {
        partnerId: { kind: 'ref', to: 'partner', required: true },
        answerHours: { kind: 'integer', min: 1, max: 720, initial: 2 },
      },
    },
    accept: {
      from: ['FINDING_INSTALLER', 'WARRANTY_REQUESTED'],
      to: 'ACCEPTED',
      flag: STATUS,
      asks: true,
      input: { appointmentAt: { kind: 'instant' }, price: { kind: 'money' } },
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
    // A partner that names nobody: the work goes on without its steps being told.
    start: { from: ['ACCEPTED'], to: 'IN_PROCESS', flag: STATUS },
    depart: { from: ['ASSIGNED_TO_EMPLOYEE'], to: 'EMPLOYEE_ON_THE_WAY', flag: STATUS },
    work: {
      from: ['EMPLOYEE_ON_THE_WAY', 'ASSIGNED_TO_EMPLOYEE', 'IN_PROCESS'],
      to: 'EMPLOYEE_WORKING',
      flag: STATUS,
    },
    pause: {
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
        photos: { kind: 'files', max: 10, images: true },
        note: { kind: 'longText', max: 1000 },
        price: { kind: 'money' },
      },
    },
    dispute: { from: ['EMPLOYEE_FINISHED'], to: 'IN_PROCESS', flag: STATUS, by: 'resident', reason: true },
    reschedule: {
      from: [...AGREED, 'IN_PROCESS'],
      to: 'RESCHEDULED',
      flag: STATUS,
      by: 'both',
      reason: true,
      input: { appointmentAt: WHEN },
    },
    'confirm-time': { from: ['RESCHEDULED'], to: 'ACCEPTED', flag: STATUS, by: 'both' },
    confirm: { from: ['EMPLOYEE_FINISHED'], to: 'RESIDENT_CONFIRMED', flag: STATUS, by: 'both' },
    complete: { from: ['RESIDENT_CONFIRMED'], to: 'COMPLETED', flag: STATUS, multi: true },
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
    warranty: { from: ['COMPLETED', 'RATED'], to: 'WARRANTY_REQUESTED', flag: 'write', by: 'both', reason: true },
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
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'title',
      'unitId',
      'residentId',
      'partnerId',
      'wantedAt',
      'appointmentAt',
      'employeeName',
      'price',
      'commissionRate',
      'commission',
      'rating',
      'warrantyUntil',
      'round',
      'answerBy',
      'finishedAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'appointmentAt', 'finishedAt', 'rating'],
    defaultSort: '-createdAt',
    filters: ['status', 'partnerId', 'unitId', 'residentId', 'rating', 'appointmentAt', 'finishedAt', 'createdAt'],
    indexed: ['unitId', 'partnerId'],
    tabs: {
      new: { status: { in: ['NEW', 'PENDING'] } },
      looking: { status: { in: ['FINDING_INSTALLER', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'] } },
      toConfirm: { status: { in: ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED'] } },
      done: { status: { in: ['COMPLETED', 'RATED'] } },
      ended: { status: { in: ['CANCELLED', 'CANCELLED_BY_RESIDENT'] } },
      underWay: { status: { in: [...AGREED, ...AT_WORK, 'WARRANTY_REQUESTED'] } },
      all: {},
    },
  },
  errors: {
    WARRANTY_OVER: 422,
    PARTNER_REQUIRED: 422,
    PARTNER_NOT_AVAILABLE: 422,
    FINISH_PHOTO_REQUIRED: 400,
  },
});

/** What the partner who was asked may do, by its signed link. */
export const PARTNER_ACTS = [
  ...(['accept', 'decline', 'assign', 'start', 'depart', 'work', 'pause', 'finish'] as const),
  ...(['reschedule', 'confirm-time'] as const),
] as const;
/** Where a household may still leave: nobody is on the way. */
export const RESIDENT_LEAVES: readonly string[] = [...SEEKING, ...AGREED];
/** Orders that brought a commission. */
export const ORDERS_PAID: readonly string[] = ACCEPTED_WORK;

export type MerchantOrder = DocOf<typeof merchantOrder>;
export type MerchantOrderRow = RowOf<typeof merchantOrder>;
