import { roomThread } from './talk.ts';

export { roomsJob } from './jobs.ts';
export { countUnread, countUnreadOfUnit, markCollection } from './marks.ts';
export { messageCollection as roomMessageCollection } from './talk.ts';

export { roomThread };
