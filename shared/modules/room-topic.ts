import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** Topics of residents' conversations with the management; each unit has one room per topic. */
export const ROOM_TYPES = ['MANAGEMENT', 'ACCOUNTING', 'TECHNICAL', 'SECURITY'] as const;
export type RoomType = (typeof ROOM_TYPES)[number];

/** Responders and response time of a topic; each project has one record per topic, which cannot be deleted. */
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
    // Residents cannot start conversations on inactive topics; existing ones continue.
    active: { kind: 'flag', initial: true },
    // Empty: everybody with permission to write.
    departmentIds: { kind: 'refs', to: 'department', max: 10, staffOnly: true },
    // Applies to later messages; earlier names stay hidden.
    showStaffNames: { kind: 'flag', initial: false, staffOnly: true },
    answerMinutes: { kind: 'integer', min: 1, max: 1440, initial: 15, required: true, staffOnly: true },
    // Conversations without messages for this long, in which nobody waits, are closed.
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
