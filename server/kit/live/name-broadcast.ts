import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Server } from 'socket.io';
import type { FeedEvent } from './feed/feed.ts';
import { namesRoom, residentsRoom } from './sockets/live-messages.ts';
import { everyoneEvent, renameHint } from './visibility.ts';

/** Broadcasts a renamed record to those who see only the names of a module, and to all residents what everybody may see. */
export function broadcastToNamed(
  io: Pick<Server, 'to' | 'sockets'>,
  event: FeedEvent,
  definition: Definition | undefined,
): void {
  const { projectId, module } = event.row;
  for (const [room, formOf] of [
    [namesRoom(projectId, module), renameHint],
    [residentsRoom(projectId, module), everyoneEvent],
  ] as const) {
    const form = io.sockets.adapter.rooms.has(room) && formOf(definition, event);
    if (form) io.to(room).emit('event', form);
  }
}
