import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { HANDOVER } from './handover-data.ts';
import { UNIT_TYPES } from './unit.ts';

export const INVITED_BY = ['APP', 'EMAIL', 'PRINT', 'SMS'] as const;
export type InvitedBy = (typeof INVITED_BY)[number];

const OPEN = ['WAITING_HANDOVER', 'HANDING_OVER'] as const;
const ALL = [...OPEN, 'HANDED_OVER'] as const;
/** Days before the end of the handover period from which it counts as due soon. */
export const SOON_DAYS = 14;

const OF_UNIT = { readOnly: true } as const;
const STAFF = { staffOnly: true, detailOnly: true } as const;

/** Refuses a handover period that ends before it starts. */
function datesFit({ dueFrom, dueTo }: Record<string, unknown>): FieldErrors {
  const reversed = typeof dueFrom === 'string' && typeof dueTo === 'string' && dueTo < dueFrom;
  return reversed ? { dueTo: { code: 'DATES_REVERSED' } } : {};
}

/** A unit in the handover programme, with its eligibility and progress. */
export const handoverUnit = defineModule({
  name: 'handover-unit',
  code: HANDOVER,
  path: '/handover/unit',
  route: 'handover/unit',
  opens: 'handover/unit?tab=all&id=',
  icon: 'key',
  menu: { group: 'advanced', order: 5, key: 'handoverUnits', makes: true },
  title: 'unitId',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'readEncrypted', 'exportEncrypted'],
  resident: {},
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    blockId: { kind: 'ref', to: 'block', ...OF_UNIT },
    floorId: { kind: 'ref', to: 'floor', ...OF_UNIT },
    unitType: { kind: 'choice', options: UNIT_TYPES, ...OF_UNIT },
    ownerId: { kind: 'ref', to: 'resident', search: true },
    receiverName: { kind: 'text', tells: true, max: 100, search: true, detailOnly: true },
    receiverPhone: { kind: 'phone', personal: true, whose: 'ownerId', detailOnly: true },
    receiverIdentifier: { kind: 'identifier', personal: true, whose: 'ownerId', detailOnly: true },
    receiverFiles: { kind: 'files', max: 5, guarded: true, detailOnly: true },
    contractNumber: { kind: 'text', max: 50, search: true, detailOnly: true },
    templateId: { kind: 'ref', to: 'handover-template', staffOnly: true },
    obligation: {
      kind: 'choice',
      options: ['INCOMPLETE', 'COMPLETE'],
      states: { INCOMPLETE: { tone: 'waiting', icon: 'clock' }, COMPLETE: { tone: 'done', icon: 'check' } },
      initial: 'INCOMPLETE',
      readOnly: true,
      state: true,
    },
    obligationNote: { kind: 'text', max: 500, readOnly: true, ...STAFF },
    obligationBy: { kind: 'ref', to: 'employee', readOnly: true, ...STAFF },
    obligationAt: { kind: 'instant', readOnly: true, ...STAFF },
    dueFrom: { kind: 'date' },
    dueTo: { kind: 'date' },
    late: { kind: 'flag', readOnly: true },
    dueSoon: { kind: 'flag', readOnly: true },
    invitedAt: { kind: 'instant', readOnly: true },
    invitedBy: { kind: 'choice', options: INVITED_BY, readOnly: true },
    invitation: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 500, readOnly: true, ...STAFF },
    attachments: { kind: 'files', max: 5, ...STAFF },
    note: { kind: 'longText', max: 2000, ...STAFF },
    /** Status of the latest appointment. */
    scheduleStatus: {
      kind: 'choice',
      options: [
        'NOT_SCHEDULED',
        'PENDING_EXECUTION',
        'PENDING_ACCEPTANCE',
        'NOT_ACCEPTED',
        'PENDING_REPAIR',
        'COMPLETE',
      ],
      initial: 'NOT_SCHEDULED',
      readOnly: true,
    },
    scheduledAt: { kind: 'instant', readOnly: true },
    employeeId: { kind: 'ref', to: 'employee', readOnly: true },
    rounds: { kind: 'integer', initial: 0, readOnly: true },
    /**
     * Defects of the flat that are not closed; the blocking ones still to be repaired; those repaired but not
     * confirmed.
     */
    openDefects: { kind: 'integer', initial: 0, readOnly: true },
    blockingDefects: { kind: 'integer', initial: 0, readOnly: true },
    repairedDefects: { kind: 'integer', initial: 0, readOnly: true },
    handedOverOn: { kind: 'date', readOnly: true },
    warrantyUntil: { kind: 'date', readOnly: true },
    /** Construction status before the handover, restored when the handover is undone. */
    buildStatusBefore: { kind: 'text', max: 40, key: true, readOnly: true, internal: true, ...STAFF },
    /** Unique key: one row per unit. */
    unitKey: {
      kind: 'text',
      max: 24,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      blames: 'unitId',
      taken: 'UNIT_IN_HANDOVER',
    },
    /** Block and unit as sort key. */
    place: { kind: 'text', max: 100, numbers: true, readOnly: true, internal: true },
  },
  initial: 'WAITING_HANDOVER',
  removedIn: ['WAITING_HANDOVER'],
  statuses: {
    WAITING_HANDOVER: { tone: 'waiting', icon: 'clock' },
    HANDING_OVER: { tone: 'going', icon: 'circle-dot' },
    HANDED_OVER: { tone: 'done', icon: 'circle-check' },
  },
  actions: {
    begin: { from: ['WAITING_HANDOVER'], to: 'HANDING_OVER', flag: 'updateStatus', by: 'system' },
    finish: { from: ['HANDING_OVER'], to: 'HANDED_OVER', flag: 'updateStatus', by: 'system' },
    revert: { from: ['HANDED_OVER'], to: 'HANDING_OVER', flag: 'updateStatus', reason: true, danger: true },
    'confirm-obligation': {
      from: ALL,
      flag: 'updateStatus',
      togglesFlag: true,
      when: { obligation: ['INCOMPLETE'] },
      asks: true,
      multi: true,
      primaryIn: ['WAITING_HANDOVER'],
      input: { note: { kind: 'text', max: 500 } },
    },
    invite: {
      from: OPEN,
      flag: 'updateStatus',
      asks: true,
      multi: true,
      primaryIn: ['WAITING_HANDOVER'],
      input: {
        channels: {
          kind: 'lines',
          max: INVITED_BY.length,
          required: true,
          ticked: true,
          of: { channel: { kind: 'choice', options: INVITED_BY, required: true } },
        },
        text: { kind: 'longText', max: 2000 },
        withoutObligation: { kind: 'flag' },
      },
    },
    'set-template': {
      from: ['WAITING_HANDOVER'],
      flag: 'write',
      multi: true,
      input: { templateId: { kind: 'ref', to: 'handover-template', required: true } },
    },
    'withdraw-obligation': {
      from: OPEN,
      flag: 'updateStatus',
      togglesFlag: true,
      when: { obligation: ['COMPLETE'] },
      reason: true,
      danger: true,
    },
  },
  list: {
    columns: [
      'unitId',
      'blockId',
      'floorId',
      'unitType',
      'ownerId',
      'obligation',
      'templateId',
      'dueFrom',
      'dueTo',
      'scheduleStatus',
      'scheduledAt',
      'employeeId',
      'rounds',
      'handedOverOn',
      'openDefects',
      'blockingDefects',
      'repairedDefects',
      'warrantyUntil',
      'invitedAt',
      'invitedBy',
      'late',
      'dueSoon',
      'status',
      'createdAt',
    ],
    deciding: ['unitId', 'ownerId', 'scheduledAt', 'employeeId', 'openDefects', 'status'],
    hidden: [
      'floorId',
      'templateId',
      'dueFrom',
      'dueTo',
      'rounds',
      'blockingDefects',
      'repairedDefects',
      'warrantyUntil',
      'invitedAt',
      'invitedBy',
      'late',
      'dueSoon',
      'createdAt',
    ],
    late: { flag: 'late', day: 'dueTo' },
    sorts: ['place', 'dueTo', 'scheduledAt', 'handedOverOn', 'openDefects', 'createdAt'],
    defaultSort: 'place',
    filters: [
      'status',
      'unitId',
      'blockId',
      'floorId',
      'unitType',
      'obligation',
      'templateId',
      'late',
      'dueSoon',
      'dueFrom',
      'dueTo',
      'scheduleStatus',
      'scheduledAt',
      'employeeId',
      'rounds',
      'invitedAt',
      'openDefects',
      'blockingDefects',
      'repairedDefects',
      'invitedBy',
      'handedOverOn',
      'warrantyUntil',
      'createdAt',
    ],
    tabs: {
      waiting: { status: { in: ['WAITING_HANDOVER'] } },
      handingOver: { status: { in: ['HANDING_OVER'] } },
      handedOver: { status: { in: ['HANDED_OVER'] } },
      all: {},
    },
    marks: {
      unscheduled: { scheduleStatus: { in: ['NOT_SCHEDULED'] } },
      late: { late: { in: ['true'] } },
      blocking: { blockingDefects: { from: '1' } },
      obligationOpen: { obligation: { in: ['INCOMPLETE'] } },
    },
  },
  errors: {
    UNIT_IN_HANDOVER: 409,
    HANDOVER_STARTED: 409,
    HANDOVER_BILLED: 409,
    HANDOVER_INVALID: 422,
    HANDOVER_OBLIGATION: 422,
    UNIT_HANDED_OVER: 422,
    TEMPLATE_UNSUITED: 422,
    OBLIGATION_BY_LEDGER: 422,
    INVITE_NOT_POSSIBLE: 422,
    NOBODY_IN_APP: 422,
  },
  imports: { keys: [['unitId']], begins: ['obligation'], restates: ['obligation'] },
  check: datesFit,
});

export type HandoverUnit = DocOf<typeof handoverUnit>;
export type HandoverUnitRow = RowOf<typeof handoverUnit>;
