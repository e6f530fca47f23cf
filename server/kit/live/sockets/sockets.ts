import type { Server as HttpServer } from 'node:http';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Server } from 'socket.io';
import type { z } from 'zod';
import { createQueue } from '../../base/queue.ts';
import { clockMs } from '../../database/clock.ts';
import { type Guarded, guardedRecord, type Viewer } from '../../store/row-access.ts';
import { emit } from '../emit.ts';
import { createCatchUp } from '../feed/catch-up.ts';
import type { Feed, FeedEvent } from '../feed/feed.ts';
import { rememberChanges } from '../feed/recent-changes.ts';
import type { Live } from '../live.ts';
import { broadcastToNamed } from '../name-broadcast.ts';
import { createPresence } from '../presence/presence.ts';
import { seesGuarded, viewersIn } from '../presence/viewers.ts';
import {
  everyoneEvent,
  holdersOf,
  isForResidents,
  leavingEvent,
  leftUnit,
  renameHint,
  visibleEvent,
  visibleToHousehold,
  visibleToViewer,
} from '../visibility.ts';
import {
  AUTH,
  namesRoom,
  PRESENCE,
  permissionsChanged,
  residentsRoom,
  SUBSCRIBE,
  staffRoom,
  UNSUBSCRIBE,
  unitRoom,
  unitsOf,
} from './live-messages.ts';
import type { LiveSocket, SocketData, SocketScope } from './live-socket.ts';
import { reconsider } from './recheck-access.ts';
import type { SocketAuth } from './socket-auth.ts';
import { onMessage, refusal, rejectUnknownEvents, throttle } from './socket-handlers.ts';

