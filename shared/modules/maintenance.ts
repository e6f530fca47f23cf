import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { Fields } from '../kit/fields.ts';
import { workWaits } from '../kit/work-waits.ts';
import { CARE_KINDS, INSPECTION_RESULTS } from './care.ts';
import { ANSWER_FIELDS, ITEM_FIELDS, MOST_HELP, MOST_ITEMS, MOST_PICTURES } from './checklist-items.ts';

const WORK_KINDS = [...CARE_KINDS, 'CORRECTIVE'] as const;
/** Default number of days from the planned date to the due date. */
export const USUAL_DELAY_DAYS = 3;
/** Days within which a completed work can be reopened. */
export const REOPEN_DAYS = 30;
/** Days of works that a phone keeps for offline use. */
export const SNAPSHOT_DAYS = 14;
/** Fields of the work's subject; exactly one is set. */
export const WORK_TARGETS = ['deviceId', 'systemId', 'assetId', 'placeId'] as const;
export type WorkTarget = (typeof WORK_TARGETS)[number];

export const OPEN_WORKS = ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD'] as const;
const MINE = { readOnly: true, detailOnly: true } as const;
const PHOTOS = { kind: 'files', max: 5, images: true, detailOnly: true } as const;
const contractorId = { kind: 'ref', to: 'partner', invalidRefCode: 'CONTRACTOR_NOT_FOUND' } as const;
const priority = { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'], initial: 'normal' } as const;
const WORKERS = { kind: 'refs', to: 'employee', worksIn: 'MAINTENANCE', max: 20 } as const;
const COST = { kind: 'money', min: 0, max: 2_000_000_000 } as const;
/** Condition: inspections. */
const INSPECTED = { visibleWhen: { kind: ['INSPECTION'] } } as const;

export const WORK_TARGET_FIELDS = {
  deviceId: { kind: 'ref', to: 'device', search: true },
  systemId: { kind: 'ref', to: 'technical-system', invalidRefCode: 'SYSTEM_NOT_FOUND', search: true },
  assetId: { kind: 'ref', to: 'asset', search: true },
  placeId: { kind: 'ref', to: 'place', search: true },
} as const satisfies Fields;

/** Checklist items copied at creation, with their answers. */
const n = { kind: 'integer', min: 1, max: MOST_ITEMS } as const;
const ITEMS = { kind: 'lines', ...MINE, internal: true } as const;

/** Supplies used, with warehouse, value, and whether stock was posted. */
const PARTS = {
  kind: 'lines',
  max: 50,
  of: {
    supplyId: { kind: 'ref', to: 'supply', required: true },
    warehouseId: { kind: 'ref', to: 'warehouse' },
    quantity: { kind: 'decimal', places: 3, min: 0.001, required: true },
    amount: { kind: 'money', internal: true },
    posted: { kind: 'flag', internal: true },
    /** Stock document of the issue. */
    documentId: { kind: 'text', max: 24, key: true, internal: true },
  },
} as const;
/** Hours worked, by employee and day. */
const LABOUR = {
  kind: 'lines',
  max: 50,
  of: {
    employeeId: { kind: 'ref', to: 'employee', required: true },
    minutes: { kind: 'integer', min: 1, max: 1440, required: true },
    day: { kind: 'date', required: true },
  },
} as const;

/** Input of completion. */
const done = {
  completedOn: { kind: 'date' },
  result: { kind: 'longText', max: 5000 },
  imagesAfter: { kind: 'files', max: 5, images: true },
  signatures: { kind: 'files', max: 5, images: true, drawn: true },
  parts: PARTS,
  labour: LABOUR,
  laborCost: COST,
  otherCost: COST,
  rating: { kind: 'integer', min: 1, max: 5 },
  ratingComment: { kind: 'longText', max: 500 },
  kind: { kind: 'choice', options: WORK_KINDS, visibleWhen: { kind: [] } },
  inspectionResult: { kind: 'choice', options: INSPECTION_RESULTS, ...INSPECTED },
  certificateNumber: { kind: 'text', max: 60, ...INSPECTED },
  validUntil: { kind: 'date', ...INSPECTED },
  certificates: { kind: 'files', max: 5, ...INSPECTED },
  /** Set by the form where items failed, to offer a repair. */
  failing: { kind: 'flag', visibleWhen: { kind: [] } },
  repair: { kind: 'flag', visibleWhen: { failing: ['true'] } },
  /** Puts the machine back into service. */
  up: { kind: 'flag' },
  /** Completed offline: missing stock does not prevent it. */
  offline: { kind: 'flag', visibleWhen: { kind: [] } },
} as const satisfies Fields;

/** Refuses a due date before the planned date. */
function dueAfter({ scheduledDate, dueDate }: Record<string, unknown>): FieldErrors {
  if (typeof scheduledDate !== 'string' || typeof dueDate !== 'string' || dueDate >= scheduledDate) return {};
  return { dueDate: { code: 'DATES_REVERSED' } };
}

/** A work: planned maintenance, an inspection, or a repair. */
export const maintenance = defineModule({
  name: 'maintenance',
  code: 'MAINTENANCE',
  path: '/maintenance',
  route: 'maintenance-schedule',
  opens: 'maintenance-schedule?tab=all&id=',
  icon: 'wrench',
  menu: { group: 'operations', order: 8, key: 'maintenance', makes: true },
  prefix: 'BT',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'readEncrypted', 'aggregate'],
  fields: {
    code: { kind: 'text', code: true, max: 30, readOnly: true, search: true },
    title: { kind: 'text', min: 2, max: 200, required: true, search: true },
    kind: { kind: 'choice', options: WORK_KINDS, required: true },
    origin: {
      kind: 'choice',
      options: ['PLAN', 'METER', 'MANUAL', 'FAULT', 'TICKET'],
      initial: 'MANUAL',
      readOnly: true,
    },
    planId: { kind: 'ref', to: 'maintenance-plan', part: true, readOnly: true },
    ticketId: { kind: 'ref', to: 'ticket', readOnly: true },
    ...WORK_TARGET_FIELDS,
    scheduledDate: { kind: 'date', required: true },
    startAt: { kind: 'instant' },
    endAt: { kind: 'instant' },
    dueDate: { kind: 'date' },
    overdue: { kind: 'flag', readOnly: true },
    assigneeIds: WORKERS,
    departmentId: { kind: 'ref', to: 'department' },
    contractorId,
    priority,
    checklistId: { kind: 'ref', to: 'maintenance-checklist', invalidRefCode: 'CHECKLIST_NOT_PUBLISHED' },
    progress: { kind: 'integer', max: 100, readOnly: true },
    failedItems: { kind: 'integer', max: MOST_ITEMS, initial: 0, readOnly: true },
    items: { ...ITEMS, max: MOST_ITEMS, of: { n, ...ITEM_FIELDS, ...ANSWER_FIELDS } },
    /** Answers that arrived after another one to the same item. */
    besides: { ...ITEMS, max: MOST_ITEMS, of: { n, ...ANSWER_FIELDS } },
    itemImages: { ...PHOTOS, max: MOST_ITEMS * MOST_PICTURES, readOnly: true, internal: true },
    /** Explanatory images, copied from the checklist. */
    helpImages: { ...PHOTOS, max: MOST_ITEMS * MOST_HELP, readOnly: true, internal: true },
    description: { kind: 'longText', max: 5000, detailOnly: true },
    result: { kind: 'longText', max: 5000, ...MINE },
    requiresPhoto: { kind: 'flag', detailOnly: true },
    requiresSignature: { kind: 'flag', detailOnly: true },
    closesLift: { kind: 'flag', detailOnly: true },
    estimatedMinutes: { kind: 'integer', min: 1, max: 1440, detailOnly: true },
    imagesBefore: PHOTOS,
    imagesAfter: PHOTOS,
    signatures: { ...PHOTOS, readOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    parts: { ...PARTS, detailOnly: true },
    labour: { ...LABOUR, detailOnly: true },
    laborCost: { ...COST, readOnly: true },
    otherCost: { ...COST, readOnly: true },
    partsCost: { kind: 'money', readOnly: true },
    /** Has used supplies that are not posted to stock yet. */
    unposted: { kind: 'flag', readOnly: true },
    totalCost: { kind: 'money', readOnly: true },
    startedAt: { kind: 'instant', readOnly: true },
    completedOn: { kind: 'date', readOnly: true },
    completedBy: { kind: 'ref', to: 'employee', readOnly: true },
    reason: { kind: 'longText', max: 1000, ...MINE },
    /** Date of the previous maintenance, restored when this work is reopened. */
    lastBefore: { kind: 'date', readOnly: true, internal: true, detailOnly: true },
    holdUntil: { kind: 'date', readOnly: true },
    inspectionResult: { kind: 'choice', options: INSPECTION_RESULTS, ...MINE, ...INSPECTED },
    certificateNumber: { kind: 'text', max: 60, ...MINE, ...INSPECTED },
    validUntil: { kind: 'date', ...MINE, ...INSPECTED },
    certificates: { kind: 'files', max: 5, ...MINE, ...INSPECTED },
    /** Text reported by people at the machine; all that its public page shows of a repair. */
    reported: { kind: 'longText', max: 5000, ...MINE, staffOnly: true, internal: true, kept: true },
    reporterName: { kind: 'text', tells: true, max: 100, ...MINE },
    reporterPhone: { kind: 'phone', personal: true, ...MINE },
    reportCount: { kind: 'integer', min: 0, initial: 0, ...MINE },
    rating: { kind: 'integer', min: 1, max: 5, readOnly: true },
    ratingComment: { kind: 'longText', max: 500, ...MINE },
    /** Edited by a person: the plan no longer updates it. */
    touched: { kind: 'flag', readOnly: true, internal: true },
    /** Unique key of plan, thing and day. */
    madeFor: { kind: 'text', max: 80, key: true, readOnly: true, internal: true, detailOnly: true, unique: true },
  },
  initial: 'SCHEDULED',
  removedIn: ['WAITING', 'SCHEDULED'],
  statuses: {
    WAITING: { tone: 'waiting', icon: 'clock' },
    SCHEDULED: { tone: 'waiting', icon: 'circle-dot' },
    IN_PROGRESS: { tone: 'going', icon: 'circle-dot' },
    ON_HOLD: { tone: 'waiting', icon: 'timer-off' },
    COMPLETED: { tone: 'done', icon: 'check' },
    SKIPPED: { tone: 'ended', icon: 'circle-x' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
    REJECTED: { tone: 'bad', icon: 'ban' },
  },
  editedIn: OPEN_WORKS,
  actions: {
    accept: {
      from: ['WAITING'],
      to: 'SCHEDULED',
      flag: 'updateStatus',
      key: 'a',
      input: { scheduledDate: { kind: 'date', required: true }, assigneeIds: WORKERS, priority },
    },
    start: {
      from: ['SCHEDULED'],
      to: 'IN_PROGRESS',
      flag: 'updateStatus',
      multi: true,
      key: 's',
      input: {
        down: { kind: 'flag' },
        /** Start by the clock of the device, which may send it later. */
        at: { kind: 'instant', visibleWhen: { down: [] } },
      },
    },
    hold: {
      aside: true,
      from: ['IN_PROGRESS'],
      to: 'ON_HOLD',
      flag: 'updateStatus',
      reason: true,
      key: 'h',
      input: { until: { kind: 'date' } },
    },
    resume: { from: ['ON_HOLD'], to: 'IN_PROGRESS', flag: 'updateStatus' },
    // Set by a separate route, which takes an answer with its images.
    answered: { from: ['IN_PROGRESS', 'ON_HOLD'], flag: 'updateStatus', by: 'system' },
    complete: {
      from: ['IN_PROGRESS', 'ON_HOLD'],
      to: 'COMPLETED',
      flag: 'updateStatus',
      asks: true,
      key: 'd',
      input: done,
    },
    'post-parts': {
      from: ['COMPLETED'],
      flag: 'updateStatus',
      when: { unposted: ['true'] },
      asks: true,
      icon: 'upload',
      input: { parts: PARTS },
    },
    reject: { from: ['WAITING'], to: 'REJECTED', flag: 'approve', reason: true, danger: true },
    reopen: { from: ['COMPLETED'], to: 'IN_PROGRESS', flag: 'updateStatus', reason: true },
    skip: {
      from: ['SCHEDULED'],
      to: 'SKIPPED',
      flag: 'updateStatus',
      // Inspections can only be skipped by holders of the approve flag.
      besides: { flag: 'approve', when: { kind: ['INSPECTION'] } },
      reason: true,
      multi: true,
      danger: true,
    },
    cancel: { from: OPEN_WORKS, to: 'CANCELLED', flag: 'updateStatus', reason: true, multi: true, danger: true },
    // Adds a further report of the same fault.
    join: {
      aside: true,
      from: OPEN_WORKS,
      flag: 'updateStatus',
      when: { kind: ['CORRECTIVE'] },
      input: {
        description: { kind: 'longText', max: 1000, required: true },
        images: { kind: 'files', max: 5, images: true },
      },
    },
    claim: { from: OPEN_WORKS, flag: 'write', key: 'c' },
    assign: { from: OPEN_WORKS, flag: 'write', multi: true, key: 'g', input: { employeeIds: WORKERS } },
    move: {
      from: ['WAITING', 'SCHEDULED'],
      flag: 'write',
      asks: true,
      multi: true,
      key: 'm',
      icon: 'move',
      input: {
        scheduledDate: { kind: 'date' },
        days: { kind: 'integer', min: -365, max: 365 },
        startAt: { kind: 'instant' },
        endAt: { kind: 'instant' },
      },
    },
  },
  undo: {
    claim: { action: 'assign', input: { employeeIds: 'assigneeIds' } },
    assign: { action: 'assign', input: { employeeIds: 'assigneeIds' } },
    remove: { action: 'restore' },
  },
  list: {
    columns: [
      'code',
      'title',
      'kind',
      'deviceId',
      'systemId',
      'assetId',
      'placeId',
      'scheduledDate',
      'dueDate',
      'assigneeIds',
      'departmentId',
      'contractorId',
      'priority',
      'progress',
      'failedItems',
      'origin',
      'planId',
      'partsCost',
      'totalCost',
      'completedOn',
      'completedBy',
      'rating',
      'createdAt',
      'status',
    ],
    deciding: ['deviceId', 'scheduledDate', 'dueDate', 'assigneeIds', 'contractorId', 'status'],
    hidden: [
      'kind',
      'failedItems',
      'systemId',
      'assetId',
      'placeId',
      'departmentId',
      'origin',
      'planId',
      'partsCost',
      'totalCost',
      'completedOn',
      'completedBy',
      'rating',
      'createdAt',
    ],
    late: { flag: 'overdue', day: 'dueDate' },
    sorts: ['scheduledDate', 'dueDate', 'startAt', 'completedOn', 'totalCost', 'code', 'createdAt'],
    defaultSort: 'scheduledDate',
    waits: {
      ...workWaits({
        assignee: 'assigneeIds',
        open: OPEN_WORKS,
        late: OPEN_WORKS,
        since: 'scheduledDate',
        due: 'dueDate',
        today: 'scheduledDate',
        flag: 'approve',
        first: { priority: { in: ['urgent'] } },
      }),
      unassigned: {
        as: 'answer',
        where: { assigneeIds: { in: ['none'] }, status: { in: OPEN_WORKS } },
        flag: 'write',
        by: 'scheduledDate',
        dueToday: true,
        does: 'claim',
      },
    },
    figures: {
      planned: {
        trades: ['technician'],
        day: 'scheduledDate',
        where: { status: { in: ['WAITING', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED'] } },
      },
      done: { trades: ['technician'], day: 'completedOn' },
    },
    planned: { at: 'startAt', where: { status: { in: ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED'] } } },
    filters: [
      'status',
      'kind',
      'origin',
      'deviceId',
      'systemId',
      'assetId',
      'placeId',
      'planId',
      'ticketId',
      'assigneeIds',
      'departmentId',
      'contractorId',
      'priority',
      'overdue',
      'unposted',
      'scheduledDate',
      'dueDate',
      'completedOn',
      'completedBy',
      'checklistId',
      'holdUntil',
      'failedItems',
      'totalCost',
      'rating',
      'createdAt',
    ],
    indexed: ['deviceId', 'systemId', 'assetId', 'planId', 'ticketId', 'contractorId', 'assigneeIds', 'checklistId'],
    tabs: {
      toAccept: { status: { in: ['WAITING'] } },
      planned: { status: { in: ['SCHEDULED'] } },
      going: { status: { in: ['IN_PROGRESS', 'ON_HOLD'] } },
      overdue: { overdue: { in: ['true'] }, status: { in: OPEN_WORKS } },
      done: { status: { in: ['COMPLETED', 'SKIPPED', 'CANCELLED', 'REJECTED'] } },
      all: {},
    },
    tabSorts: { done: '-completedOn' },
    marks: {
      overdue: { overdue: { in: ['true'] }, status: { in: OPEN_WORKS } },
      today: { scheduledDate: { days: 1 }, status: { in: OPEN_WORKS } },
      mine: { assigneeIds: { in: ['me'] }, status: { in: OPEN_WORKS } },
      unassigned: { assigneeIds: { in: ['none'] }, status: { in: OPEN_WORKS } },
      unposted: { unposted: { in: ['true'] } },
    },
  },
  errors: {
    MAINTENANCE_IN_PAST: 400,
    MAINTENANCE_AFTER_NEXT: 422,
    DATES_REVERSED: 422,
    SCHEDULE_OCCURRED: 409,
    PHOTO_REQUIRED: 422,
    SIGNATURE_REQUIRED: 422,
    CERTIFICATE_REQUIRED: 422,
    SYSTEM_NOT_FOUND: 422,
    CONTRACTOR_NOT_FOUND: 422,
    CHECKLIST_INCOMPLETE: 422,
    CHECKLIST_NOT_PUBLISHED: 422,
    MAINTENANCE_PARTS_POSTED: 409,
    STOCK_NOT_ENOUGH: 422,
    SUPPLY_STOPPED: 422,
    data_is_locked: 422,
    TICKET_HAS_WORK: 409,
    ONE_TARGET: 400,
  },
  check: dueAfter,
});

export type MaintenanceRow = RowOf<typeof maintenance>;
