import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const WORKER = { kind: 'ref', to: 'employee', worksIn: 'MEMBER_COMMUNICATE' } as const;

/** What a resident talks with the management about; one room of a unit for each. */
export const ROOM_TYPES = ['GENERAL', 'FEE', 'REPAIR', 'SECURITY', 'AMENITY', 'COMPLAINT'] as const;

/** A conversation of a unit with the management, on one topic (rules.md 7, Chat). */
export const room = defineModule({
  name: 'room',
  code: 'MEMBER_COMMUNICATE',
  path: '/rooms',
  route: 'member-communicate',
  opens: 'member-communicate?id=',
  icon: 'messages',
  menu: { group: 'customerService', order: 4, key: 'rooms' },
  title: 'title',
  flags: ['read', 'write', 'aggregate', 'updateStatus'],
  calls: ['list', 'detail', 'update', 'options', 'activities', 'badges'],
  fields: {
    title: { kind: 'text', max: 200, search: true },
    roomType: { kind: 'choice', options: ROOM_TYPES, initial: 'GENERAL' },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    residentId: { kind: 'ref', to: 'resident', readOnly: true, search: true },
    departmentId: { kind: 'ref', to: 'department', staffOnly: true },
    assigneeId: { ...WORKER, readOnly: true, staffOnly: true },
    memberIds: { ...WORKER, kind: 'refs', max: 20, staffOnly: true },
    followerIds: { kind: 'refs', to: 'employee', max: 100, readOnly: true, staffOnly: true },
    lastMessage: { kind: 'text', max: 200, readOnly: true },
    lastMessageAt: { kind: 'instant', readOnly: true },
    lastResidentAt: { kind: 'instant', readOnly: true, staffOnly: true },
    waits: { kind: 'flag', readOnly: true, staffOnly: true },
    waitingSince: { kind: 'instant', readOnly: true, staffOnly: true },
    messageCount: { kind: 'integer', initial: 0, readOnly: true, staffOnly: true },
  },
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-dot' },
    INACTIVE: { tone: 'ended', icon: 'check' },
  },
  initial: 'ACTIVE',
  actions: {
    inactive: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus', multi: true, key: 'd' },
    active: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus', by: 'both' },
    claim: { from: ['ACTIVE'], flag: 'write', key: 'c' },
    assign: { from: ['ACTIVE'], flag: 'write', multi: true, key: 'g', input: { employeeId: WORKER } },
  },
  undo: {
    claim: { action: 'assign', input: { employeeId: 'assigneeId' } },
    assign: { action: 'assign', input: { employeeId: 'assigneeId' } },
  },
  visible: { department: 'departmentId', people: ['assigneeId', 'memberIds', 'followerIds'] },
  list: {
    columns: [
      'title',
      'unitId',
      'residentId',
      'roomType',
      'lastMessage',
      'assigneeId',
      'departmentId',
      'waitingSince',
      'lastMessageAt',
      'createdAt',
      'status',
    ],
    sorts: ['lastMessageAt', 'waitingSince', 'createdAt'],
    defaultSort: '-lastMessageAt',
    filters: [
      'status',
      'roomType',
      'unitId',
      'residentId',
      'assigneeId',
      'departmentId',
      'waits',
      'lastMessageAt',
      'createdAt',
    ],
    indexed: ['unitId', 'assigneeId'],
    tabs: {
      waiting: { waits: { in: ['true'] }, status: { in: ['ACTIVE'] } },
      active: { status: { in: ['ACTIVE'] } },
      inactive: { status: { in: ['INACTIVE'] } },
      all: {},
    },
    marks: {
      mine: { assigneeId: { in: ['me'] }, status: { in: ['ACTIVE'] } },
      unassigned: { assigneeId: { in: ['none'] }, status: { in: ['ACTIVE'] } },
    },
  },
  badge: { name: 'MEMBER_COMMUNICATE', filter: { waits: { in: ['true'] }, status: { in: ['ACTIVE'] } } },
  resident: { oneVoice: true },
});

export type Room = DocOf<typeof room>;
export type RoomRow = RowOf<typeof room>;
