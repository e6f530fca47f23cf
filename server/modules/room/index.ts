import type { Definition } from '@lobby/shared/kit/definition.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Rule } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { repliesFor } from '../ticket/index.ts';
import { withUnread } from './listed.ts';
import { messageRoutes } from './message-routes.ts';
import { roomRoutes } from './routes.ts';
import { messageSearch } from './search.ts';
import { NOBODY_WAITS, roomThread, subjectOf } from './talk.ts';
import { topicBehaviour, withTopics } from './topics.ts';

export { turnRooms } from './jobs.ts';
export { countUnread, countUnreadOfUnit, markCollection } from './marks.ts';
export { messageCollection as roomMessageCollection } from './talk.ts';
export { tellUnread } from './tell-unread.ts';
export { roomThread };

/** What each act on a room does beside its change of status. */
const acts: Readonly<Record<string, Rule>> = {
  claim: async (ctx, doc) => {
    const holder = doc.assigneeId && doc.assigneeId !== ctx.employeeId ? String(doc.assigneeId) : null;
    if (holder) {
      const name = String((await loadRefs(ctx.projectId, employee, [holder])).get(holder)?.name ?? '');
      const { status, version, updatedAt: at } = doc;
      return fail('STATUS_CHANGED', { status, version, by: { id: holder, name }, at });
    }
    return { set: { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') } };
  },
  assign: (ctx, doc, { employeeId }) => ({
    set: { assigneeId: employeeId ?? null },
    also: async session => {
      if (typeof employeeId === 'string' && employeeId !== ctx.employeeId)
        await notify(ctx, toStaff([employeeId]), 'MSG_ASSIGNED', subjectOf(doc), session);
    },
  }),
  note: (_ctx, _doc, { note }) => ({ set: { note: note ?? null } }),
  answered: () => ({ set: NOBODY_WAITS }),
  // Closed, nobody waits for a word any more.
  inactive: () => ({ set: NOBODY_WAITS }),
};

/** The routes of chat. */
export const chatRoutes = (all: readonly Definition[]): Route[] => [
  messageSearch,
  repliesFor(room, 'ROOM'),
  ...roomRoutes,
  ...messageRoutes,
  ...threadRoutes(roomThread),
  ...followRoutes(room),
  ...serve(roomTopic, topicBehaviour, all).map(withTopics),
  ...serve(room, { acts }, all).map(one => (one.method === 'get' && one.path === room.path ? withUnread(one) : one)),
];
