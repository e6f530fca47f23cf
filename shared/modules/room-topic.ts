import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** Chat topics; a unit has one room per topic. */
export const ROOM_TYPES = ['MANAGEMENT', 'ACCOUNTING', 'TECHNICAL', 'SECURITY'] as const;
export type RoomType = (typeof ROOM_TYPES)[number];

/** Settings of a chat topic. Each project has exactly one record per topic. */
export const roomTopic = defineModule({
  name: 'room-topic',
  code: 'MEMBER_COMMUNICATE',
  path: '/room-topic',
  opens: 'member-communicate?part=topics&id=',
  icon: 'messages',
  title: 'roomType',
  flags: ['read', 'updateInfo'],
  calls: ['list', 'detail', 'update', 'badges', 'activities'],
  fields: {
    roomType: { kind: 'choice', options: ROOM_TYPES, required: true, readOnly: true },
    // No new rooms on inactive topics; existing rooms continue.
    active: { kind: 'flag', initial: true },
    // Empty: every employee who may write.
    departmentIds: { kind: 'refs', to: 'department', max: 10, staffOnly: true },
    // Affects later messages only; names in earlier ones stay hidden.
    showStaffNames: { kind: 'flag', initial: false, staffOnly: true },
    answerMinutes: { kind: 'integer', min: 1, max: 1440, initial: 15, required: true, staffOnly: true },
    // Days without a message after which a room is closed, unless somebody waits for an answer.
    quietDays: { kind: 'integer', min: 1, max: 365, initial: 30, required: true, staffOnly: true },
  },
  resident: {},
  list: {
    columns: ['roomType', 'active', 'departmentIds', 'showStaffNames', 'answerMinutes', 'quietDays'],
    sorts: ['createdAt'],
    defaultSort: 'createdAt',
    filters: ['active'],
  },
});

export type RoomTopic = DocOf<typeof roomTopic>;
export type RoomTopicRow = RowOf<typeof roomTopic>;
