import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { CONFERENCE, TOLD_BY } from './conference.ts';

const SERVER = { readOnly: true } as const;
const PERSONAL = { readOnly: true, personal: true, detailOnly: true } as const;
const INNER = { readOnly: true, staffOnly: true, internal: true, detailOnly: true } as const;

const CHANNELS = ['APP', 'DESK', 'PAPER', 'PHONE'] as const;
const KINDS = ['OWNER', 'CO_OWNER', 'RESIDENT', 'OTHER'] as const;
/** Documents signed by the owner. */
const SIGNED = { kind: 'files', max: 5, types: ['IMAGE', 'PDF'] } as const;
/** Input: channel through which staff got the answer. */
const TOLD = { channel: { kind: 'choice', options: CHANNELS } } as const;
const IN = { checkIn: ['CHECKED_IN'] } as const;

/** Format of the identity document of a representative. */
export const REPRESENTATIVE_IDENTIFIER = /^[A-Z0-9]{12,15}$/;

/** A unit at an owners' meeting: invitation, attendance, representative and votes. */
export const conferenceUnit = defineModule({
  name: 'conference-unit',
  code: CONFERENCE,
  path: '/conference-unit',
  route: 'conference-unit',
  opens: 'conference-unit?tab=all&id=',
  icon: 'check-square',
  menu: { group: 'advanced', order: 2, key: 'conferenceUnits' },
  title: 'unitId',
  apart: ['conferenceId'],
  flags: ['read', 'write', 'export', 'updateStatus', 'readEncrypted', 'exportEncrypted'],
  calls: ['list', 'detail', 'options', 'activities', 'export', 'reveal', 'badges'],
  fields: {
    conferenceId: { kind: 'ref', to: 'conference', part: true, ...SERVER },
    unitId: { kind: 'ref', to: 'unit', ...SERVER, search: true },
    blockId: { kind: 'ref', to: 'block', ...SERVER },
    ownerId: { kind: 'ref', to: 'resident', ...SERVER, search: true },
    weight: { kind: 'decimal', initial: 0, ...SERVER },
    /** The owner cannot be called: no owner, or no phone number. */
    withoutPhone: { kind: 'flag', ...SERVER, staffOnly: true },
    attendance: {
      kind: 'choice',
      options: ['NOT_ANSWERED', 'ATTEND', 'NOT_ATTEND', 'AUTHORIZED'],
      initial: 'NOT_ANSWERED',
      ...SERVER,
    },
    checkIn: {
      kind: 'choice',
      options: ['NOT_CHECKED_IN', 'CHECKED_IN'],
      initial: 'NOT_CHECKED_IN',
      ...SERVER,
    },
    answeredAt: { kind: 'instant', ...SERVER },
    answeredBy: { kind: 'text', tells: true, max: 100, ...SERVER },
    channel: { kind: 'choice', options: CHANNELS, ...SERVER },
    /** Answered before the meeting was rescheduled. */
    beforeChange: { kind: 'flag', ...SERVER },
    invitedAt: { kind: 'instant', ...SERVER },
    representativeKind: { kind: 'choice', options: KINDS, ...SERVER },
    representativeId: { kind: 'ref', to: 'resident', ...SERVER },
    representativeName: { kind: 'text', tells: true, max: 100, ...SERVER, search: true },
    representativeIdentifier: {
      kind: 'identifier',
      head: 4,
      whose: 'representativeId',
      readOnly: true,
      personal: true,
    },
    representativePhone: { kind: 'phone', whose: 'representativeId', ...PERSONAL },
    authorizationNumber: { kind: 'text', tells: true, max: 50, ...SERVER },
    authorizationDate: { kind: 'date', ...SERVER },
    authorizationFiles: { ...SIGNED, guarded: true, ...SERVER, detailOnly: true },
    checkedInAt: { kind: 'instant', ...SERVER },
    checkedInBy: { kind: 'ref', tells: true, to: 'employee', ...SERVER, staffOnly: true },
    desk: { kind: 'text', max: 20, ...SERVER, staffOnly: true },
    identityChecked: { kind: 'flag', ...SERVER, staffOnly: true },
    leftAt: { kind: 'instant', ...SERVER },
    /** Time of check-in at an offline desk, by the clock of the device. */
    scannedAt: { kind: 'instant', ...SERVER, staffOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 500, ...SERVER, detailOnly: true },
    code6: { kind: 'text', tells: true, max: 6, digits: true, ...SERVER, search: true },
    /** Votes cast online, and votes with a paper ballot; never the choice itself. */
    ballotsOnline: { kind: 'refs', to: 'vote-sheet', max: 100, ...SERVER, staffOnly: true },
    ballotsPaper: { kind: 'refs', to: 'vote-sheet', max: 100, ...SERVER, staffOnly: true },
    /** Proxy, as digest of the identity document; detects one proxy for several units. */
    proxyKey: { kind: 'text', max: 100, key: true, kept: true, ...INNER },
    hundredths: { kind: 'integer', initial: 0, kept: true, ...INNER },
    /** Unique key: one row per unit and meeting. */
    rowKey: { kind: 'text', max: 60, key: true, unique: true, blames: 'unitId', kept: true, ...INNER },
    /** Block and unit as sort key. */
    place: { kind: 'text', max: 100, numbers: true, ...SERVER, staffOnly: true, internal: true },
  },
  actions: {
    register: {
      from: [],
      flag: 'updateStatus',
      by: 'both',
      multi: true,
      key: 'r',
      input: TOLD,
      asks: true,
    },
    decline: {
      from: [],
      flag: 'updateStatus',
      by: 'both',
      danger: true,
      input: { ...TOLD, reason: { kind: 'longText', max: 500 } },
    },
    authorize: {
      from: [],
      flag: 'updateStatus',
      by: 'both',
      asks: true,
      input: {
        ...TOLD,
        representativeKind: { kind: 'choice', options: KINDS, required: true },
        representativeId: { kind: 'ref', to: 'resident' },
        representativeName: { kind: 'text', min: 2, max: 100 },
        representativeIdentifier: { kind: 'text', max: 40 },
        representativePhone: { kind: 'phone' },
        authorizationNumber: { kind: 'text', max: 50 },
        authorizationDate: { kind: 'date', limit: 'past' },
        authorizationFiles: SIGNED,
      },
    },
    revoke: {
      from: [],
      flag: 'updateStatus',
      by: 'both',
      reason: true,
      danger: true,
      when: { attendance: ['AUTHORIZED'] },
      whenFailsCode: 'CONFERENCE_STATE',
    },
    'check-in': {
      from: [],
      flag: 'updateStatus',
      multi: true,
      key: 'c',
      input: {
        desk: { kind: 'text', max: 20 },
        identityChecked: { kind: 'flag' },
        scannedAt: { kind: 'instant' },
      },
    },
    leave: { from: [], flag: 'updateStatus', when: IN, whenFailsCode: 'CONFERENCE_STATE' },
    'come-back': { from: [], flag: 'updateStatus', when: IN, whenFailsCode: 'CONFERENCE_STATE' },
    'undo-check-in': {
      from: [],
      flag: 'updateStatus',
      reason: true,
      danger: true,
      when: IN,
      whenFailsCode: 'CONFERENCE_STATE',
    },
    remind: {
      from: [],
      flag: 'updateStatus',
      multi: true,
      asks: true,
      when: { attendance: ['NOT_ANSWERED'] },
      whenFailsCode: 'CONFERENCE_STATE',
      input: TOLD_BY,
    },
  },
  list: {
    columns: [
      'unitId',
      'conferenceId',
      'blockId',
      'ownerId',
      'weight',
      'attendance',
      'representativeName',
      'representativeKind',
      'checkIn',
      'checkedInAt',
      'desk',
      'leftAt',
      'channel',
      'answeredAt',
      'answeredBy',
      'beforeChange',
      'ballotsOnline',
      'ballotsPaper',
      'withoutPhone',
      'invitedAt',
      'code6',
      'createdAt',
    ],
    hidden: [
      'conferenceId',
      'representativeKind',
      'desk',
      'leftAt',
      'answeredBy',
      'beforeChange',
      'withoutPhone',
      'invitedAt',
      'code6',
      'createdAt',
    ],
    sorts: ['place', 'weight', 'answeredAt', 'checkedInAt', 'createdAt'],
    defaultSort: 'place',
    filters: [
      'conferenceId',
      'unitId',
      'blockId',
      'ownerId',
      'attendance',
      'checkIn',
      'channel',
      'answeredAt',
      'beforeChange',
      'withoutPhone',
      'invitedAt',
      'representativeKind',
      'representativeId',
      'ballotsOnline',
      'ballotsPaper',
      'createdAt',
    ],
    indexed: ['conferenceId', 'unitId', 'representativeId'],
    tabs: {
      notAnswered: { attendance: { in: ['NOT_ANSWERED'] } },
      attend: { attendance: { in: ['ATTEND'] } },
      authorized: { attendance: { in: ['AUTHORIZED'] } },
      notAttend: { attendance: { in: ['NOT_ATTEND'] } },
      checkedIn: { checkIn: { in: ['CHECKED_IN'] } },
      all: {},
    },
  },
  errors: {
    CONFERENCE_REGISTERED: 409,
    CONFERENCE_CHECKED_IN: 409,
    REGISTRATION_CLOSED: 422,
    PROXY_LIMIT: 422,
    PROXY_NOT_ALLOWED: 422,
    CONFERENCE_CODE_UNKNOWN: 404,
    CONFERENCE_STATE: 409,
    SMS_NOT_SET_UP: 422,
  },
});

