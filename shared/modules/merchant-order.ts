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
const OVER = [...ACCEPTED_WORK, 'CANCELLED', 'CANCELLED_BY_RESIDENT'] as const;
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
  prefix: 'DT',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'longText', max: 3000, required: true, detailOnly: true },
    ...FORM_ASKER,
    wantedAt: { kind: 'instant' },
    images: IMAGES,
    partnerId: { kind: 'ref', to: 'partner', readOnly: true, search: true },
    answerBy: { kind: 'instant', readOnly: true, staffOnly: true },
    scheduledAt: { kind: 'instant', readOnly: true },
    workerName: { kind: 'text', max: 100, readOnly: true, search: true },
    workerPhone: { kind: 'phone', readOnly: true },
    price: { kind: 'money', readOnly: true },
    commissionPercent: { kind: 'percent', min: 0, max: 100, initial: 10, staffOnly: true },
    commission: { kind: 'money', readOnly: true, staffOnly: true },
    doneImages: { ...IMAGES, readOnly: true },
    doneNote: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    finishedAt: { kind: 'instant', readOnly: true },
    warrantyDays: { kind: 'integer', min: 0, max: 3650, initial: 30 },
    warrantyUntil: { kind: 'date', readOnly: true },
    warranties: { kind: 'integer', initial: 0, readOnly: true },
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
    take: { from: ['NEW'], to: 'PENDING', flag: STATUS, multi: true, key: 'a' },
    send: {
      from: ['NEW', 'PENDING', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND', 'WARRANTY_REQUESTED'],
      to: 'FINDING_INSTALLER',
      flag: STATUS,
      key: 's',
      input: {
        partnerId: { kind: 'ref', to: 'partner', required: true },
        answerHours: { kind: 'integer', min: 1, max: 720, initial: 24 },
      },
    },
    accept: {
      from: ['FINDING_INSTALLER'],
      to: 'ACCEPTED',
      flag: STATUS,
      asks: true,
      input: { scheduledAt: { kind: 'instant' }, price: { kind: 'money' } },
    },
    decline: { from: ['FINDING_INSTALLER'], to: 'REJECTED_BY_INSTALLER', flag: STATUS, reason: true, danger: true },
    assign: {
      from: ['ACCEPTED', 'RESCHEDULED'],
      to: 'ASSIGNED_TO_EMPLOYEE',
      flag: 'write',
      input: {
        workerName: { kind: 'text', max: 100, required: true },
        workerPhone: { kind: 'phone' },
        scheduledAt: { kind: 'instant' },
      },
    },
    // A partner that names nobody: the work goes on without its steps being told.
    begin: { from: ['ACCEPTED', 'RESCHEDULED'], to: 'IN_PROCESS', flag: STATUS },
    'set-out': { from: ['ASSIGNED_TO_EMPLOYEE'], to: 'EMPLOYEE_ON_THE_WAY', flag: STATUS },
    start: { from: ['ASSIGNED_TO_EMPLOYEE', 'EMPLOYEE_ON_THE_WAY'], to: 'EMPLOYEE_WORKING', flag: STATUS },
    finish: {
      from: ['IN_PROCESS', 'EMPLOYEE_WORKING'],
      to: 'EMPLOYEE_FINISHED',
      flag: STATUS,
      asks: true,
      input: {
        images: { kind: 'files', max: 5, images: true },
        note: { kind: 'longText', max: 1000 },
        price: { kind: 'money' },
      },
    },
    reschedule: {
      from: ['ACCEPTED', 'ASSIGNED_TO_EMPLOYEE', 'IN_PROCESS', 'EMPLOYEE_ON_THE_WAY'],
      to: 'RESCHEDULED',
      flag: STATUS,
      reason: true,
      input: { scheduledAt: WHEN },
    },
    confirm: { from: ['EMPLOYEE_FINISHED'], to: 'RESIDENT_CONFIRMED', flag: STATUS, by: 'both' },
    complete: { from: ['RESIDENT_CONFIRMED'], to: 'COMPLETED', flag: STATUS, multi: true, key: 'd' },
    rate: {
      from: ['RESIDENT_CONFIRMED', 'COMPLETED'],
      to: 'RATED',
      flag: STATUS,
      by: 'resident',
      input: {
        rating: { kind: 'integer', min: 1, max: 5, required: true },
        comment: { kind: 'longText', max: 1000 },
      },
    },
    warranty: { from: ACCEPTED_WORK, to: 'WARRANTY_REQUESTED', flag: STATUS, by: 'both', reason: true },
    'no-installer': { from: ['FINDING_INSTALLER', 'REJECTED_BY_INSTALLER'], to: 'NO_INSTALLER_FOUND', flag: STATUS },
    cancel: {
      from: [...SEEKING, ...AGREED, 'IN_PROCESS', 'EMPLOYEE_ON_THE_WAY', 'WARRANTY_REQUESTED'],
      to: 'CANCELLED',
      flag: STATUS,
      reason: true,
      danger: true,
    },
    withdraw: {
      from: [...SEEKING, ...AGREED],
      to: 'CANCELLED_BY_RESIDENT',
      flag: STATUS,
      by: 'resident',
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
      'scheduledAt',
      'workerName',
      'price',
      'commissionPercent',
      'commission',
      'rating',
      'warrantyUntil',
      'warranties',
      'answerBy',
      'finishedAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'scheduledAt', 'finishedAt', 'rating'],
    defaultSort: '-createdAt',
    filters: ['status', 'partnerId', 'unitId', 'residentId', 'rating', 'scheduledAt', 'finishedAt', 'createdAt'],
    indexed: ['unitId', 'partnerId'],
    tabs: {
      waiting: { status: { in: [...SEEKING, 'WARRANTY_REQUESTED'] } },
      running: { status: { in: [...AGREED, ...AT_WORK, 'EMPLOYEE_FINISHED'] } },
      done: { status: { in: OVER } },
      all: {},
    },
  },
  errors: { WARRANTY_OVER: 409, PARTNER_REQUIRED: 422 },
});

/** What the partner who was asked may do, by its signed link. */
export const PARTNER_ACTS = [
  'accept',
  'decline',
  'assign',
  'begin',
  'set-out',
  'start',
  'finish',
  'reschedule',
] as const;
/** Orders that brought a commission. */
export const ORDERS_PAID: readonly string[] = ACCEPTED_WORK;

export type MerchantOrder = DocOf<typeof merchantOrder>;
export type MerchantOrderRow = RowOf<typeof merchantOrder>;
