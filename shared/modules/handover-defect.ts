import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { HANDOVER, propertyItem } from './handover-data.ts';

const SERVER = { readOnly: true } as const;
const MINE = { readOnly: true, detailOnly: true } as const;
const PHOTOS = { kind: 'files', max: 5, images: true } as const;
/**
 * Days from a repair until it counts as confirmed and until the reminder before that; days after a confirmation in
 * which it can be returned.
 */
export const CONFIRM_DAYS = 7;
export const TELL_DAYS = 5;
export const RETURN_DAYS = 30;
/** How often a due date can be postponed without the approve permission. */
export const MOST_MOVES = 3;

const partnerId = { kind: 'ref', to: 'partner', invalidRefCode: 'CONTRACTOR_NOT_FOUND' } as const;
const employeeId = { kind: 'ref', to: 'employee', worksIn: HANDOVER } as const;
/** Condition of acts: the defect is not closed, that is neither confirmed nor rejected. */
const OPEN = { when: { closed: ['false'] }, whenFailsCode: 'DEFECT_CLOSED' } as const;

/** Requires a description of three characters, and a due date not before the discovery. */
function defectFits({ foundOn, dueOn, description }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  if (typeof description === 'string' && description.trim().length < 3)
    errors.description = { code: 'TOO_SHORT', params: { min: 3 } };
  if (typeof foundOn === 'string' && typeof dueOn === 'string' && dueOn < foundOn)
    errors.dueOn = { code: 'DATES_REVERSED' };
  return errors;
}

