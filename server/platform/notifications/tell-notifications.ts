import { afterPause } from '../../kit/live/after-pause.ts';
import type { Feed } from '../../kit/live/feed.ts';
import type { Live } from '../../kit/live/live.ts';
import { countUnseen } from './count-unseen.ts';
import { changedNotifications } from './notifications.ts';

/** Tells those who are connected to this server that their list has changed, with the number on the bell. */
export function tellNotifications(feed: Feed, live: Live): void {
  const changed = afterPause<{ userId: string; projectId: string }>(
    'notifications could not be counted',
    async ({ userId, projectId }) => {
      const count = await countUnseen(userId, projectId, null);
      live.toUser(userId, 'badges', { projectId, counts: { NOTIFICATION: count } });
      live.toUser(userId, 'notifications', { projectId });
    },
  );
  feed.subscribe(({ row }) => {
    const told = changedNotifications(row);
    for (const userId of told?.userIds ?? []) {
      const { projectId = '' } = told ?? {};
      if (live.hasUser(userId)) changed(`${userId}/${projectId}`, { userId, projectId });
    }
  });
}