/** Import of answers given on paper; has no records of its own. */
export const ANSWER_SHEET = {
  definition: defineModule({
    name: conferenceUnit.name,
    code: CONFERENCE,
    path: conferenceUnit.path,
    title: 'representativeName',
    flags: ['read', 'write'],
    calls: [],
    fields: {
      conferenceId: { kind: 'ref', to: 'conference', required: true },
      unitId: { kind: 'ref', to: 'unit', required: true },
      attendance: { kind: 'choice', options: ['ATTEND', 'NOT_ATTEND', 'AUTHORIZED'], required: true },
      channel: { kind: 'choice', options: CHANNELS },
      representativeName: { kind: 'text', min: 2, max: 100 },
      representativeIdentifier: { kind: 'text', max: 40 },
      representativePhone: { kind: 'phone' },
      authorizationNumber: { kind: 'text', max: 50 },
      authorizationDate: { kind: 'date', limit: 'past' },
    },
    list: {
      columns: ['representativeName'],
      sorts: ['representativeName'],
      defaultSort: 'representativeName',
      filters: [],
    },
    errors: conferenceUnit.errors,
    imports: true,
  }),
};

export type ConferenceUnit = DocOf<typeof conferenceUnit>;
export type ConferenceUnitRow = RowOf<typeof conferenceUnit>;
