import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { AGREED, AT_WORK, ORDER_ACTS, ORDER_ITEMS } from './merchant-order-acts.ts';
import { FORM_ASKER } from './resident-form.ts';

export { RESIDENT_LEAVES } from './merchant-order-acts.ts';

/** Statuses from the customer's acceptance of the work on. */
const ACCEPTED_WORK = ['RESIDENT_CONFIRMED', 'COMPLETED', 'RATED'] as const;
const IMAGES = { kind: 'files', max: 5, images: true, detailOnly: true } as const;
const SEEN = { readOnly: true, detailOnly: true } as const;

const LEAST_WORDS = 5;
/** Refuses a description shorter than LEAST_WORDS characters. */
const orderFits = ({ description }: { description?: string | null }): FieldErrors =>
  typeof description === 'string' && description.length < LEAST_WORDS
    ? { description: { code: 'TOO_SHORT', params: { min: LEAST_WORDS } } }
    : {};

/** An order of a household to a partner (product.md 4, Partner orders); state diagram in docs/partner-orders.md. */
export const merchantOrder = defineModule({
  name: 'merchant-order',
  code: 'MERCHANT_ORDER',
  path: '/merchant-order',
  route: 'amenities-merchant-orders',
  icon: 'hammer',
  menu: { group: 'operations', order: 11, key: 'merchantOrders', makes: true },
  prefix: 'DV',
  title: 'code',
  matter: 'utilityId',
  flags: ['read', 'write', 'approve', 'updateStatus', 'export', 'aggregate', 'readEncrypted', 'exportEncrypted'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    /** The ordered service: an amenity of a partner. */
    utilityId: { kind: 'ref', to: 'utility', required: true, search: true },
    ...FORM_ASKER,
    items: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      of: { ...ORDER_ITEMS, price: { kind: 'money' } },
    },
    description: { kind: 'longText', max: 2000, required: true, search: true, detailOnly: true },
    photos: IMAGES,
    /** Contact person where it is not the customer. */
    contactName: { kind: 'text', max: 100, personal: true, whose: 'residentId', detailOnly: true },
    contactPhone: { kind: 'phone', personal: true, whose: 'residentId', detailOnly: true },
    wantedFrom: { kind: 'instant' },
    wantedTo: { kind: 'instant' },
    partnerId: { kind: 'ref', to: 'partner', readOnly: true, search: true },
    answerBy: { kind: 'instant', readOnly: true, staffOnly: true },
    appointmentAt: { kind: 'instant', readOnly: true },
    appointmentTo: { kind: 'instant', readOnly: true },
    /** Side that proposed a time which the other side has not accepted yet. */
    movedBy: { kind: 'choice', options: ['RESIDENT', 'PARTNER'], ...SEEN },
    employeeName: { kind: 'text', tells: true, max: 100, readOnly: true, search: true },
    employeePhone: { kind: 'phone', readOnly: true },
    quote: { kind: 'money', initial: 0, readOnly: true },
    total: { kind: 'money', readOnly: true },
    commissionRate: { kind: 'percent', min: 0, max: 100, initial: 0, readOnly: true, staffOnly: true },
    commission: { kind: 'money', readOnly: true, staffOnly: true },
    collectedBy: { kind: 'choice', options: ['PARTNER', 'BUILDING'], initial: 'PARTNER', staffOnly: true },
    paidAt: { kind: 'instant', ...SEEN },
    receiptId: { kind: 'ref', to: 'receipt', ...SEEN, staffOnly: true },
    payslipId: { kind: 'ref', to: 'payslip', ...SEEN, staffOnly: true },
    finishPhotos: { ...IMAGES, max: 10, readOnly: true },
    finishNote: { kind: 'longText', max: 1000, ...SEEN },
    finishedAt: { kind: 'instant', readOnly: true },
    signature: { ...IMAGES, max: 1, readOnly: true },
    warrantyDays: { kind: 'integer', max: 730, initial: 30, ...SEEN },
    warrantyUntil: { kind: 'date', readOnly: true },
    /** From 2 on, work under the warranty of the first round. */
    round: { kind: 'integer', initial: 1, readOnly: true },
    declined: {
      kind: 'lines',
      max: 50,
      ...SEEN,
      staffOnly: true,
      of: {
        partnerId: { kind: 'ref', to: 'partner' },
        reason: { kind: 'text', max: 1000 },
        at: { kind: 'instant' },
      },
    },
    nextAt: { kind: 'instant', ...SEEN },
    reasonPhotos: { ...IMAGES, readOnly: true },
    rating: { kind: 'integer', min: 1, max: 5, readOnly: true },
    ratingComment: { kind: 'longText', max: 1000, ...SEEN },
    reason: { kind: 'longText', max: 1000, ...SEEN },
    overdue: { kind: 'flag', readOnly: true, staffOnly: true },
    messageCount: { kind: 'integer', initial: 0, readOnly: true, detailOnly: true, staffOnly: true },
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
  actions: ORDER_ACTS,
  resident: { create: true, askedBy: 'residentId' },
  list: {
    columns: [
      'code',
      'utilityId',
      'unitId',
      'residentId',
      'partnerId',
      'wantedFrom',
      'appointmentAt',
      'employeeName',
      'quote',
      'total',
      'collectedBy',
      'commissionRate',
      'commission',
      'rating',
      'warrantyUntil',
      'round',
      'answerBy',
      'finishedAt',
      'overdue',
      'createdAt',
      'status',
    ],
    deciding: ['unitId', 'appointmentAt', 'total', 'status'],
    hidden: [
      'residentId',
      'wantedFrom',
      'quote',
      'collectedBy',
      'commissionRate',
      'commission',
      'warrantyUntil',
      'round',
      'answerBy',
      'finishedAt',
      'createdAt',
    ],
    sorts: ['createdAt', 'appointmentAt', 'finishedAt', 'rating'],
    defaultSort: '-createdAt',
    waits: {
      overdue: {
        as: 'overdue',
        where: { overdue: { in: ['true'] } },
        flag: 'updateStatus',
        by: 'appointmentAt',
        does: 'open',
      },
    },
    filters: [
      'status',
      'utilityId',
      'partnerId',
      'unitId',
      'residentId',
      'rating',
      'collectedBy',
      'overdue',
      'wantedFrom',
      'appointmentAt',
      'finishedAt',
      'createdAt',
    ],
    indexed: ['unitId', 'partnerId', 'utilityId'],
    tabs: {
      new: { status: { in: ['NEW', 'PENDING'] } },
      looking: { status: { in: ['FINDING_INSTALLER', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND'] } },
      toConfirm: { status: { in: ['EMPLOYEE_FINISHED', 'RESIDENT_CONFIRMED'] } },
      done: { status: { in: ['COMPLETED', 'RATED'] } },
      ended: { status: { in: ['CANCELLED', 'CANCELLED_BY_RESIDENT'] } },
      underWay: { status: { in: [...AGREED, ...AT_WORK, 'WARRANTY_REQUESTED'] } },
      all: {},
    },
    marks: { overdue: { overdue: { in: ['true'] } } },
  },
  errors: {
    RESIDENT_NOT_IN_UNIT: 422,
    END_BEFORE_START: 400,
    WARRANTY_OVER: 422,
    PARTNER_REQUIRED: 422,
    PARTNER_NOT_AVAILABLE: 422,
    FINISH_PHOTO_REQUIRED: 400,
    LINK_OVER: 410,
    ORDER_TIME_INVALID: 400,
    PAYMENT_NOT_ALLOWED: 409,
    PAYMENT_METHOD_INVALID: 400,
    ALREADY_PAID: 409,
    data_is_locked: 422,
  },
  check: orderFits,
});

/** Acts of a partner through a signed link. */
export const PARTNER_ACTS = [
  'accept',
  'decline',
  'assign',
  'start',
  'depart',
  'work',
  'pause',
  'finish',
  'reschedule',
  'confirm-time',
] as const;
/** Acts of a partner's worker through a separate link. */
export const WORKER_ACTS = PARTNER_ACTS.filter(name => !['accept', 'decline', 'assign'].includes(name));
/** Final statuses; the partner's page then shows number and status only. */
export const COMPLETED_ORDERS: readonly string[] = ['COMPLETED', 'RATED', 'CANCELLED', 'CANCELLED_BY_RESIDENT'];
/** Statuses of orders that owe a commission. */
export const ORDERS_PAID: readonly string[] = ACCEPTED_WORK;

export type MerchantOrder = DocOf<typeof merchantOrder>;
export type MerchantOrderRow = RowOf<typeof merchantOrder>;
