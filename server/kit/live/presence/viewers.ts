import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Server } from 'socket.io';
import { type Guarded, sees, type Viewer } from '../../store/row-access.ts';
import { staffRoom } from '../sockets/live-messages.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';

/** Sockets of this server that follow a module as staff, each with its access. */
export function* viewersIn(
  { sockets }: Pick<Server, 'sockets'>,
  projectId: string,
  module: string,
): Generator<[LiveSocket, Viewer]> {
  for (const id of sockets.adapter.rooms.get(staffRoom(projectId, module)) ?? []) {
    const socket = sockets.sockets.get(id) as unknown as LiveSocket | undefined;
    const viewer = socket?.data.scopes.get(projectId)?.viewer;
    if (socket && viewer) yield [socket, viewer];
  }
}

/** Whether a viewer may be told of a record. Records without a guard are visible to all. */
export function seesGuarded(
  definitions: ReadonlyMap<string, Definition>,
  viewer: Viewer | null,
  guard: Guarded | null,
): boolean {
  const definition = guard && definitions.get(guard.entity);
  return !definition || (viewer !== null && sees(definition, viewer, guard.fields));
}
