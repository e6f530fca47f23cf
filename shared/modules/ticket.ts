import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { listInput } from '../kit/list-input.ts';
import { workWaits } from '../kit/work-waits.ts';

const OPEN = ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'] as const;
const LABELS = { kind: 'refs', to: 'label', where: { type: 'HELP_DESK' }, max: 20 } as const;

/** An employee who may work on tickets. */
const WORKER = { kind: 'ref', to: 'employee', worksIn: 'HELP_DESK' } as const;

/** A resident's request to the help desk (domain.md, Statuses, Ticket). */
export const ticket = defineModule({
  name: 'ticket',
  code: 'HELP_DESK',
  path: '/pms/helpdesk',
  route: 'help-desk',
  opens: 'help-desk?helpDeskId=',
  icon: 'life-buoy',
  menu: { group: 'customerService', order: 2, key: 'helpDesk', makes: true },
  prefix: 'YC',
  title: 'title',
  flags: ['read', 'write', 'export', 'approve', 'aggregate', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    title: { kind: 'text', max: 200, required: true, search: true },
    content: { kind: 'longText', max: 5000, required: true, detailOnly: true },
    typeId: { kind: 'ref', to: 'ticket-type' },
    // Tickets about common areas have a place instead of a unit.
    unitId: {
      kind: 'ref',
      to: 'unit',
      search: true,
      unless: { given: 'placeId', code: 'HELP_DESK_PLACE_REQUIRED' },
    },
    placeId: { kind: 'ref', to: 'place', staffOnly: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    residentId: { kind: 'ref', to: 'resident', search: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    labelIds: { ...LABELS, staffOnly: true },
    priority: { kind: 'choice', options: ['low', 'normal', 'high', 'urgent'], initial: 'normal', staffOnly: true },
    departmentId: { kind: 'ref', to: 'department', staffOnly: true },
    assigneeId: { kind: 'ref', to: 'employee', readOnly: true },
    // Employees who follow it or were invited.
    followerIds: { kind: 'refs', to: 'employee', max: 20, readOnly: true, staffOnly: true },
    // Employees who left; they come back only if invited.
    leftIds: { kind: 'refs', to: 'employee', max: 200, readOnly: true, staffOnly: true, internal: true },
    /** Employees mentioned in a note they have not read. */
    mentionedIds: { kind: 'refs', to: 'employee', max: 200, readOnly: true, staffOnly: true },
    approverId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
    // Number of linked tasks that are open.
    openTasks: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
    reopenCount: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
    reopenedAt: { kind: 'instant', readOnly: true, staffOnly: true },
    // The room and message it was created from.
    roomId: { kind: 'ref', to: 'room', readOnly: true, staffOnly: true, detailOnly: true },
    roomMessageId: { kind: 'text', max: 24, readOnly: true, staffOnly: true, internal: true, detailOnly: true },
    // The closed ticket it continues.
    previousId: { kind: 'ref', to: 'ticket', detailOnly: true },
    dueAt: { kind: 'instant', staffOnly: true, asks: 'past' },
    overdue: { kind: 'flag', readOnly: true, staffOnly: true },
    // Deadline of the next answer to the resident; empty where nobody waits.
    answerDueAt: { kind: 'instant', readOnly: true, staffOnly: true },
    answerLate: { kind: 'flag', readOnly: true, staffOnly: true },
    firstAnsweredAt: { kind: 'instant', readOnly: true, staffOnly: true },
    // Deadlines are paused while the resident has to act.
    onHold: { kind: 'flag', readOnly: true, staffOnly: true },
    heldAt: { kind: 'instant', readOnly: true, staffOnly: true },
    serviceLevel: { kind: 'text', max: 100, readOnly: true, staffOnly: true },
    serviceLevelId: { kind: 'text', max: 24, readOnly: true, staffOnly: true, internal: true },
    // The rule that gave it to its assignee, as it was called then.
    ruleName: { kind: 'text', max: 100, readOnly: true, staffOnly: true },
    ruleId: { kind: 'text', max: 24, readOnly: true, staffOnly: true, internal: true },
    // When to warn of each deadline, when to reassign, and the earliest of these times.
    answerWarnAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true },
    dueWarnAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true },
    returnAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true },
    clockAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true },
    awaitsReply: { kind: 'flag', readOnly: true, staffOnly: true },
    // Lets the current household read messages from before the resident moved; hidden by default.
    earlierShown: { kind: 'flag', initial: false, staffOnly: true, detailOnly: true },
    // Author of a ticket that moved to another unit; may differ from its current resident.
    writerId: {
      kind: 'ref',
      to: 'resident',
      holds: [],
      readOnly: true,
      staffOnly: true,
      internal: true,
      detailOnly: true,
    },
    // After a move, the unit each text was written for (`title:<unit>,content:<unit>`); other households do not get it.
    wordsUnits: { kind: 'text', max: 200, readOnly: true, staffOnly: true, internal: true, detailOnly: true },
    // Texts hidden from the current household.
    wordsHidden: { kind: 'text', max: 60, readOnly: true, staffOnly: true, internal: true },
    // Counts internal notes too.
    messageCount: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
    lastMessageAt: { kind: 'instant', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    completedAt: { kind: 'instant', readOnly: true },
    rating: { kind: 'integer', min: 1, max: 5, readOnly: true },
    ratingComment: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    WAITING_APPROVAL: { tone: 'waiting', icon: 'clock' },
    APPROVED: { tone: 'going', icon: 'circle-check' },
    PROCESSING: { tone: 'going', icon: 'circle-dot' },
    COMPLETED: { tone: 'done', icon: 'check' },
    RATED: { tone: 'done', icon: 'star' },
    REJECTED: { tone: 'bad', icon: 'ban' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
  },
  initial: 'WAITING_APPROVAL',
  actions: {
    approve: {
      from: ['WAITING_APPROVAL'],
      to: 'APPROVED',
      flag: 'approve',
      multi: true,
      key: 'a',
      input: { employeeId: WORKER, note: { kind: 'longText', max: 1000 } },
    },
    start: { from: ['APPROVED'], to: 'PROCESSING', flag: 'updateStatus', key: 's' },
    complete: {
      from: ['APPROVED', 'PROCESSING'],
      to: 'COMPLETED',
      flag: 'updateStatus',
      multi: true,
      key: 'd',
      input: { note: { kind: 'longText', max: 1000 } },
    },
    reopen: { from: ['COMPLETED', 'RATED'], to: 'PROCESSING', flag: 'updateStatus', by: 'both', reason: true },
    reject: { from: ['WAITING_APPROVAL'], to: 'REJECTED', flag: 'approve', reason: true, multi: true, danger: true },
    hold: {
      from: ['APPROVED', 'PROCESSING'],
      flag: 'updateStatus',
      when: { onHold: ['false'] },
      togglesFlag: true,
      asks: true,
      input: { note: { kind: 'longText', max: 1000 } },
    },
    resume: { from: ['APPROVED', 'PROCESSING'], flag: 'updateStatus', when: { onHold: ['true'] }, togglesFlag: true },
    claim: { from: OPEN, flag: 'write', key: 'c' },
    assign: { from: OPEN, flag: 'write', multi: true, key: 'g', input: { employeeId: WORKER } },
    label: { from: OPEN, flag: 'write', multi: true, key: 'l', list: 'labelIds', input: listInput('labelIds', LABELS) },
    rate: {
      from: ['COMPLETED'],
      to: 'RATED',
      flag: 'updateStatus',
      by: 'resident',
      input: {
        rating: { kind: 'integer', min: 1, max: 5, required: true },
        comment: { kind: 'longText', max: 1000 },
      },
    },
    expire: { from: ['WAITING_APPROVAL'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
  },
  undo: {
    claim: { action: 'assign', input: { employeeId: 'assigneeId' } },
    assign: { action: 'assign', input: { employeeId: 'assigneeId' } },
    label: { action: 'label', input: { labelIds: 'labelIds' } },
  },
  list: {
    columns: [
      'code',
      'title',
      'unitId',
      'placeId',
      'residentId',
      'typeId',
      'labelIds',
      'priority',
      'departmentId',
      'assigneeId',
      'createdAt',
      'dueAt',
      'answerDueAt',
      'serviceLevel',
      'approverId',
      'openTasks',
      'reopenCount',
      'rating',
      'status',
    ],
    hidden: [
      'placeId',
      'departmentId',
      'labelIds',
      'priority',
      'createdAt',
      'answerDueAt',
      'serviceLevel',
      'approverId',
      'openTasks',
      'reopenCount',
      'rating',
    ],
    sorts: ['createdAt', 'dueAt', 'answerDueAt', 'lastMessageAt', 'rating'],
    defaultSort: '-createdAt',
    waits: {
      ...workWaits({
        assignee: 'assigneeId',
        open: OPEN,
        late: OPEN,
        since: 'createdAt',
        due: 'dueAt',
        today: 'dueAt',
        flag: 'aggregate',
        first: { priority: { in: ['urgent'] } },
      }),
      toAnswer: {
        as: 'answer',
        where: { awaitsReply: { in: ['true'] }, assigneeId: { in: ['me'] } },
        each: true,
        by: 'lastMessageAt',
        first: { priority: { in: ['urgent'] } },
        does: 'answer',
      },
      unassigned: {
        as: 'answer',
        where: { assigneeId: { in: ['none'] }, status: { in: OPEN } },
        flag: 'updateStatus',
        by: 'createdAt',
        does: 'claim',
      },
    },
    figures: {
      newToday: { trades: ['service', 'technician'], day: 'createdAt' },
      doneToday: { trades: ['service'], day: 'completedAt' },
    },
    filters: [
      'status',
      'typeId',
      'labelIds',
      'blockId',
      'unitId',
      'placeId',
      'residentId',
      'departmentId',
      'assigneeId',
      'priority',
      'overdue',
      'answerLate',
      'onHold',
      'awaitsReply',
      'mentionedIds',
      'rating',
      'createdAt',
      'dueAt',
      'completedAt',
    ],
    indexed: ['unitId', 'residentId', 'assigneeId', 'clockAt', 'mentionedIds', 'completedAt'],
    tabs: {
      waiting: { status: { in: ['WAITING_APPROVAL'] } },
      going: { status: { in: ['APPROVED', 'PROCESSING'] } },
      done: { status: { in: ['COMPLETED', 'RATED', 'REJECTED', 'EXPIRED'] } },
      all: {},
    },
    marks: {
      // The status repeats what `overdue` implies, so that the index by status is used.
      overdue: { overdue: { in: ['true'] }, status: { in: OPEN } },
      answerLate: { answerLate: { in: ['true'] }, status: { in: OPEN } },
      toAnswer: { awaitsReply: { in: ['true'] } },
      mine: { assigneeId: { in: ['me'] }, status: { in: OPEN } },
      unassigned: { assigneeId: { in: ['none'] }, status: { in: OPEN } },
      mentioned: { mentionedIds: { in: ['me'] } },
    },
  },
  follows: ['heard'],
  badge: { name: 'HELP_DESK', filter: { status: { in: ['WAITING_APPROVAL'] } } },
  resident: { create: true, hides: { by: 'wordsHidden', fields: ['title', 'content', 'images', 'attachments'] } },
  errors: {
    HELP_DESK_CLOSED: 409,
    HELP_DESK_REOPEN_TOO_LATE: 422,
    HELP_DESK_PLACE_REQUIRED: 400,
    TICKET_HAS_OPEN_TASKS: 422,
  },
});

export const OPEN_STATUSES: readonly string[] = OPEN;
/** The same tuple with its literal type, for queries. */
export const OPEN_TICKETS = OPEN;
export const ENDED_TICKETS: readonly string[] = Object.keys(ticket.statuses).filter(
  status => !OPEN_STATUSES.includes(status),
);

export type Ticket = DocOf<typeof ticket>;
export type TicketRow = RowOf<typeof ticket>;
