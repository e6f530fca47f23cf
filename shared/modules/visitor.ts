import { PAPER_LENGTH } from '../kit/contact.ts';
import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { APPROVAL_FIELDS, APPROVAL_MARKS, APPROVAL_WAITS, FLOW_GROUP, STEP_FILTERS } from './form-flow.ts';
import { RELATIONSHIP } from './guest.ts';
import { FLOW_ERRORS, FORM_ACTIONS, FORM_STATUSES } from './resident-form.ts';
import { VEHICLE_TYPES } from './vehicle.ts';
import { OVERRIDE, WARNING } from './watchlist.ts';

const MOST_DAYS = 30;
const moment = (value: unknown) =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;

/** Requires a name or a frequent guest, and a departure after the arrival within MOST_DAYS. */
function stayFits({ name, guestId, expectedInAt, expectedOutAt }: Record<string, unknown>): FieldErrors {
  if (!name && !guestId) return { name: { code: 'REQUIRED' } };
  const [from, to] = [moment(expectedInAt), moment(expectedOutAt)];
  if (from > to) return { expectedInAt: { code: 'VISITOR_IN_AFTER_OUT' } };
  return to - from > MOST_DAYS * DAY_MS ? { expectedOutAt: { code: 'VISITOR_STAY_TOO_LONG' } } : {};
}

const INSIDE = ['IN_PROGRESS'] as const;
const EXPECTED = ['APPROVED', 'RECEIVED'] as const;
const STAFF = { readOnly: true, staffOnly: true } as const;

const IMAGES = { kind: 'files', max: 5, images: true, guarded: true, detailOnly: true, staffOnly: true } as const;

const PICTURES = { ...IMAGES, staffOnly: false } as const;
const GUEST_CARD = { kind: 'ref', to: 'card', where: { type: 'GUEST' } } as const;
/** Time and desk of an act, sent by the desk's screen. */
const DONE = { at: { kind: 'instant', internal: true }, desk: { kind: 'text', max: 40, internal: true } } as const;

