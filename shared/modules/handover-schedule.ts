import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { HANDOVER } from './handover-data.ts';

const SERVER = { readOnly: true } as const;
/** Statuses in which an appointment occupies its time. */
export const HELD = ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'] as const;

/** Result and progress of the inspection sheet, set by the tablet on site. */
const SHEET = {
  finishedAt: { kind: 'instant', ...SERVER },
  acceptance: { kind: 'choice', options: ['ACCEPTED', 'ACCEPTED_WITH_DEFECTS', 'NOT_ACCEPTED'], ...SERVER },
  linesTotal: { kind: 'integer', initial: 0, ...SERVER },
  linesDone: { kind: 'integer', initial: 0, ...SERVER },
  fails: { kind: 'integer', initial: 0, ...SERVER },
  /** Defects of this round that are not closed. */
  openDefects: { kind: 'integer', initial: 0, ...SERVER },
  presentName: { kind: 'text', tells: true, max: 100, ...SERVER, detailOnly: true },
  presentRelation: { kind: 'text', max: 60, ...SERVER, detailOnly: true },
  identityChecked: { kind: 'flag', ...SERVER, detailOnly: true },
  opinion: { kind: 'longText', max: 2000, ...SERVER, detailOnly: true },
  ownerSignature: { kind: 'files', max: 1, images: true, drawn: true, guarded: true, ...SERVER, detailOnly: true },
  employeeSignature: { kind: 'files', max: 1, images: true, drawn: true, guarded: true, ...SERVER, detailOnly: true },
} as const;

/** Input of scheduling: engineer, time, and rules to override. */
const WHEN = {
  employeeId: { kind: 'ref', to: 'employee', worksIn: HANDOVER },
  scheduledAt: { kind: 'instant' },
  endAt: { kind: 'instant' },
  withoutObligation: { kind: 'flag' },
  anyway: { kind: 'flag' },
} as const;

