import type { Definition } from '@lobby/shared/kit/definition.ts';
import { namesRoom, permissionsChanged, residentsRoom, sightChanged, staffRoom, unitRoom } from './live-messages.ts';
import type { LiveSocket, SocketScope } from './live-socket.ts';
import type { SocketAuth } from './socket-auth.ts';

/** Whose permissions may have changed: all staff or residents of a project, or one person or unit. */
export interface Concerned {
  kind: 'staff' | 'resident';
  id: string | null;
}

/** People per permission query; the queries run concurrently. */
const SLICE = 250;
const slices = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / SLICE) }, (_, n) => all.slice(n * SLICE, (n + 1) * SLICE));

const concerns = (id: string | null, { data }: LiveSocket, { actor, unitId }: SocketScope) =>
  // Support staff have no employee id in the project and are matched by user id.
  id === null || actor.id === id || unitId === id || actor.id === data.userId;

/**
 * Ends subscriptions that sockets are no longer allowed in a project, and tells their clients to read their permissions
 * again. Permissions are loaded once per person, for many people per query.
 */
export async function reconsider(
  sockets: Iterable<LiveSocket>,
  projectId: string,
  { kind, id }: Concerned,
  gate: SocketAuth,
  left: (socket: LiveSocket, module: string) => void,
  /** Definitions whose records have limited visibility. */
  narrowed: readonly Definition[],
): Promise<void> {
  const about = [...sockets].filter(
    socket =>
      socket.data.kind === kind &&
      [...socket.data.scopes.values()].some(scope => scope.projectId === projectId && concerns(id, socket, scope)),
  );
  const people = [...Map.groupBy(about, socket => socket.data.userId)];
  const narrow = kind === 'staff' ? narrowStaff : narrowResident;
  await Promise.all(
    slices(people).map(async slice => {
      // If a batch fails, each person is tried alone.
      if (kind === 'staff')
        await gate
          .holdAccess(
            slice.map(([userId]) => userId),
            projectId,
          )
          .catch(() => undefined);
      // If permissions cannot be read, the sockets are disconnected; the client reconnects and asks anew.
      for (const [userId, connections] of slice)
        await narrow(userId, connections).catch(() => connections.map(socket => socket.disconnect(true)));
    }),
  );

  async function narrowStaff(userId: string, connections: readonly LiveSocket[]): Promise<void> {
    const access = await gate.staffAccess(userId, projectId);
    for (const socket of connections) {
      socket.emit('event', permissionsChanged(projectId));
      const scope = socket.data.scopes.get(projectId);
      if (scope && access) {
        const moved = String(scope.viewer?.departmentIds) !== String(access.viewer.departmentIds);
        scope.viewer = access.viewer;
        for (const definition of moved ? narrowed : [])
          if (scope.modules.has(definition.code) && access.modules.has(definition.code))
            socket.emit('event', sightChanged(projectId, definition));
      }
      for (const module of scope?.names ?? []) {
        if (access?.names.has(module)) continue;
        scope?.names.delete(module);
        void socket.leave(namesRoom(projectId, module));
      }
      for (const module of scope?.modules ?? []) {
        if (access?.modules.has(module)) continue;
        scope?.modules.delete(module);
        void socket.leave(staffRoom(projectId, module));
        left(socket, module);
      }
    }
  }

  async function narrowResident(userId: string, connections: readonly LiveSocket[]): Promise<void> {
    for (const socket of connections)
      for (const [key, scope] of socket.data.scopes) {
        if (scope.projectId !== projectId || !scope.unitId || !concerns(id, socket, scope)) continue;
        const access = await gate.residentAccess(userId, scope.unitId);
        if (access?.groups.join() !== scope.groups.join()) socket.emit('event', permissionsChanged(projectId));
        if (access) scope.groups = access.groups;
        if (access) continue;
        for (const module of scope.modules) void socket.leave(unitRoom(scope.unitId, module));
        for (const module of scope.names)
          for (const room of [namesRoom, residentsRoom]) void socket.leave(room(projectId, module));
        socket.data.scopes.delete(key);
      }
  }
}