/** Opens the sockets: their rooms are served by the single feed (api.md, Live). */
export function openSockets(
  http: HttpServer,
  feed: Feed,
  definitions: ReadonlyMap<string, Definition>,
  gate: SocketAuth,
): Live {
  const io = new Server<
    Record<string, (...args: never[]) => void>,
    Record<string, (...args: unknown[]) => void>,
    Record<string, never>,
    SocketData
  >(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    allowRequest: (req, answer) => answer(null, gate.mayConnect(req)),
  });
  // Releases the handshake request, whose buffers are not needed any more.
  io.engine.on('connection', (socket: { request: unknown }) => {
    socket.request = null;
  });
  const open = new Set([...definitions.values()].filter(isForResidents).map(definition => definition.code));
  const holders = holdersOf([...definitions.values()]);
  const changes = rememberChanges(feed);
  const presence = createPresence((projectId, module, message, guard, unitId) => {
    const typing = message.users.some(({ kind, mode }) => kind === 'staff' && mode === 'typing');
    if (unitId) io.to(unitRoom(unitId, module)).emit('typing', { module, entityId: message.entityId, typing });
    if (!guard) io.to(staffRoom(projectId, module)).emit('presence', message);
    else
      for (const [socket, viewer] of viewersIn(io, projectId, module))
        if (mayHear(viewer, guard)) socket.emit('presence', message);
  });
  /** Modules of which residents see only record names. */
  const named = new Set(
    [...definitions.values()]
      .filter(definition => definition.resident && !open.has(definition.code))
      .map(definition => definition.code),
  );
  /** Modules that all residents may follow. */
  const shown = new Set(
    [...definitions.values()].filter(definition => definition.resident?.everyone).map(definition => definition.code),
  );
  const catchUp = createCatchUp(feed, (event, { unitId, groups, livesSince, viewer, names }) => {
    if (livesSince && event.row.at < livesSince) return null;
    const definition = definitions.get(event.row.entity);
    if (names.has(event.row.module))
      return unitId && shown.has(event.row.module) ? everyoneEvent(definition, event) : renameHint(definition, event);
    if (unitId) return visibleToHousehold(definition, event, { unitId, groups }, holders);
    return viewer && visibleToViewer(definition, event, viewer);
  });
  const mayHear = (viewer: Viewer | null, guard: Guarded | null) => seesGuarded(definitions, viewer, guard);

  io.use(async (socket, next) => {
    try {
      const who = await gate.authenticate(String(socket.handshake.auth.token ?? ''));
      socket.data = { ...who, scopes: new Map(), timer: undefined };
      expire(socket as unknown as LiveSocket, who.expires);
      next();
    } catch {
      next(new Error('UNAUTHORIZED'));
    }
  });

  io.on('connection', raw => {
    const socket = raw as unknown as LiveSocket;
    void socket.join([`user:${socket.data.userId}`, `session:${socket.data.sessionId}`]);
    throttle(socket);
    rejectUnknownEvents(socket);
    const inTurn = createQueue(1);
    onMessage(socket, 'subscribe', SUBSCRIBE, input =>
      inTurn(() => ('unitId' in input ? subscribeResident(socket, input) : subscribeStaff(socket, input))),
    );
    onMessage(socket, 'unsubscribe', UNSUBSCRIBE, async input => {
      const key = 'unitId' in input ? input.unitId : input.projectId;
      const scope = socket.data.scopes.get(key);
      for (const module of input.modules ?? [...(scope?.modules ?? []), ...(scope?.names ?? [])]) {
        scope?.modules.delete(module);
        scope?.names.delete(module);
        void socket.leave('unitId' in input ? unitRoom(key, module) : staffRoom(key, module));
        for (const room of scope ? [namesRoom, residentsRoom] : [])
          void socket.leave(room(scope?.projectId ?? '', module));
      }
      return { ok: true };
    });
    onMessage(socket, 'presence', PRESENCE, async input => {
      const scope = await scopeFor(socket, input);
      const guard = scope && (await guardedRecord(definitions.values(), input.projectId, input.module, input.entityId));
      if (!scope || !(scope.unitId || mayHear(scope.viewer, guard ?? null))) return refusal('FORBIDDEN');
      // Residents are told that an answer is being typed.
      const answers = input.mode === 'typing' && !scope.unitId;
      const unitId = answers ? await gate.unitOf(input.projectId, input.entityId) : null;
      const user = { ...scope.actor, kind: socket.data.kind };
      presence.set(socket.id, { ...input, guard: guard ?? null, user, unitId });
      return { ok: true };
    });
    onMessage(socket, 'auth', AUTH, async ({ token }) => {
      const who = await gate.authenticate(token);
      if (who.sessionId !== socket.data.sessionId) return refusal('UNAUTHORIZED');
      expire(socket, who.expires);
      return { ok: true };
    });
    socket.on('disconnect', () => {
      clearTimeout(socket.data.timer);
      presence.leave(socket.id);
    });
  });

  /** The subscription through which a socket may send presence on a record; for residents it must be the record's unit. */
  async function scopeFor(socket: LiveSocket, input: z.infer<typeof PRESENCE>): Promise<SocketScope | undefined> {
    for (const scope of socket.data.scopes.values()) {
      if (scope.projectId !== input.projectId || !scope.modules.has(input.module)) continue;
      if (!scope.unitId || (await gate.ownRecord(scope.projectId, scope.unitId, input.entityId))) return scope;
    }
    return undefined;
  }

  function expire(socket: LiveSocket, expires: number): void {
    clearTimeout(socket.data.timer);
    socket.data.timer = setTimeout(() => signOut(socket, 'expired'), Math.max(0, expires * 1000 - clockMs()));
  }

  function signOut(socket: LiveSocket, reason: string): void {
    socket.emit('signed-out', { reason });
    socket.disconnect(true);
  }

  async function subscribeStaff(
    socket: LiveSocket,
    input: { projectId: string; modules: string[]; since?: string | undefined },
  ) {
    const access = socket.data.kind === 'staff' ? await gate.staffAccess(socket.data.userId, input.projectId) : null;
    if (!access) return refusal('EMPLOYEE_NOT_HAVE_PERMISSION');
    const granted = input.modules.filter(module => access.modules.has(module));
    const names = input.modules.filter(module => !access.modules.has(module) && access.names.has(module));
    const isNew = !socket.data.scopes.has(input.projectId);
    const scope = socket.data.scopes.get(input.projectId) ?? {
      projectId: input.projectId,
      unitId: null,
      groups: [],
      modules: new Set<string>(),
      names: new Set<string>(),
      actor: { id: access.actorId, name: access.name },
      viewer: access.viewer,
    };
    scope.viewer = access.viewer;
    socket.data.scopes.set(input.projectId, scope);
    // The client's data was read after this cursor.
    const { since } = input;
    if (isNew && since && changes.concerns(input.projectId, [access.actorId, socket.data.userId], since))
      socket.emit('event', permissionsChanged(input.projectId));
    for (const module of granted) {
      scope.modules.add(module);
      if (scope.names.delete(module)) void socket.leave(namesRoom(input.projectId, module));
    }
    for (const module of names) scope.names.add(module);
    const roomOf = (module: string) => (scope.names.has(module) ? namesRoom : staffRoom)(input.projectId, module);
    const answer = await catchUp(socket, scope, [...granted, ...names], input.since, roomOf);
    for (const module of granted)
      presence.greet(input.projectId, module, (message, guard) => {
        if (mayHear(access.viewer, guard)) socket.emit('presence', message);
      });
    return {
      ...answer,
      denied: input.modules.filter(module => !access.modules.has(module)),
      names,
    };
  }

  async function subscribeResident(
    socket: LiveSocket,
    input: { unitId: string; modules: string[]; since?: string | undefined },
  ) {
    const access = socket.data.kind === 'resident' ? await gate.residentAccess(socket.data.userId, input.unitId) : null;
    if (!access) return refusal('FORBIDDEN');
    const granted = input.modules.filter(module => open.has(module));
    const names = input.modules.filter(module => named.has(module));
    const { projectId, groups, since: livesSince, actorId, name } = access;
    const actor = { id: actorId, name };
    const followed = { modules: new Set(granted), names: new Set(names) };
    const scope = { projectId, unitId: input.unitId, groups, livesSince, ...followed, actor, viewer: null };
    socket.data.scopes.set(input.unitId, scope);
    const roomOf = (module: string) =>
      followed.names.has(module)
        ? (shown.has(module) ? residentsRoom : namesRoom)(projectId, module)
        : unitRoom(input.unitId, module);
    return {
      ...(await catchUp(socket, scope, [...granted, ...names], input.since, roomOf)),
      denied: input.modules.filter(module => !open.has(module) && !shown.has(module)),
      names,
    };
  }

  /** Broadcasts a change to staff; where visibility is limited, each gets only what they may see. */
  function broadcastToStaff(event: FeedEvent, definition: Definition | undefined): void {
    const { projectId, module } = event.row;
    if (definition?.visible) {
      for (const [socket, viewer] of viewersIn(io, projectId, module)) {
        const form = visibleToViewer(definition, event, viewer);
        if (form) emit(socket, definition, form);
      }
      return;
    }
    const form = visibleEvent(definition, event, 'staff');
    if (form) emit(io.to(staffRoom(projectId, module)), definition, form);
  }

  /** Broadcasts changes of shared records to residents, each with what their household may see. */
  function broadcastToHomes(event: FeedEvent): void {
    for (const raw of io.sockets.sockets.values())
      for (const { projectId, unitId, groups, modules } of (raw as unknown as LiveSocket).data.scopes.values()) {
        if (!unitId || projectId !== event.row.projectId || !modules.has(event.row.module)) continue;
        const form = visibleToHousehold(definitions.get(event.row.entity), event, { unitId, groups }, holders);
        if (form) raw.emit('event', form as never);
      }
  }

  const unsubscribe = feed.subscribe(event => {
    const { row } = event;
    if (!row.projectId) return;
    const definition = definitions.get(row.entity);
    broadcastToStaff(event, definition);
    broadcastToNamed(io, event, definition);
    if (definition?.resident?.shared || holders.has(row.entity)) return broadcastToHomes(event);
    const left = definition?.resident && leftUnit(row);
    if (left) io.to(unitRoom(left, row.module)).emit('event', leavingEvent(event));
    const rooms = definition?.resident ? unitsOf(row).map(unit => unitRoom(unit, row.module)) : [];
    const heard = rooms.filter(room => io.sockets.adapter.rooms.has(room));
    if (heard.length === 0) return;
    const form = visibleEvent(definition, event, 'resident');
    if (form) emit(io.to(heard), definition, form);
  });
  feed.onGap(() => io.disconnectSockets(true));

  return {
    toUser: (userId, event, data) => void io.to(`user:${userId}`).emit(event, data),
    hasUser: userId => io.sockets.adapter.rooms.has(`user:${userId}`),
    viewers: (projectId, module) =>
      new Map([...viewersIn(io, projectId, module)].map(([{ data }, viewer]) => [data.userId, viewer])),
    toUnit: (unitId, module, event, data) => void io.to(unitRoom(unitId, module)).emit(event, data),
    toResidents: (projectId, module, event, data) => void io.to(residentsRoom(projectId, module)).emit(event, data),
    toModule: (projectId, module, event, data) => void io.to(staffRoom(projectId, module)).emit(event, data),
    reconsider: (projectId, concerned) => {
      changes.note(projectId, concerned);
      return reconsider(
        io.sockets.sockets.values() as unknown as Iterable<LiveSocket>,
        projectId,
        concerned,
        gate,
        (socket, module) => presence.leave(socket.id, projectId, module),
        [...definitions.values()].filter(definition => definition.visible),
      );
    },
    tell(projectId, event, data) {
      for (const raw of io.sockets.sockets.values()) {
        const { scopes } = (raw as unknown as LiveSocket).data;
        if (!projectId || [...scopes.values()].some(scope => scope.projectId === projectId))
          raw.emit(event, data as never);
      }
    },
    endSession(sessionId, reason) {
      io.to(`session:${sessionId}`).emit('signed-out', { reason });
      io.in(`session:${sessionId}`).disconnectSockets(true);
    },
    connections: () => io.engine.clientsCount,
    rooms: () => io.sockets.adapter.rooms.size - io.sockets.sockets.size,
    async close() {
      unsubscribe();
      await io.close();
      await presence.close();
    },
  };
}
