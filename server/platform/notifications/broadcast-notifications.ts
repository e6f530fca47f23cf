import { afterPause } from '../../kit/live/after-pause.ts';
import type { Feed } from '../../kit/live/feed/feed.ts';
import type { Live } from '../../kit/live/live.ts';
import { countUnseenBy } from './count-unseen.ts';
import { changedNotifications, NOTIFICATION } from './notifications.ts';

const NOBODY = { id: '', name: '' };

/** Tells connected users of this server that their notifications changed, with the new unread count. */
export function broadcastNotifications(feed: Feed, live: Live): void {
  const changed = afterPause<{ userId: string; projectId: string }>(
    'notifications could not be counted',
    async ({ userId, projectId }) => {
      const count = await countUnseenBy(userId, projectId);
      if (count !== null) live.toUser(userId, 'badges', { projectId, counts: { NOTIFICATION: count } });
    },
  );
  feed.subscribe(({ cursor, row }) => {
    const change = changedNotifications(row);
    if (!change) return;
    const { userIds, projectId } = change;
    const { entityId, action, version } = row;
    const event = { id: row._id, cursor, at: row.at, projectId, module: NOTIFICATION, entityId, action, version };
    for (const userId of userIds) {
      if (!live.hasUser(userId)) continue;
      live.toUser(userId, 'event', { ...event, actor: NOBODY, data: null });
      changed(`${userId}/${projectId}`, { userId, projectId });
    }
  });
}
