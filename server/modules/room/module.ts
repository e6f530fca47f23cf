import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { repliesFor } from '../ticket/index.ts';
import { acts } from './acts.ts';
import { broadcastUnread } from './broadcast-unread.ts';
import { countUnread, countUnreadOfUnit } from './index.ts';
import { roomsJob } from './jobs.ts';
import { markCollection } from './marks.ts';
import { messageRoutes } from './message-routes.ts';
import { roomRoutes } from './routes.ts';
import { messageSearch } from './search.ts';
import { messageCollection as roomMessageCollection, roomThread } from './talk.ts';
import { topicBehaviour, withTopics } from './topics.ts';
import { withUnread } from './unread-list.ts';

export const roomModule = defineServerModule({
  name: 'room',
  routes: [
    messageSearch,
    repliesFor(room, 'ROOM'),
    ...roomRoutes,
    ...messageRoutes,
    ...threadRoutes(roomThread),
    ...followRoutes(room),
  ],
  serves: [
    serves(roomTopic, topicBehaviour, withTopics),
    serves(room, { actions: acts }, route =>
      route.method === 'get' && route.path === room.path ? withUnread(route) : route,
    ),
  ],
  jobs: [roomsJob],
  collections: [markCollection, roomMessageCollection],
  watched: [room],
  personalBadges: [['RESIDENT_COMMUNICATE', { code: room.code, count: countUnread, ofUnit: countUnreadOfUnit }]],
  onFeed: broadcastUnread,
});