/** A visit: expected, inside, left (domain.md, Visitor). A recurring pass starts its next visit when one ends. */
export const visitor = defineModule({
  name: 'visitor',
  code: 'ACCESS_MANAGEMENT',
  path: '/visitor',
  route: 'access-management',
  icon: 'door',
  menu: { group: 'customerService', order: 8, key: 'visitors', makes: true },
  prefix: 'KT',
  title: 'name',
  flags: [
    'read',
    'write',
    'delete',
    'export',
    'approve',
    'updateStatus',
    'readEncrypted',
    'exportEncrypted',
    'aggregate',
  ],
  person: true,
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    name: { kind: 'text', min: 2, max: 100, required: true, derivedFrom: 'guestId', search: true },
    phone: { kind: 'phone', personal: true },
    identifier: { kind: 'identifier', ...PAPER_LENGTH, personal: true, staffOnly: true },
    guestType: {
      kind: 'choice',
      options: ['NORMAL', 'VIP', 'MEMBER_GUEST', 'RESIDENT_GUEST', 'WALK_IN', 'WORKER'],
      initial: 'NORMAL',
    },
    // A visit does not keep its frequent guest from being removed.
    guestId: { kind: 'ref', to: 'guest', holds: [] },
    constructionId: { kind: 'ref', to: 'construction-registration', readOnly: true, staffOnly: true },
    unitId: {
      kind: 'ref',
      to: 'unit',
      search: true,
      unless: { given: 'destination', code: 'VISITOR_UNIT_REQUIRED' },
    },
    destination: { kind: 'text', max: 100, staffOnly: true },
    inviterId: { kind: 'ref', to: 'resident' },
    contactId: { kind: 'ref', to: 'resident' },
    contactName: { kind: 'text', tells: true, max: 100 },
    relationship: RELATIONSHIP,
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES },
    companions: { kind: 'integer', min: 0, max: 50, initial: 0 },
    purpose: { kind: 'text', max: 200 },
    plate: { kind: 'text', max: 20, plate: true, search: true },
    expectedInAt: { kind: 'instant' },
    expectedOutAt: { kind: 'instant' },
    passUse: { kind: 'choice', options: ['SINGLE', 'REPEATED'], initial: 'SINGLE' },
    passUntil: { kind: 'date', limit: 'future', visibleWhen: { passUse: ['REPEATED'] } },
    passDays: {
      kind: 'choice',
      options: ['EVERY_DAY', 'WORKDAYS', 'WEEKENDS'],
      initial: 'EVERY_DAY',
      visibleWhen: { passUse: ['REPEATED'] },
    },
    passHours: { kind: 'text', max: 60, hours: true, visibleWhen: { passUse: ['REPEATED'] } },
    passId: { kind: 'ref', to: 'visitor-pass', readOnly: true, detailOnly: true },
    passCode: { kind: 'text', tells: true, max: 6, readOnly: true, search: true, code: true },
    cardId: { kind: 'ref', to: 'card', readOnly: true, staffOnly: true },
    cardStatus: {
      kind: 'choice',
      options: ['NONE', 'HELD', 'RETURNED', 'LOST'],
      initial: 'NONE',
      readOnly: true,
      staffOnly: true,
    },
    actualInAt: { kind: 'instant', readOnly: true },
    actualOutAt: { kind: 'instant', readOnly: true },
    blocked: { kind: 'flag', readOnly: true, staffOnly: true },
    // Matches a watchlist entry by phone, document or plate.
    watched: { kind: 'flag', ...STAFF },
    overriddenAt: { kind: 'instant', detailOnly: true, ...STAFF },
    overriddenOffline: { kind: 'flag', detailOnly: true, ...STAFF },
    overrideReason: { kind: 'longText', max: 500, detailOnly: true, ...STAFF },
    overstay: { kind: 'flag', readOnly: true, staffOnly: true },
    // When the overstay was noticed, and when the desk was last notified of it.
    overstayAt: { kind: 'instant', internal: true, detailOnly: true, ...STAFF },
    overstayToldAt: { kind: 'instant', internal: true, detailOnly: true, ...STAFF },
    overnight: { kind: 'flag', readOnly: true, staffOnly: true },
    // Input: asks the household before the visitor is admitted.
    askResident: { kind: 'flag', internal: true, detailOnly: true, staffOnly: true },
    residentAnswer: { kind: 'choice', options: ['NONE', 'ASKED', 'YES', 'NO'], initial: 'NONE', readOnly: true },
    askedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    askedById: { kind: 'ref', to: 'employee', detailOnly: true, ...STAFF },
    answeredAt: { kind: 'instant', readOnly: true, detailOnly: true },
    idImages: IMAGES,
    faceImage: { ...IMAGES, max: 1 },
    deskIn: { kind: 'text', max: 40, ...STAFF },
    deskOut: { kind: 'text', max: 40, ...STAFF },
    visitedCount: { kind: 'integer', initial: 0, ...STAFF },
    blockId: { kind: 'ref', to: 'block', internal: true, ...STAFF },
    floorId: { kind: 'ref', to: 'floor', internal: true, ...STAFF },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    staffNote: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    ...APPROVAL_FIELDS,
  },
  groups: FLOW_GROUP,
  statuses: {
    WAITING: FORM_STATUSES.WAITING,
    APPROVED: FORM_STATUSES.APPROVED,
    RECEIVED: { tone: 'going', icon: 'circle-check' },
    IN_PROGRESS: FORM_STATUSES.IN_PROGRESS,
    COMPLETED: FORM_STATUSES.COMPLETED,
    REJECTED: FORM_STATUSES.REJECTED,
    CANCELLED: FORM_STATUSES.CANCELLED,
  },
  initial: 'APPROVED',
  editedIn: ['WAITING', ...EXPECTED, ...INSIDE],
  idsKey: 'visitorIds',
  actions: {
    approve: { ...FORM_ACTIONS.approve, input: { ...FORM_ACTIONS.approve.input, ...OVERRIDE } },
    'in-progress': {
      from: EXPECTED,
      to: 'IN_PROGRESS',
      flag: 'updateStatus',
      multi: true,
      key: 'i',
      input: {
        images: PICTURES,
        idImages: PICTURES,
        faceImage: { ...PICTURES, max: 1 },
        cardId: GUEST_CARD,
        plate: { kind: 'text', max: 20 },
        companions: { kind: 'integer', min: 0, max: 50 },
        ...DONE,
        offline: { kind: 'flag', internal: true },
        ...OVERRIDE,
      },
    },
    complete: {
      from: INSIDE,
      to: 'COMPLETED',
      flag: 'updateStatus',
      multi: true,
      key: 'o',
      input: { ...DONE, cardReturned: { kind: 'flag', initial: true } },
    },
    receive: {
      from: ['APPROVED'],
      to: 'RECEIVED',
      flag: 'updateStatus',
      key: 'r',
      input: { cardId: { ...GUEST_CARD, required: true }, ...DONE },
    },
    photograph: {
      from: ['APPROVED', 'RECEIVED', 'IN_PROGRESS'],
      flag: 'updateStatus',
      asks: true,
      input: { images: PICTURES, faceImage: { ...PICTURES, max: 1 } },
    },
    // Adds the visitor to the watchlist.
    warn: {
      from: ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS', 'COMPLETED', 'REJECTED', 'CANCELLED'],
      flag: 'updateStatus',
      danger: true,
      input: WARNING,
    },
    remember: {
      from: ['APPROVED', 'RECEIVED', 'IN_PROGRESS', 'COMPLETED'],
      flag: 'write',
    },
    ask: { from: ['WAITING'], flag: 'updateStatus' },
    answer: {
      from: ['WAITING'],
      flag: 'updateStatus',
      by: 'resident',
      input: { yes: { kind: 'flag' }, note: { kind: 'longText', max: 500 } },
    },
    'hand-on': FORM_ACTIONS['hand-on'],
    reject: { ...FORM_ACTIONS.reject, multi: true },
    cancel: { ...FORM_ACTIONS.cancel, multi: true },
    erase: { from: ['COMPLETED', 'REJECTED', 'CANCELLED'], flag: 'delete', reason: true, danger: true },
  },
  resident: { create: true, editedIn: ['WAITING'], askedBy: 'inviterId' },
  list: {
    columns: [
      'code',
      'name',
      'phone',
      'unitId',
      'guestType',
      'inviterId',
      'companions',
      'purpose',
      'plate',
      'expectedInAt',
      'expectedOutAt',
      'actualInAt',
      'actualOutAt',
      'cardId',
      'visitedCount',
      'passUse',
      'relationship',
      'residentAnswer',
      'blocked',
      'watched',
      'overstay',
      'overnight',
      'createdAt',
      'status',
    ],
    hidden: [
      'inviterId',
      'companions',
      'purpose',
      'plate',
      'expectedOutAt',
      'actualOutAt',
      'cardId',
      'passUse',
      'visitedCount',
      'relationship',
      'residentAnswer',
      'blocked',
      'watched',
      'overstay',
      'overnight',
      'createdAt',
    ],
    sorts: ['name', 'createdAt', 'expectedInAt', 'actualInAt', 'actualOutAt', 'visitedCount', 'stepDueAt'],
    defaultSort: '-expectedInAt',
    waits: {
      waiting: { ...APPROVAL_WAITS, by: 'expectedInAt' },
      overstay: {
        as: 'overdue',
        where: { overstay: { in: ['true'] }, status: { in: INSIDE } },
        trades: ['reception'],
        each: true,
        by: 'expectedOutAt',
        does: 'open',
      },
    },
    figures: {
      inside: { trades: ['reception'], where: { status: { in: INSIDE } } },
      cameToday: { trades: ['reception', 'manager'], day: 'actualInAt' },
      expectedToday: {
        trades: ['reception'],
        day: 'expectedInAt',
        where: { status: { in: EXPECTED } },
        passing: true,
      },
    },
    planned: {
      at: 'expectedInAt',
      where: { status: { in: [...EXPECTED, ...INSIDE] } },
      trades: ['reception', 'service'],
    },
    filters: [
      'status',
      'guestType',
      'unitId',
      'guestId',
      'constructionId',
      'inviterId',
      'contactId',
      'blockId',
      'floorId',
      'relationship',
      'passUse',
      'cardId',
      'cardStatus',
      'blocked',
      'watched',
      'overstay',
      'overnight',
      'residentAnswer',
      ...STEP_FILTERS,
      'expectedInAt',
      'actualInAt',
      'actualOutAt',
      'createdAt',
    ],
    indexed: ['unitId', 'guestId', 'passCode', 'passId', 'constructionId'],
    tabs: {
      waiting: { status: { in: ['WAITING'] } },
      expected: { status: { in: EXPECTED } },
      inside: { status: { in: INSIDE } },
      left: { status: { in: ['COMPLETED', 'REJECTED', 'CANCELLED'] } },
      all: {},
    },
    // Whom the desk sees next comes first.
    tabSorts: { waiting: 'expectedInAt', expected: 'expectedInAt' },
    marks: {
      vip: { guestType: { in: ['VIP'] }, status: { in: ['WAITING', ...EXPECTED, ...INSIDE] } },
      overstay: { overstay: { in: ['true'] }, status: { in: INSIDE } },
      refused: { residentAnswer: { in: ['NO'] }, status: { in: ['WAITING'] } },
      blocked: { blocked: { in: ['true'] }, status: { in: ['WAITING', ...EXPECTED, ...INSIDE] } },
      watched: { watched: { in: ['true'] }, status: { in: ['WAITING', ...EXPECTED, ...INSIDE] } },
      ...APPROVAL_MARKS,
    },
  },
  badge: { name: 'ACCESS_MANAGEMENT', filter: { status: { in: ['WAITING'] } } },
  errors: {
    VISITOR_IN_PAST: 400,
    VISITOR_IN_AFTER_OUT: 400,
    VISITOR_STAY_TOO_LONG: 400,
    VISITOR_UNIT_REQUIRED: 422,
    VISITOR_CONTACT_NOT_IN_UNIT: 422,
    VISITOR_ENTERED: 409,
    VISITOR_ANSWERED: 409,
    VISITOR_NOT_ASKED: 409,
    VISITOR_TIME_INVALID: 422,
    PASS_NOT_VALID_NOW: 409,
    WORKS_STOPPED: 409,
    WATCHED_VISITOR: 422,
    ...FLOW_ERRORS,
  },
  check: stayFits,
});

export type Visitor = DocOf<typeof visitor>;
export type VisitorRow = RowOf<typeof visitor>;
