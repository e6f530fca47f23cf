import { room } from '@lobby/shared/modules/room.ts';
import { afterPause } from '../../kit/live/after-pause.ts';
import type { Feed } from '../../kit/live/feed/feed.ts';
import type { Live } from '../../kit/live/live.ts';
import { countUnread, readBy } from './marks.ts';

/** Sends staff connected to this server their number of unread rooms shortly after it changes, and read marks to the reader's other devices. */
export function broadcastUnread(feed: Feed, live: Live): void {
  const changed = afterPause<{ projectId: string; userId?: string }>(
    'unread rooms could not be counted',
    async ({ projectId, userId }) => {
      const viewers = live.viewers(projectId, room.code);
      for (const [id, viewer] of viewers)
        if (!userId || id === userId) {
          const count = await countUnread(projectId, id, viewer);
          live.toUser(id, 'badges', { projectId, counts: { RESIDENT_COMMUNICATE: count } });
        }
    },
  );
  feed.subscribe(({ row }) => {
    const read = readBy(row);
    if (read) {
      const { unitId, ...mark } = read;
      live.toModule(read.projectId, room.code, 'read', mark);
      live.toUser(read.userId, 'read', mark);
      // Residents learn that somebody has read, and query how far; names are not sent.
      if (unitId) live.toUnit(unitId, room.code, 'read', { roomId: read.roomId });
      changed(`${read.projectId}/${read.userId}`, read);
    } else if (row.entity === room.name) changed(row.projectId, { projectId: row.projectId });
  });
}
