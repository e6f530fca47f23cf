import type { Stored } from '@lobby/server/kit/store/schema.ts';

export const PROJECT = '66f000000000000000000001';
const id = (n: number) => `66f0000000000000000001${String(n).padStart(2, '0')}`;

/** A ticket of the usual size, as its event carries it. */
export const TICKET_ROW: Stored = {
  _id: id(1),
  projectId: PROJECT,
  version: 1,
  status: 'APPROVED',
  code: 'YC-2611-00482',
  title: 'Rò rỉ nước ở trần phòng tắm căn hộ A-12.08',
  typeId: id(2),
  unitId: id(3),
  blockId: id(4),
  residentId: id(5),
  labelIds: [id(6), id(7)],
  priority: 'high',
  assigneeId: id(8),
  dueAt: new Date('2026-11-22T02:00:00Z'),
  overdue: false,
  awaitsReply: true,
  messageCount: 3,
  lastMessageAt: new Date('2026-11-21T03:00:00Z'),
  completedAt: null,
  rating: null,
  createdAt: new Date('2026-11-21T02:00:00Z'),
  updatedAt: new Date('2026-11-21T03:00:00Z'),
  deletedAt: null,
};
