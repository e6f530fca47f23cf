import { AUDIENCES } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const CONFERENCE = 'CONFERENCE';
export const CONFERENCE_CHANNELS = ['APP', 'EMAIL', 'PRINT', 'SMS'] as const;
export type ConferenceChannel = (typeof CONFERENCE_CHANNELS)[number];

/** Minutes before the start from which a meeting can be opened, and units checked in. */
export const OPENS_BEFORE = 120;
export const CHECKS_IN_BEFORE = 180;

const SERVER = { readOnly: true } as const;
const STAFF = { staffOnly: true, detailOnly: true } as const;
const INNER = { readOnly: true, staffOnly: true, internal: true } as const;

const CHANNELS = {
  kind: 'lines',
  max: CONFERENCE_CHANNELS.length,
  required: true,
  ticked: true,
  of: { channel: { kind: 'choice', options: CONFERENCE_CHANNELS, required: true } },
} as const;
export const TOLD_BY = { channels: CHANNELS } as const;

/** Chair and secretary: each an employee or a name. */
const LEADERS = {
  chairId: { kind: 'ref', to: 'employee' },
  chairName: { kind: 'text', tells: true, max: 100 },
  secretaryId: { kind: 'ref', to: 'employee' },
  secretaryName: { kind: 'text', tells: true, max: 100 },
} as const;

/** Refuses a registration deadline after the start. */
function timesFit({ startAt, registrationClosesAt }: Record<string, unknown>): FieldErrors {
  const at = (value: unknown) => (value instanceof Date ? value.getTime() : Date.parse(String(value)));
  const late = startAt && registrationClosesAt && at(registrationClosesAt) > at(startAt);
  return late
    ? { registrationClosesAt: { code: 'DATES_REVERSED', params: { why: 'conference.state.answersLate' } } }
    : {};
}