/** A handover appointment of a unit: one per round. */
export const handoverSchedule = defineModule({
  name: 'handover-schedule',
  code: HANDOVER,
  path: '/handover/schedule',
  route: 'handover/schedule',
  opens: 'handover/schedule?tab=all&id=',
  icon: 'calendar-check',
  menu: { group: 'advanced', order: 4, key: 'handoverSchedule' },
  prefix: 'BG',
  title: 'code',
  matter: 'kind',
  apart: ['unitId'],
  flags: ['read', 'write', 'export', 'approve', 'updateStatus', 'readEncrypted'],
  calls: ['list', 'detail', 'update', 'options', 'activities', 'export', 'badges'],
  resident: {},
  fields: {
    code: { kind: 'text', code: true, max: 30, ...SERVER, search: true },
    unitId: { kind: 'ref', to: 'unit', ...SERVER, search: true },
    /** The unit's row in the handover programme; the appointment is deleted with it. */
    handoverId: { kind: 'ref', to: 'handover-unit', part: true, ...SERVER, internal: true },
    blockId: { kind: 'ref', to: 'block', ...SERVER },
    ownerId: { kind: 'ref', to: 'resident', ...SERVER },
    round: { kind: 'integer', initial: 1, ...SERVER },
    kind: { kind: 'choice', options: ['FIRST', 'REINSPECTION'], initial: 'FIRST', ...SERVER },
    employeeId: { kind: 'ref', to: 'employee', ...SERVER },
    scheduledAt: { kind: 'instant', ...SERVER },
    endAt: { kind: 'instant', ...SERVER },
    actualAt: { kind: 'instant', ...SERVER },
    /** Time of the latest no-show. */
    noShowAt: { kind: 'instant', ...SERVER },
    meetingPoint: { kind: 'text', max: 200 },
    ...SHEET,
    bookedBy: { kind: 'choice', options: ['STAFF', 'RESIDENT'], ...SERVER },
    confirmedByResident: { kind: 'flag', ...SERVER },
    reason: { kind: 'longText', max: 1000, ...SERVER, staffOnly: true, detailOnly: true },
    /** Keys of reminders sent, with the appointment time of each. */
    told: { kind: 'text', max: 200, key: true, ...SERVER, staffOnly: true, detailOnly: true, internal: true },
  },
  initial: 'NOT_SCHEDULED',
  statuses: {
    NOT_SCHEDULED: { tone: 'ended', icon: 'circle-dot' },
    PENDING_EXECUTION: { tone: 'waiting', icon: 'clock' },
    PENDING_ACCEPTANCE: { tone: 'going', icon: 'circle-dot' },
    NOT_ACCEPTED: { tone: 'bad', icon: 'circle-x' },
    PENDING_REPAIR: { tone: 'waiting', icon: 'timer-off' },
    COMPLETE: { tone: 'done', icon: 'circle-check' },
  },
  actions: {
    schedule: {
      primaryIn: ['NOT_SCHEDULED'],
      from: ['NOT_SCHEDULED'],
      to: 'PENDING_EXECUTION',
      flag: 'updateStatus',
      by: 'both',
      input: WHEN,
      asks: true,
    },
    reschedule: {
      from: ['PENDING_EXECUTION'],
      flag: 'updateStatus',
      by: 'both',
      multi: true,
      key: 'm',
      icon: 'move',
      statusCodes: { PENDING_ACCEPTANCE: 'SCHEDULE_OCCURRED' },
      /** Alternatively moves by days, keeping the time of day. */
      input: { ...WHEN, days: { kind: 'integer', min: -60, max: 60 } },
      asks: true,
    },
    confirm: {
      from: ['PENDING_EXECUTION'],
      flag: 'updateStatus',
      by: 'resident',
      togglesFlag: true,
      when: { confirmedByResident: ['false'] },
    },
    unschedule: {
      from: ['PENDING_EXECUTION'],
      to: 'NOT_SCHEDULED',
      flag: 'updateStatus',
      by: 'both',
      reason: true,
      danger: true,
    },
    'no-show': {
      from: ['PENDING_EXECUTION'],
      since: { moment: 'scheduledAt', minutes: 15 },
      to: 'NOT_SCHEDULED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
    },
    // Also started by the first part of an inspection sheet.
    start: {
      from: ['PENDING_EXECUTION'],
      to: 'PENDING_ACCEPTANCE',
      flag: 'updateStatus',
      key: 's',
      aside: true,
      since: { moment: 'scheduledAt', day: true },
    },
    // Set by routes of the tablet: sheet parts, signatures and result.
    filled: { from: ['PENDING_ACCEPTANCE'], flag: 'updateStatus', by: 'system' },
    accepted: { from: ['PENDING_ACCEPTANCE'], to: 'COMPLETE', flag: 'updateStatus', by: 'system' },
    refused: { from: ['PENDING_ACCEPTANCE'], to: 'NOT_ACCEPTED', flag: 'updateStatus', by: 'system', reason: true },
    corrected: { from: ['PENDING_REPAIR', 'COMPLETE'], flag: 'updateStatus', by: 'system', reason: true },
    repaired: { from: ['PENDING_REPAIR'], to: 'COMPLETE', flag: 'updateStatus', by: 'system' },
    reverted: { from: ['PENDING_REPAIR'], to: 'NOT_ACCEPTED', flag: 'updateStatus', by: 'system' },
    're-inspect': {
      from: ['NOT_ACCEPTED'],
      flag: 'write',
      asks: true,
      input: { reason: { kind: 'longText', max: 1000 } },
    },
  },
  undo: {
    reschedule: {
      action: 'reschedule',
      input: { scheduledAt: 'scheduledAt', endAt: 'endAt', employeeId: 'employeeId' },
    },
  },
  list: {
    columns: [
      'code',
      'unitId',
      'blockId',
      'ownerId',
      'round',
      'kind',
      'employeeId',
      'scheduledAt',
      'endAt',
      'actualAt',
      'finishedAt',
      'acceptance',
      'linesDone',
      'linesTotal',
      'fails',
      'openDefects',
      'confirmedByResident',
      'bookedBy',
      'noShowAt',
      'meetingPoint',
      'status',
      'createdAt',
    ],
    sorts: ['scheduledAt', 'code', 'createdAt'],
    defaultSort: 'scheduledAt',
    waits: {
      mine: {
        as: 'today',
        where: { employeeId: { in: ['me'] }, status: { in: ['PENDING_EXECUTION'] } },
        each: true,
        by: 'scheduledAt',
        dueToday: true,
        does: 'open',
      },
    },
    planned: { at: 'scheduledAt', where: { status: { in: ['PENDING_EXECUTION', 'PENDING_ACCEPTANCE'] } } },
    filters: [
      'status',
      'unitId',
      'blockId',
      'employeeId',
      'scheduledAt',
      'round',
      'kind',
      'bookedBy',
      'confirmedByResident',
      'acceptance',
      'finishedAt',
      'noShowAt',
      'createdAt',
    ],
    tabs: {
      notScheduled: { status: { in: ['NOT_SCHEDULED'] } },
      pending: { status: { in: ['PENDING_EXECUTION'] } },
      inspecting: { status: { in: ['PENDING_ACCEPTANCE'] } },
      repair: { status: { in: ['PENDING_REPAIR'] } },
      notAccepted: { status: { in: ['NOT_ACCEPTED'] } },
      complete: { status: { in: ['COMPLETE'] } },
      all: {},
    },
    marks: { mine: { employeeId: { in: ['me'] } } },
  },
  errors: {
    HANDOVER_INVALID: 422,
    HANDOVER_IN_PAST: 400,
    DATES_REVERSED: 422,
    HANDOVER_EMPLOYEE_BUSY: 409,
    HANDOVER_SLOT_FULL: 409,
    HANDOVER_OBLIGATION: 422,
    HANDOVER_TOO_EARLY: 422,
    HANDOVER_TOO_LATE: 422,
    HANDOVER_OPEN: 409,
    HANDOVER_BLOCKING: 422,
    HANDOVER_NOT_ALLOWED: 422,
    SHEET_INCOMPLETE: 422,
    SIGNATURE_REQUIRED: 422,
    HANDOVER_METER_BILLED: 409,
    TEMPLATE_EMPTY: 422,
    SCHEDULE_OCCURRED: 409,
    EMPLOYEE_MISSING: 422,
    UNIT_MISSING: 422,
    TEMPLATE_MISSING: 422,
    OUTSIDE_HOURS: 422,
    HOLIDAY: 422,
  },
});

/** Import of appointments; has no records of its own. */
export const SCHEDULE_SHEET = {
  definition: defineModule({
    name: handoverSchedule.name,
    code: HANDOVER,
    path: handoverSchedule.path,
    title: 'hour',
    flags: ['read', 'write'],
    calls: [],
    fields: {
      unitId: { kind: 'ref', to: 'unit', required: true },
      email: { kind: 'email', required: true },
      day: { kind: 'date', required: true },
      hour: { kind: 'text', max: 5, required: true },
    },
    list: { columns: ['hour'], sorts: ['hour'], defaultSort: 'hour', filters: [] },
    errors: handoverSchedule.errors,
    imports: true,
  }),
};

export type HandoverSchedule = DocOf<typeof handoverSchedule>;
export type HandoverScheduleRow = RowOf<typeof handoverSchedule>;
