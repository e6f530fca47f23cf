import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { listInput } from '../kit/list-input.ts';
import { workWaits } from '../kit/work-waits.ts';

const GOING = ['NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD'] as const;
/** Statuses of tasks that are neither finished nor expired. */
const ALIVE = ['PENDING', ...GOING] as const;
const OPEN = [...ALIVE, 'EXPIRED'] as const;
const LABELS = { kind: 'refs', to: 'label', where: { type: 'TASK' }, max: 20 } as const;
/** An employee who may work on tasks. */
const WORKER = { kind: 'ref', to: 'employee', worksIn: 'TASK' } as const;
/** Progress in per cent; 100 is only set by completion. */
const PROGRESS = { kind: 'integer', min: 0, max: 99 } as const;

/** Note on a change of status. */
const NOTE = { kind: 'longText', max: 2000 } as const;

const moment = (value: unknown) => (value instanceof Date ? value : new Date(String(value))).getTime();

function startsBeforeDue({ startAt, dueAt }: Record<string, unknown>): FieldErrors {
  if (!startAt || !dueAt || moment(startAt) <= moment(dueAt)) return {};
  return { dueAt: { code: 'TASK_DUE_BEFORE_START' } };
}

/** A task between colleagues (domain.md, Statuses, Task). */
export const task = defineModule({
  name: 'task',
  code: 'TASK',
  path: '/request',
  route: 'task',
  opens: 'task?id=',
  icon: 'check-square',
  menu: { group: 'operations', order: 2, key: 'tasks', makes: true },
  prefix: 'CV',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'aggregate', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'longText', max: 5000, detailOnly: true },
    type: {
      kind: 'choice',
      options: ['GENERAL', 'TECHNICAL', 'CLEANING', 'SECURITY', 'CUSTOMER', 'ACCOUNTING', 'INSPECTION', 'OTHER'],
      initial: 'GENERAL',
    },
    priority: { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'], initial: 'normal' },
    parentId: { kind: 'ref', to: 'task', part: true },
    ticketId: { kind: 'ref', to: 'ticket' },
    /** The room and message it was created from. */
    roomId: { kind: 'ref', to: 'room', readOnly: true, detailOnly: true },
    roomMessageId: { kind: 'text', max: 24, readOnly: true, internal: true, detailOnly: true },
    residentId: { kind: 'ref', to: 'resident', readOnly: true, detailOnly: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    placeId: { kind: 'ref', to: 'place', search: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    departmentId: { kind: 'ref', to: 'department' },
    assigneeId: WORKER,
    approverId: WORKER,
    memberIds: { ...WORKER, kind: 'refs', max: 20 },
    followerIds: { kind: 'refs', to: 'employee', max: 20, readOnly: true },
    // Employees who left; they come back only if invited.
    leftIds: { kind: 'refs', to: 'employee', max: 200, readOnly: true, staffOnly: true, internal: true },
    /** Participants who have not read the latest message. */
    unreadIds: { kind: 'refs', to: 'employee', max: 200, readOnly: true, staffOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true },
    // Who sees the parent task, or one of its subtasks, sees this one too.
    kinIds: { kind: 'refs', to: 'employee', max: 500, readOnly: true, staffOnly: true, internal: true },
    kinDepartmentIds: { kind: 'refs', to: 'department', max: 100, readOnly: true, staffOnly: true, internal: true },
    kinOpen: { kind: 'flag', initial: false, readOnly: true, staffOnly: true, internal: true },
    labelIds: LABELS,
    needsApproval: { kind: 'flag', initial: false },
    startAt: { kind: 'instant' },
    dueAt: { kind: 'instant', asks: 'past' },
    repeat: { kind: 'choice', options: ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] },
    repeatUntil: { kind: 'date' },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    overdue: { kind: 'flag', readOnly: true },
    messageCount: { kind: 'integer', initial: 0, readOnly: true },
    subtaskCount: { kind: 'integer', initial: 0, readOnly: true },
    subtaskDone: { kind: 'integer', initial: 0, readOnly: true },
    progress: { kind: 'integer', min: 0, max: 100, initial: 0, readOnly: true },
    /** Number of due-soon reminders sent. */
    dueSoonTold: { kind: 'integer', initial: 0, readOnly: true, internal: true },
    result: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    /** Note on the latest change of status. */
    progressNote: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    receivedAt: { kind: 'instant', readOnly: true },
    startedAt: { kind: 'instant', readOnly: true },
    completedAt: { kind: 'instant', readOnly: true },
    rating: { kind: 'integer', min: 1, max: 5, readOnly: true },
    ratingComment: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    PENDING: { tone: 'waiting', icon: 'clock' },
    NOT_STARTED: { tone: 'waiting', icon: 'circle-dot' },
    IN_PROGRESS: { tone: 'going', icon: 'circle-dot' },
    ON_HOLD: { tone: 'waiting', icon: 'clock' },
    COMPLETED: { tone: 'done', icon: 'check' },
    EXPIRED: { tone: 'bad', icon: 'timer-off' },
    CANCELLED: { tone: 'ended', icon: 'circle-x' },
    REJECTED: { tone: 'bad', icon: 'ban' },
  },
  initial: 'NOT_STARTED',
  actions: {
    approve: {
      from: ['PENDING'],
      to: 'NOT_STARTED',
      flag: 'approve',
      multi: true,
      key: 'a',
      input: { note: NOTE },
    },
    receive: { from: ['NOT_STARTED'], flag: 'updateStatus', primaryIn: ['NOT_STARTED'] },
    start: {
      from: ['NOT_STARTED', 'ON_HOLD', 'EXPIRED'],
      to: 'IN_PROGRESS',
      flag: 'updateStatus',
      multi: true,
      key: 's',
      input: { progress: PROGRESS, note: NOTE },
    },
    complete: {
      from: ['IN_PROGRESS', 'ON_HOLD', 'EXPIRED'],
      to: 'COMPLETED',
      flag: 'updateStatus',
      multi: true,
      key: 'd',
      asks: true,
      input: { result: { kind: 'longText', max: 2000 } },
    },
    hold: {
      from: ['IN_PROGRESS'],
      to: 'ON_HOLD',
      flag: 'updateStatus',
      reason: true,
      multi: true,
      input: { progress: PROGRESS },
    },
    reject: { from: ['PENDING'], to: 'REJECTED', flag: 'approve', reason: true, multi: true, danger: true },
    cancel: { from: ALIVE, to: 'CANCELLED', flag: 'updateStatus', reason: true, multi: true, danger: true },
    claim: { from: OPEN, flag: 'write', key: 'c' },
    assign: { from: OPEN, flag: 'write', multi: true, key: 'g', input: { employeeId: WORKER } },
    label: { from: OPEN, flag: 'write', multi: true, key: 'l', list: 'labelIds', input: listInput('labelIds', LABELS) },
    link: { from: OPEN, flag: 'write', input: { ticketId: { kind: 'ref', to: 'ticket', required: true } } },
    rate: {
      from: ['COMPLETED'],
      flag: 'read',
      input: {
        rating: { kind: 'integer', min: 1, max: 5, required: true },
        comment: { kind: 'longText', max: 1000 },
      },
    },
    expire: { from: ['NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
  },
  undo: {
    claim: { action: 'assign', input: { employeeId: 'assigneeId' } },
    assign: { action: 'assign', input: { employeeId: 'assigneeId' } },
    label: { action: 'label', input: { labelIds: 'labelIds' } },
    remove: { action: 'restore' },
  },
  visible: {
    department: 'departmentId',
    unless: 'assigneeId',
    people: ['assigneeId', 'approverId', 'memberIds', 'creatorId', 'followerIds', 'kinIds'],
    others: 'kinDepartmentIds',
    open: 'kinOpen',
  },
  list: {
    columns: [
      'code',
      'title',
      'type',
      'assigneeId',
      'departmentId',
      'unitId',
      'placeId',
      'ticketId',
      'parentId',
      'subtaskDone',
      'progress',
      'priority',
      'labelIds',
      'startAt',
      'dueAt',
      'creatorId',
      'approverId',
      'createdAt',
      'rating',
      'status',
    ],
    hidden: [
      'type',
      'departmentId',
      'unitId',
      'placeId',
      'ticketId',
      'progress',
      'parentId',
      'labelIds',
      'startAt',
      'creatorId',
      'approverId',
      'createdAt',
      'rating',
    ],
    sorts: ['createdAt', 'dueAt', 'startAt', 'startedAt', 'completedAt', 'rating'],
    defaultSort: '-createdAt',
    waits: {
      ...workWaits({
        assignee: 'assigneeId',
        open: OPEN,
        late: ALIVE,
        since: 'createdAt',
        due: 'dueAt',
        today: 'dueAt',
        flag: 'aggregate',
        first: { priority: { in: ['urgent'] } },
      }),
      toApprove: {
        as: 'approval',
        where: { approverId: { in: ['me'] }, status: { in: ['PENDING'] } },
        each: true,
        by: 'createdAt',
        does: 'approve',
      },
    },
    figures: {
      doneToday: { trades: ['technician', 'service'], day: 'completedAt' },
    },
    filters: [
      'status',
      'type',
      'assigneeId',
      'memberIds',
      'approverId',
      'creatorId',
      'departmentId',
      'parentId',
      'ticketId',
      'unitId',
      'blockId',
      'placeId',
      'labelIds',
      'priority',
      'overdue',
      'unreadIds',
      'repeat',
      'rating',
      'createdAt',
      'dueAt',
    ],
    indexed: ['assigneeId', 'ticketId', 'parentId', 'unitId', 'unreadIds'],
    tabs: {
      going: { status: { in: GOING } },
      waiting: { status: { in: ['PENDING'] } },
      expired: { status: { in: ['EXPIRED'] } },
      done: { status: { in: ['COMPLETED', 'CANCELLED', 'REJECTED'] } },
      all: {},
    },
    marks: {
      overdue: { overdue: { in: ['true'] }, status: { in: ALIVE } },
      mine: { assigneeId: { in: ['me'] }, status: { in: OPEN } },
      toApprove: { approverId: { in: ['me'] }, status: { in: ['PENDING'] } },
      made: { creatorId: { in: ['me'] }, status: { in: OPEN } },
      unassigned: { assigneeId: { in: ['none'] }, status: { in: OPEN } },
      unread: { unreadIds: { in: ['me'] } },
    },
  },
  badge: { name: 'TASK', filter: { overdue: { in: ['true'] }, status: { in: ALIVE } } },
  errors: {
    REQUEST_TASKS_IN_PROGRESS: 422,
    REQUEST_CANNOT_CANCEL_TASKS_EXIST: 422,
    TASK_TOO_DEEP: 422,
    TASK_FIXED: 422,
    TASK_DUE_BEFORE_START: 422,
    TASK_PARENT_ENDED: 422,
    TASK_DUE_AFTER_REQUEST: 422,
    REQUEST_DUE_BEFORE_TASKS: 422,
    TASK_APPROVER_ONLY: 403,
    TASK_NOT_YOURS: 403,
    TASK_ALREADY_RATED: 409,
    TASK_TICKET_ENDED: 422,
  },
  check: startsBeforeDue,
});

/** Statuses from which a long overdue task expires. */
export const EXPIRING = GOING;
/** Statuses in which a task becomes overdue. */
export const LATE = ALIVE;
export const OPEN_TASKS: readonly string[] = OPEN;
/** The same tuple with its literal type, for queries. */
export const TASKS_TO_DO = OPEN;

export type Task = DocOf<typeof task>;
export type TaskRow = RowOf<typeof task>;
