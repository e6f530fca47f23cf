import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** Topics of residents' conversations with the management; each unit has one room per topic. */
export const ROOM_TYPES = ['MANAGEMENT', 'ACCOUNTING', 'TECHNICAL', 'SECURITY'] as const;
export type RoomType = (typeof ROOM_TYPES)[number];

/** Who answers on a topic, and how soon: every project has one of each, which is edited and never removed. */
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
    // Residents begin no conversation on one that is off; those that are there go on.
    active: { kind: 'flag', initial: true },
    // None is everybody who may write there.
    departmentIds: { kind: 'refs', to: 'department', max: 10, staffOnly: true },
    // Applies to later messages; earlier names stay hidden.
    showStaffNames: { kind: 'flag', initial: false, staffOnly: true },
    answerMinutes: { kind: 'integer', min: 1, max: 1440, initial: 15, required: true, staffOnly: true },
    // Rooms in which nothing was said for so long, and nobody waits, are closed.
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