/** A defect of a flat, found at its handover or reported later under warranty. */
export const handoverDefect = defineModule({
  name: 'handover-defect',
  code: HANDOVER,
  path: '/handover/unit-property-item-defect',
  route: 'handover/unit-property-item-defect',
  opens: 'handover/unit-property-item-defect?tab=all&id=',
  icon: 'wrench',
  menu: { group: 'advanced', order: 6, key: 'handoverDefects', makes: true },
  prefix: 'LB',
  title: 'code',
  matter: 'description',
  apart: ['unitId'],
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  resident: {},
  imports: true,
  fields: {
    code: { kind: 'text', code: true, max: 30, ...SERVER, search: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    blockId: { kind: 'ref', to: 'block', ...SERVER },
    floorId: { kind: 'ref', to: 'floor', ...SERVER },
    /** The unit's row in the handover programme, and the appointment at which it was found. */
    handoverId: { kind: 'ref', to: 'handover-unit', ...SERVER, internal: true },
    scheduleId: { kind: 'ref', to: 'handover-schedule', ...SERVER },
    roomId: { kind: 'ref', to: 'property-room', invalidRefCode: 'ROOM_MISSING' },
    itemId: { kind: 'ref', to: 'property-item', invalidRefCode: 'ITEM_MISSING' },
    roomText: { kind: 'text', max: 250, search: true },
    /** Line of the inspection sheet it was created from. */
    lineKey: { kind: 'text', max: 60, key: true, ...MINE, staffOnly: true, internal: true },
    category: { kind: 'choice', options: propertyItem.fields.category.options, ...SERVER },
    round: { kind: 'integer', ...SERVER },
    phase: { kind: 'choice', options: ['HANDOVER', 'WARRANTY'], initial: 'HANDOVER', ...SERVER },
    foundOn: { kind: 'date', limit: 'past' },
    description: { kind: 'longText', max: 2000, required: true, search: true },
    severity: { kind: 'choice', options: ['MINOR', 'MAJOR'], initial: 'MINOR' },
    blocking: { kind: 'flag' },
    partnerId,
    employeeId,
    dueOn: { kind: 'date' },
    dueMoves: { kind: 'integer', initial: 0, ...SERVER },
    overdue: { kind: 'flag', ...SERVER },
    closed: { kind: 'flag', ...SERVER },
    repairedOn: { kind: 'date', ...SERVER },
    repairNote: { kind: 'longText', max: 2000, ...MINE },
    repairCost: { kind: 'money', min: 0, max: 2_000_000_000, staffOnly: true, detailOnly: true },
    toldAt: { kind: 'instant', ...SERVER },
    confirmedOn: { kind: 'date', ...SERVER },
    confirmedBy: { kind: 'choice', options: ['STAFF', 'RESIDENT', 'SYSTEM'], ...SERVER },
    rating: { kind: 'integer', min: 1, max: 5, ...SERVER },
    returns: { kind: 'integer', initial: 0, ...SERVER },
    rejectedAt: { kind: 'instant', ...SERVER },
    rejected: { kind: 'flag', ...SERVER },
    reason: { kind: 'longText', max: 1000, staffOnly: true, detailOnly: true },
    imagesBefore: { ...PHOTOS, detailOnly: true },
    imagesAfter: { ...PHOTOS, ...MINE },
    imagesReturn: { ...PHOTOS, ...MINE },
    warrantyUntil: { kind: 'date', ...SERVER },
    /** Keys of the notifications sent: confirmation pending, due date near. */
    told: { kind: 'text', max: 60, key: true, ...MINE, staffOnly: true, internal: true },
  },
  initial: 'NOT_REPAIRED',
  removedIn: ['NOT_REPAIRED'],
  statuses: {
    NOT_REPAIRED: { tone: 'waiting', icon: 'clock' },
    REPAIRED: { tone: 'done', icon: 'check' },
  },
  actions: {
    assign: {
      from: ['NOT_REPAIRED'],
      flag: 'write',
      multi: true,
      ...OPEN,
      asks: true,
      input: { partnerId, employeeId },
    },
    'move-due': {
      from: ['NOT_REPAIRED'],
      flag: 'write',
      multi: true,
      ...OPEN,
      reason: true,
      input: { dueOn: { kind: 'date', required: true } },
    },
    repair: {
      from: ['NOT_REPAIRED'],
      to: 'REPAIRED',
      flag: 'updateStatus',
      multi: true,
      key: 'r',
      ...OPEN,
      asks: true,
      input: {
        repairedOn: { kind: 'date', limit: 'past' },
        note: { kind: 'longText', max: 2000 },
        imagesAfter: PHOTOS,
      },
    },
    return: {
      from: ['REPAIRED'],
      to: 'NOT_REPAIRED',
      flag: 'updateStatus',
      by: 'both',
      key: 'b',
      // A repair that was only confirmed by the deadline can still be returned.
      when: { confirmedBy: ['none', 'SYSTEM'] },
      whenFailsCode: 'DEFECT_CLOSED',
      reason: true,
      input: { imagesReturn: PHOTOS, dueOn: { kind: 'date' } },
    },
    confirm: {
      from: ['REPAIRED'],
      flag: 'updateStatus',
      by: 'both',
      multi: true,
      key: 'c',
      ...OPEN,
      asks: true,
      input: {
        rating: { kind: 'integer', min: 1, max: 5 },
        /** Date of the inspection, which may be sent later by an offline device. */
        confirmedOn: { kind: 'date', limit: 'past', visibleWhen: { rating: [] } },
      },
    },
    reject: { from: ['NOT_REPAIRED'], flag: 'approve', ...OPEN, reason: true, danger: true },
  },
  list: {
    deciding: ['unitId', 'description', 'partnerId', 'dueOn', 'status', 'returns'],
    hidden: [
      'roomId',
      'itemId',
      'employeeId',
      'overdue',
      'phase',
      'category',
      'round',
      'scheduleId',
      'foundOn',
      'repairedOn',
      'confirmedOn',
      'confirmedBy',
      'rating',
      'warrantyUntil',
      'dueMoves',
      'rejectedAt',
      'blockId',
      'floorId',
      'createdAt',
    ],
    late: { flag: 'overdue', day: 'dueOn' },
    columns: [
      'code',
      'unitId',
      'roomId',
      'itemId',
      'roomText',
      'description',
      'severity',
      'blocking',
      'partnerId',
      'employeeId',
      'dueOn',
      'overdue',
      'status',
      'returns',
      'phase',
      'category',
      'round',
      'scheduleId',
      'foundOn',
      'repairedOn',
      'confirmedOn',
      'confirmedBy',
      'rating',
      'warrantyUntil',
      'dueMoves',
      'rejectedAt',
      'blockId',
      'floorId',
      'createdAt',
    ],
    sorts: ['dueOn', 'foundOn', 'repairedOn', 'createdAt'],
    defaultSort: 'dueOn',
    waits: {
      overdue: { as: 'overdue', where: { overdue: { in: ['true'] } }, by: 'dueOn', does: 'open' },
    },
    filters: [
      'status',
      'closed',
      'unitId',
      'blockId',
      'floorId',
      'roomId',
      'itemId',
      'category',
      'partnerId',
      'employeeId',
      'phase',
      'round',
      'severity',
      'blocking',
      'overdue',
      'scheduleId',
      'returns',
      'foundOn',
      'dueOn',
      'repairedOn',
      'confirmedOn',
      'confirmedBy',
      'rejectedAt',
      'rejected',
      'createdAt',
    ],
    tabs: {
      notRepaired: { status: { in: ['NOT_REPAIRED'] }, closed: { in: ['false'] } },
      repaired: { status: { in: ['REPAIRED'] }, closed: { in: ['false'] } },
      closed: { closed: { in: ['true'] } },
      all: {},
    },
    marks: {
      overdue: { overdue: { in: ['true'] } },
      blocking: { blocking: { in: ['true'] }, status: { in: ['NOT_REPAIRED'] }, closed: { in: ['false'] } },
      returned: { returns: { from: '1' }, closed: { in: ['false'] } },
      unassigned: { partnerId: { in: ['none'] }, closed: { in: ['false'] } },
    },
  },
  errors: {
    HANDOVER_INVALID: 422,
    ROOM_MISSING: 422,
    ITEM_MISSING: 422,
    PLACE_MISSING: 422,
    CONTRACTOR_NOT_FOUND: 422,
    DATES_REVERSED: 422,
    DEFECT_OUT_OF_WARRANTY: 422,
    DEFECT_CLOSED: 409,
    PHOTO_REQUIRED: 422,
    DUE_MOVED_TOO_OFTEN: 422,
  },
  check: defectFits,
});

export type HandoverDefect = DocOf<typeof handoverDefect>;
export type HandoverDefectRow = RowOf<typeof handoverDefect>;
