import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { listInput } from '../kit/list-input.ts';
import { ROOM_TYPES } from './room-topic.ts';

/** An employee who may write in rooms. Inviting or assigning one gives access to the room. */
const WORKER = { kind: 'ref', to: 'employee', worksIn: 'MEMBER_COMMUNICATE' } as const;

const MEMBERS = { ...WORKER, kind: 'refs', max: 20 } as const;
const STATUSES = ['ACTIVE', 'INACTIVE'] as const;

/** A conversation between a unit and the management on one topic (rules.md 7, Chat). */
export const room = defineModule({
  name: 'room',
  code: 'MEMBER_COMMUNICATE',
  path: '/rooms',
  route: 'member-communicate',
  opens: 'member-communicate?id=',
  icon: 'messages',
  menu: { group: 'customerService', order: 4, key: 'rooms' },
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'aggregate', 'updateStatus'],
  calls: ['list', 'detail', 'update', 'options', 'activities', 'badges', 'export'],
  fields: {
    title: { kind: 'text', max: 200, search: true },
    roomType: { kind: 'choice', options: ROOM_TYPES, initial: 'MANAGEMENT', readOnly: true },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    residentId: { kind: 'ref', to: 'resident', readOnly: true, search: true },
    // Departments of the topic; empty: all.
    departmentIds: { kind: 'refs', to: 'department', max: 10, readOnly: true, staffOnly: true },
    assigneeId: { ...WORKER, readOnly: true, staffOnly: true },
    memberIds: { ...MEMBERS, readOnly: true, staffOnly: true },
    followerIds: { kind: 'refs', to: 'employee', max: 20, readOnly: true, staffOnly: true },
    // Employees who left; they come back only if invited.
    leftIds: { kind: 'refs', to: 'employee', max: 200, readOnly: true, staffOnly: true, internal: true },
    /** The resident who wrote last; a room belongs to the unit, but staff answer a person. */
    writerId: { kind: 'ref', to: 'resident', holds: [], readOnly: true, staffOnly: true },
    lastText: { kind: 'text', max: 120, readOnly: true },
    lastMessageAt: { kind: 'instant', readOnly: true },
    /** Time of the latest message, internal notes included. */
    lastWordAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true, detailOnly: true },
    /** Id of the message that reopened it. */
    reopenedBy: {
      kind: 'text',
      max: 40,
      readOnly: true,
      staffOnly: true,
      internal: true,
      detailOnly: true,
      kept: true,
    },
    waits: { kind: 'flag', readOnly: true, staffOnly: true },
    waitingSince: { kind: 'instant', readOnly: true, staffOnly: true },
    /** When an answer becomes late, in working time. Stored, so that filters, counts and screens agree. */
    lateAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true, detailOnly: true },
    late: { kind: 'flag', readOnly: true, staffOnly: true },
    note: { kind: 'longText', max: 2000, staffOnly: true, detailOnly: true },
    messageCount: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
  },
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-dot' },
    INACTIVE: { tone: 'ended', icon: 'check' },
  },
  initial: 'ACTIVE',
  actions: {
    inactive: { aside: true, from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus', multi: true, key: 'd' },
    active: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus', multi: true },
    claim: { from: STATUSES, flag: 'write', key: 'c' },
    assign: { from: STATUSES, flag: 'write', multi: true, key: 'g', input: { employeeId: WORKER } },
    answered: { from: ['ACTIVE'], flag: 'write', when: { waits: ['true'] }, togglesFlag: true },
    members: { from: STATUSES, flag: 'write', list: 'memberIds', input: listInput('memberIds', MEMBERS) },
    note: { from: STATUSES, flag: 'write', input: { note: { kind: 'longText', max: 2000 } } },
  },
  undo: {
    claim: { action: 'assign', input: { employeeId: 'assigneeId' } },
    assign: { action: 'assign', input: { employeeId: 'assigneeId' } },
  },
  chat: true,
  visible: { department: 'departmentIds', people: ['assigneeId', 'memberIds', 'followerIds'] },
  list: {
    columns: [
      'title',
      'unitId',
      'residentId',
      'writerId',
      'roomType',
      'lastText',
      'assigneeId',
      'departmentIds',
      'waitingSince',
      'late',
      'lastMessageAt',
      'createdAt',
      'status',
    ],
    hidden: ['residentId', 'roomType', 'departmentIds', 'late', 'createdAt'],
    sorts: ['lastMessageAt', 'waitingSince', 'createdAt'],
    defaultSort: '-lastMessageAt',
    waits: {
      toAnswer: {
        as: 'answer',
        where: { waits: { in: ['true'] }, status: { in: ['ACTIVE'] }, assigneeId: { in: ['me', 'none'] } },
        flag: 'write',
        each: true,
        by: 'waitingSince',
        does: 'answer',
      },
    },
    figures: {
      messagesToday: { trades: ['service'], day: 'lastMessageAt', passing: true },
    },
    filters: [
      'status',
      'roomType',
      'unitId',
      'residentId',
      'assigneeId',
      'departmentIds',
      'waits',
      'late',
      'lastMessageAt',
      'createdAt',
    ],
    indexed: ['unitId', 'assigneeId'],
    tabs: {
      waiting: { waits: { in: ['true'] }, status: { in: ['ACTIVE'] } },
      mine: { assigneeId: { in: ['me'] }, status: { in: ['ACTIVE'] } },
      all: {},
      closed: { status: { in: ['INACTIVE'] } },
    },
    tabSorts: { waiting: 'waitingSince' },
    marks: {
      late: { late: { in: ['true'] }, status: { in: ['ACTIVE'] } },
      unassigned: { assigneeId: { in: ['none'] }, status: { in: ['ACTIVE'] } },
    },
  },
  badge: { name: 'MEMBER_COMMUNICATE', filter: { waits: { in: ['true'] }, status: { in: ['ACTIVE'] } } },
  resident: { oneVoice: true, since: 'lastMessageAt' },
  errors: {
    ROOM_RESIDENT_NOT_IN_UNIT: 422,
    ROOM_TOPIC_OFF: 422,
    ROOM_UNIT_MISMATCH: 422,
    MESSAGE_EMPTY: 400,
    MESSAGE_WITHDRAW_TOO_LATE: 422,
    MESSAGE_ALREADY_LINKED: 409,
    NOTE_STAYS_INTERNAL: 422,
  },
});

/** Statuses of closed rooms; any public message reopens them. */
export const ENDED_ROOMS: readonly string[] = ['INACTIVE'];

export type Room = DocOf<typeof room>;
export type RoomRow = RowOf<typeof room>;

/** Read state of a room (`GET /rooms/read-status`). */
export interface Reading {
  roomId: string;
  unread: number;
  firstUnreadId: string | null;
  lastReadId: string | null;
  /** The last message read by the other side. */
  othersReadId: string | null;
  /** The last message the reader can see. */
  lastId: string | null;
  readers: { id: string; name: string; kind: string; messageId: string; at: string; wroteLast: boolean }[];
}

/** Names of those who have read the last message, without its author. */
export const seersOf = ({ readers, lastId }: Pick<Reading, 'readers' | 'lastId'>): string[] =>
  readers
    .filter(({ name, messageId, wroteLast }) => name && !wroteLast && lastId !== null && messageId >= lastId)
    .map(({ name }) => name);
