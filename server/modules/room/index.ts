import type { Definition } from '@lobby/shared/kit/definition.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Rule } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { roomRoutes } from './routes.ts';
import { roomThread, subjectOf } from './talk.ts';

export { countUnread, countUnreadOfUnit, markCollection } from './marks.ts';
export { messageCollection as roomMessageCollection } from './talk.ts';
export { tellUnread } from './tell-unread.ts';
export { roomThread };

/** What each act on a room does beside its change of status. */
const acts: Readonly<Record<string, Rule>> = {
  claim: (ctx, doc) => {
    if (doc.assigneeId && doc.assigneeId !== ctx.employeeId) return fail('STATUS_CHANGED', { status: doc.status });
    return { set: { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') } };
  },
  assign: (ctx, doc, { employeeId }) => ({
    set: { assigneeId: employeeId ?? null },
    also: async session => {
      if (typeof employeeId === 'string' && employeeId !== ctx.employeeId)
        await notify(ctx, toStaff([employeeId]), 'MSG_ASSIGNED', subjectOf(doc), session);
    },
  }),
  // Closed, nobody waits for a word any more.
  inactive: () => ({ set: { waits: false, waitingSince: null } }),
};

/** The routes of chat. */
export const chatRoutes = (all: readonly Definition[]): Route[] => [
  ...roomRoutes,
  ...threadRoutes(roomThread),
  ...followRoutes(room),
  ...serve(room, { acts }, all),
];
