import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { listInput } from '../kit/list-input.ts';

const RUNNING = ['NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD', 'EXPIRED'] as const;
const OPEN = ['PENDING', ...RUNNING] as const;
const LABELS = { kind: 'refs', to: 'label', where: { type: 'TASK' }, max: 20 } as const;
/** Somebody who can be given a task. */
const WORKER = { kind: 'ref', to: 'employee', worksIn: 'TASK' } as const;
const NOTE = { kind: 'longText', max: 1000 } as const;

const moment = (value: unknown) => (value instanceof Date ? value : new Date(String(value))).getTime();

function startsBeforeDue({ startAt, dueAt }: Record<string, unknown>): FieldErrors {
  if (!startAt || !dueAt || moment(startAt) <= moment(dueAt)) return {};
  return { dueAt: { code: 'TASK_DUE_BEFORE_START' } };
}

/** Work that was promised, from a colleague to a colleague: domain.md, Statuses, Task. */
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
      options: ['GENERAL', 'REPAIR', 'CLEANING', 'SECURITY', 'PAPERWORK'],
      initial: 'GENERAL',
    },
    priority: { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'], initial: 'normal' },
    parentId: { kind: 'ref', to: 'task', part: true },
    ticketId: { kind: 'ref', to: 'ticket' },
    unitId: { kind: 'ref', to: 'unit', search: true },
    departmentId: { kind: 'ref', to: 'department' },
    assigneeId: WORKER,
    approverId: WORKER,
    memberIds: { ...WORKER, kind: 'refs', max: 20 },
    followerIds: { kind: 'refs', to: 'employee', max: 100, readOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true },
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
    progressNote: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    result: { kind: 'longText', max: 2000, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
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
    approve: { from: ['PENDING'], to: 'NOT_STARTED', flag: 'approve', multi: true, key: 'a' },
    start: {
      from: ['NOT_STARTED', 'ON_HOLD', 'EXPIRED'],
      to: 'IN_PROGRESS',
      flag: 'updateStatus',
      multi: true,
      key: 's',
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
    hold: { from: ['IN_PROGRESS'], to: 'ON_HOLD', flag: 'updateStatus', asks: true, input: { note: NOTE } },
    reject: { from: ['PENDING'], to: 'REJECTED', flag: 'approve', reason: true, multi: true, danger: true },
    cancel: { from: OPEN, to: 'CANCELLED', flag: 'updateStatus', reason: true, multi: true, danger: true },
    claim: { from: OPEN, flag: 'write', key: 'c' },
    assign: { from: OPEN, flag: 'write', multi: true, key: 'g', input: { employeeId: WORKER } },
    label: { from: OPEN, flag: 'write', multi: true, key: 'l', list: 'labelIds', input: listInput('labelIds', LABELS) },
    rate: {
      from: ['COMPLETED'],
      flag: 'updateStatus',
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
    people: ['assigneeId', 'approverId', 'memberIds', 'creatorId', 'followerIds'],
  },
  list: {
    columns: [
      'code',
      'title',
      'type',
      'assigneeId',
      'departmentId',
      'unitId',
      'ticketId',
      'parentId',
      'subtaskDone',
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
    sorts: ['createdAt', 'dueAt'],
    defaultSort: '-createdAt',
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
      'labelIds',
      'priority',
      'overdue',
      'repeat',
      'rating',
      'createdAt',
      'dueAt',
    ],
    indexed: ['assigneeId', 'ticketId', 'parentId', 'unitId'],
    tabs: {
      running: { status: { in: RUNNING } },
      pending: { status: { in: ['PENDING'] } },
      done: { status: { in: ['COMPLETED', 'CANCELLED', 'REJECTED'] } },
      all: {},
    },
    marks: {
      overdue: { overdue: { in: ['true'] }, status: { in: OPEN } },
      mine: { assigneeId: { in: ['me'] }, status: { in: OPEN } },
      toApprove: { approverId: { in: ['me'] }, status: { in: ['PENDING'] } },
      unassigned: { assigneeId: { in: ['none'] }, status: { in: OPEN } },
    },
  },
  badge: { name: 'TASK', filter: { overdue: { in: ['true'] }, status: { in: OPEN } } },
  errors: {
    TASK_HAS_OPEN_SUBTASKS: 409,
    TASK_NESTED: 422,
    TASK_DUE_BEFORE_START: 422,
    TASK_PARENT_ENDED: 422,
    TASK_DUE_AFTER_PARENT: 422,
    TASK_DUE_BEFORE_SUBTASK: 422,
  },
  check: startsBeforeDue,
});

/** Statuses in which a task is still to be done. */
export const OPEN_TASKS: readonly string[] = OPEN;

export type Task = DocOf<typeof task>;
export type TaskRow = RowOf<typeof task>;