/** An owners' meeting from preparation and approval to its end. */
export const conference = defineModule({
  name: 'conference',
  code: CONFERENCE,
  path: '/conference',
  route: 'conference',
  opens: 'conference?tab=all&id=',
  icon: 'landmark',
  menu: { group: 'advanced', order: 1, key: 'conferences', makes: true },
  prefix: 'HN',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'aggregate'],
  resident: { shared: true, statuses: ['ONGOING', 'ENDED'] },
  fields: {
    code: { kind: 'text', code: true, max: 30, ...SERVER, search: true },
    name: { kind: 'text', min: 2, max: 200, required: true, search: true },
    kind: { kind: 'choice', options: ['FIRST', 'ANNUAL', 'EXTRAORDINARY', 'OTHER'], initial: 'ANNUAL' },
    startAt: { kind: 'instant', required: true },
    durationMinutes: { kind: 'integer', min: 15, max: 1440, initial: 180 },
    endAt: { kind: 'instant', ...SERVER },
    venue: { kind: 'text', max: 300, search: true },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    agenda: {
      kind: 'lines',
      max: 30,
      detailOnly: true,
      of: {
        time: { kind: 'text', max: 5, time: true, required: true },
        title: { kind: 'text', max: 200, required: true },
        speaker: { kind: 'text', max: 100 },
      },
    },
    regulations: { kind: 'richText', max: 30_000, detailOnly: true },
    regulationFiles: { kind: 'files', max: 5, types: ['PDF'], detailOnly: true },
    weighting: { kind: 'choice', options: ['AREA', 'UNIT'], initial: 'AREA' },
    areaField: { kind: 'choice', options: ['useArea', 'area', 'carpetArea'], initial: 'useArea', detailOnly: true },
    eligible: { kind: 'choice', options: ['HANDED_OVER', 'ALL'], initial: 'HANDED_OVER', detailOnly: true },
    quorumBasis: { kind: 'choice', options: ['HEADS', 'AREA', 'BOTH'], initial: 'HEADS', detailOnly: true },
    quorumPercent: { kind: 'percent', initial: 50, detailOnly: true },
    proxyAllowed: { kind: 'flag', initial: true, detailOnly: true },
    proxyLimit: { kind: 'integer', min: 0, max: 10_000, initial: 0, detailOnly: true },
    registrationClosesAt: { kind: 'instant' },
    chairId: { ...LEADERS.chairId, ...STAFF },
    chairName: { ...LEADERS.chairName, detailOnly: true },
    secretaryId: { ...LEADERS.secretaryId, ...STAFF },
    secretaryName: { ...LEADERS.secretaryName, detailOnly: true },
    objectionHours: { kind: 'integer', min: 0, max: 168, initial: 24, detailOnly: true },
    publication: {
      kind: 'choice',
      options: ['UNPUBLISHED', 'PUBLISHED', 'EDITED', 'DO_NOT_PUBLISH'],
      initial: 'UNPUBLISHED',
      ...SERVER,
    },
    shown: { kind: 'flag', ...SERVER },
    phase: {
      kind: 'choice',
      options: ['PREPARING', 'REGISTRATION', 'MEETING', 'CLOSED'],
      initial: 'PREPARING',
      ...SERVER,
    },
    outcome: { kind: 'choice', options: ['HELD', 'NO_QUORUM', 'CALLED_OFF'], ...SERVER },
    note: { kind: 'longText', max: 1000, ...SERVER, detailOnly: true },
    publishedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    invitedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    openedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    endedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    withoutQuorum: { kind: 'flag', ...SERVER, detailOnly: true },
    reason: { kind: 'longText', max: 1000, ...SERVER, ...STAFF },
    reconvenedFromId: { kind: 'ref', to: 'conference', ...SERVER, staffOnly: true },
    reconvenedToId: { kind: 'ref', to: 'conference', ...SERVER, ...STAFF },
    authorId: { kind: 'ref', to: 'employee', ...SERVER, ...STAFF },
    units: { kind: 'integer', initial: 0, ...SERVER },
    registered: { kind: 'integer', initial: 0, ...SERVER },
    checkedIn: { kind: 'integer', initial: 0, ...SERVER },
    weightTotal: { kind: 'decimal', initial: 0, ...SERVER },
    weightPresent: { kind: 'decimal', initial: 0, ...SERVER },
    /** Total weight, and weight and number of the units present; weights in hundredths of m². */
    totalHundredths: { kind: 'integer', initial: 0, kept: true, ...INNER },
    presentHundredths: { kind: 'integer', initial: 0, kept: true, ...INNER },
    presentUnits: { kind: 'integer', initial: 0, kept: true, ...INNER },
    /** Audience beside staff; STAFF until it is published. */
    audience: { kind: 'choice', options: AUDIENCES, initial: 'STAFF', ...INNER },
    /** Empty: the audience applies to blocks or everybody. */
    unitIds: { kind: 'refs', to: 'unit', max: 1, ...INNER },
  },
  initial: 'PENDING_APPROVAL',
  removedIn: ['PENDING_APPROVAL'],
  statuses: {
    PENDING_APPROVAL: { tone: 'waiting', icon: 'clock' },
    ONGOING: { tone: 'going', icon: 'circle-dot' },
    ENDED: { tone: 'ended', icon: 'check' },
  },
  actions: {
    approve: { from: ['PENDING_APPROVAL'], to: 'ONGOING', flag: 'approve', key: 'a' },
    reject: { from: ['PENDING_APPROVAL'], flag: 'approve', reason: true, danger: true },
    show: {
      from: ['ONGOING'],
      flag: 'updateStatus',
      togglesFlag: true,
      when: { shown: ['false'] },
      primaryIn: ['ONGOING'],
      icon: 'share',
    },
    invite: {
      from: ['ONGOING'],
      flag: 'updateStatus',
      asks: true,
      key: 'i',
      primaryIn: ['ONGOING'],
      input: { ...TOLD_BY, unitIds: { kind: 'refs', to: 'unit', max: 200 } },
    },
    'open-meeting': {
      from: ['ONGOING'],
      flag: 'updateStatus',
      asks: true,
      primaryIn: ['ONGOING'],
      when: { phase: ['REGISTRATION'] },
      whenFailsCode: 'CONFERENCE_STATE',
      input: { ...LEADERS, withoutQuorum: { kind: 'flag' }, reason: { kind: 'longText', max: 1000 } },
    },
    reschedule: {
      from: ['ONGOING'],
      flag: 'updateStatus',
      reason: true,
      icon: 'move',
      when: { phase: ['REGISTRATION'] },
      whenFailsCode: 'CONFERENCE_STATE',
      input: {
        startAt: { kind: 'instant', required: true },
        durationMinutes: { kind: 'integer', min: 15, max: 1440 },
      },
    },
    refresh: {
      from: ['ONGOING'],
      flag: 'updateStatus',
      when: { phase: ['REGISTRATION'] },
      whenFailsCode: 'CONFERENCE_STATE',
    },
    unpublish: {
      from: ['ONGOING'],
      to: 'PENDING_APPROVAL',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      when: { shown: ['false'] },
      whenFailsCode: 'CONFERENCE_STATE',
    },
    end: {
      from: ['ONGOING'],
      to: 'ENDED',
      flag: 'updateStatus',
      danger: true,
      input: {
        outcome: { kind: 'choice', options: ['HELD', 'NO_QUORUM', 'CALLED_OFF'], required: true },
        note: { kind: 'longText', max: 1000 },
      },
    },
    reconvene: {
      aside: true,
      from: ['ENDED'],
      flag: 'write',
      primaryIn: ['ENDED'],
      when: { outcome: ['NO_QUORUM'] },
      whenFailsCode: 'CONFERENCE_STATE',
      input: { startAt: { kind: 'instant', required: true } },
    },
  },
  fixedBy: 'shown',
  follows: ['count', 'votes'],
  list: {
    columns: [
      'code',
      'name',
      'kind',
      'startAt',
      'durationMinutes',
      'endAt',
      'venue',
      'blockIds',
      'weighting',
      'units',
      'registered',
      'checkedIn',
      'weightTotal',
      'weightPresent',
      'registrationClosesAt',
      'publication',
      'shown',
      'phase',
      'outcome',
      'status',
      'createdAt',
    ],
    hidden: [
      'durationMinutes',
      'endAt',
      'blockIds',
      'weighting',
      'weightTotal',
      'weightPresent',
      'registrationClosesAt',
      'phase',
      'createdAt',
    ],
    sorts: ['startAt', 'code', 'name', 'createdAt'],
    defaultSort: '-startAt',
    filters: [
      'status',
      'kind',
      'startAt',
      'blockIds',
      'weighting',
      'registrationClosesAt',
      'publication',
      'shown',
      'phase',
      'outcome',
      'reconvenedFromId',
      'createdAt',
    ],
    tabs: {
      going: { status: { in: ['ONGOING'] } },
      pending: { status: { in: ['PENDING_APPROVAL'] } },
      ended: { status: { in: ['ENDED'] } },
      all: {},
    },
  },
  errors: {
    CONFERENCE_STATE: 409,
    CONFERENCE_INCOMPLETE: 422,
    CONFERENCE_AREA_MISSING: 422,
    CONFERENCE_IN_PAST: 400,
    SMS_NOT_SET_UP: 422,
    DATES_REVERSED: 422,
    QUORUM_NOT_REACHED: 422,
    MINUTES_FINAL: 409,
  },
  check: timesFit,
});

export type Conference = DocOf<typeof conference>;
export type ConferenceRow = RowOf<typeof conference>;
