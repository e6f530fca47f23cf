import type { Server as HttpServer } from 'node:http';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Server, type Socket } from 'socket.io';
import type { z } from 'zod';
import { valuesIn } from './activity.ts';
import type { Feed, FeedEvent } from './feed.ts';
import type { Gate } from './gate.ts';
import { hear, refusal, refuseUnknown, throttle } from './hearing.ts';
import {
  AUTH,
  PRESENCE,
  permissionsChanged,
  SUBSCRIBE,
  staffRoom,
  UNSUBSCRIBE,
  unitRoom,
  unitsOf,
} from './live-messages.ts';
import { holdKeys } from './person-keys.ts';
import { createPresence } from './presence.ts';
import { holdersOf, isForResidents, leaving, leftUnit, travelling, travellingHome } from './travelling.ts';

interface Place {
  projectId: string;
  unitId: string | null;
  /** The block of that unit. */
  blockId: string | null;
  modules: Set<string>;
  actor: { id: string; name: string };
}
interface SocketData {
  userId: string;
  sessionId: string;
  kind: 'staff' | 'resident';
  places: Map<string, Place>;
  timer: NodeJS.Timeout | undefined;
}
type LiveSocket = Socket<
  Record<string, never>,
  Record<string, (...args: unknown[]) => void>,
  Record<string, never>,
  SocketData
>;

export interface Live {
  toUser: (userId: string, event: string, data: unknown) => void;
  toModule: (projectId: string, module: string, event: string, data: unknown) => void;
  /** Evaluates again what the sockets of a project's staff, or of its residents, may hear. */
  reconsider: (projectId: string, whom: 'staff' | 'resident') => Promise<void>;
  /** Says something to everybody who is connected, or, with a project, to those who look at it. */
  tell: (projectId: string, event: string, data: unknown) => void;
  endSession: (sessionId: string, reason: string) => void;
  connections: () => number;
  /** Rooms with somebody in them, a socket's own room left out. */
  rooms: () => number;
  close: () => Promise<void>;
}

/** Older events, with the keys in memory that they are masked with. */
async function withKeys(found: FeedEvent[] | null): Promise<FeedEvent[] | null> {
  await holdKeys(valuesIn((found ?? []).map(({ row }) => row)));
  return found;
}

/** Opens the live side: sockets in rooms, fed by the one feed (api.md, Live). */
export function openLive(http: HttpServer, feed: Feed, definitions: ReadonlyMap<string, Definition>, gate: Gate): Live {
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
  // The handshake's request holds buffers that nobody reads again.
  io.engine.on('connection', (socket: { request: unknown }) => {
    socket.request = null;
  });
  const open = new Set([...definitions.values()].filter(isForResidents).map(one => one.code));
  const holders = holdersOf([...definitions.values()]);
  const presence = createPresence((projectId, module, message) =>
    io.to(staffRoom(projectId, module)).emit('presence', message),
  );

  io.use(async (socket, next) => {
    try {
      const who = await gate.authenticate(String(socket.handshake.auth.token ?? ''));
      socket.data = { ...who, places: new Map(), timer: undefined };
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
    refuseUnknown(socket);
    hear(socket, 'subscribe', SUBSCRIBE, input =>
      'unitId' in input ? subscribeResident(socket, input) : subscribeStaff(socket, input),
    );
    hear(socket, 'unsubscribe', UNSUBSCRIBE, async input => {
      const key = 'unitId' in input ? input.unitId : input.projectId;
      const place = socket.data.places.get(key);
      for (const module of input.modules ?? place?.modules ?? []) {
        place?.modules.delete(module);
        void socket.leave('unitId' in input ? unitRoom(key, module) : staffRoom(key, module));
      }
      return { ok: true };
    });
    hear(socket, 'presence', PRESENCE, async input => {
      const place = await placeFor(socket, input);
      if (!place) return refusal('FORBIDDEN');
      presence.set(socket.id, { ...input, user: { ...place.actor, kind: socket.data.kind } });
      return { ok: true };
    });
    hear(socket, 'auth', AUTH, async ({ token }) => {
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

  /** The place from which a socket may tell of a record; a resident's must be the record's unit. */
  async function placeFor(socket: LiveSocket, input: z.infer<typeof PRESENCE>): Promise<Place | undefined> {
    for (const place of socket.data.places.values()) {
      if (place.projectId !== input.projectId || !place.modules.has(input.module)) continue;
      if (!place.unitId || (await gate.ownRecord(place.projectId, place.unitId, input.entityId))) return place;
    }
    return undefined;
  }

  function expire(socket: LiveSocket, expires: number): void {
    clearTimeout(socket.data.timer);
    socket.data.timer = setTimeout(() => signOut(socket, 'expired'), Math.max(0, expires * 1000 - Date.now()));
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
    const place = socket.data.places.get(input.projectId) ?? {
      projectId: input.projectId,
      ...{ unitId: null, blockId: null },
      modules: new Set<string>(),
      actor: { id: access.actorId, name: access.name },
    };
    socket.data.places.set(input.projectId, place);
    for (const module of granted) {
      place.modules.add(module);
      void socket.join(staffRoom(input.projectId, module));
    }
    for (const module of granted) presence.greet(input.projectId, module, message => socket.emit('presence', message));
    return {
      ...(await catchUp(input.projectId, granted, input.since, place)),
      denied: input.modules.filter(module => !access.modules.has(module)),
    };
  }

  async function subscribeResident(
    socket: LiveSocket,
    input: { unitId: string; modules: string[]; since?: string | undefined },
  ) {
    const access = socket.data.kind === 'resident' ? await gate.residentAccess(socket.data.userId, input.unitId) : null;
    if (!access) return refusal('FORBIDDEN');
    const granted = input.modules.filter(module => open.has(module));
    const { projectId, blockId, actorId, name } = access;
    const actor = { id: actorId, name };
    const place = { projectId, unitId: input.unitId, blockId, modules: new Set(granted), actor };
    socket.data.places.set(input.unitId, place);
    for (const module of granted) void socket.join(unitRoom(input.unitId, module));
    return {
      ...(await catchUp(projectId, granted, input.since, place)),
      denied: input.modules.filter(module => !open.has(module)),
    };
  }

  async function catchUp(projectId: string, granted: string[], since: string | undefined, { unitId, blockId }: Place) {
    // Joined already: what the feed brings from here on reaches the socket, what came before is in the answer.
    if (since === undefined) return { ok: true, cursor: feed.cursor() };
    const found = feed.since(since, projectId, granted);
    const cursor = feed.cursor();
    const missed = Array.isArray(found) ? found : await found.then(withKeys);
    if (!missed) return { ok: true, cursor, resync: true };
    return {
      ok: true,
      cursor,
      events: missed
        .map(event => {
          const definition = definitions.get(event.row.entity);
          return unitId
            ? travellingHome(definition, event, { unitId, blockId }, holders)
            : travelling(definition, event, 'staff');
        })
        .filter(Boolean),
    };
  }

  async function narrow(socket: LiveSocket, projectId: string): Promise<void> {
    for (const [key, place] of socket.data.places) {
      if (place.projectId !== projectId) continue;
      if (place.unitId) {
        const access = await gate.residentAccess(socket.data.userId, place.unitId);
        if (access && access.blockId !== place.blockId) socket.emit('event', permissionsChanged(projectId));
        if (access) place.blockId = access.blockId;
        if (access) continue;
        for (const module of place.modules) void socket.leave(unitRoom(place.unitId, module));
        socket.data.places.delete(key);
        continue;
      }
      const access = await gate.staffAccess(socket.data.userId, projectId);
      socket.emit('event', permissionsChanged(projectId));
      for (const module of place.modules) {
        if (access?.modules.has(module)) continue;
        place.modules.delete(module);
        void socket.leave(staffRoom(projectId, module));
        presence.leave(socket.id, projectId, module);
      }
    }
  }

  /** Tells residents of what is shared, each what their household sees of it. */
  function tellHomes(event: FeedEvent): void {
    for (const raw of io.sockets.sockets.values())
      for (const { projectId, unitId, blockId, modules } of (raw as unknown as LiveSocket).data.places.values()) {
        if (!unitId || projectId !== event.row.projectId || !modules.has(event.row.module)) continue;
        const form = travellingHome(definitions.get(event.row.entity), event, { unitId, blockId }, holders);
        if (form) raw.emit('event', form as never);
      }
  }

  const unsubscribe = feed.subscribe(event => {
    const { row } = event;
    if (!row.projectId) return;
    const definition = definitions.get(row.entity);
    const staff = travelling(definition, event, 'staff');
    if (staff) io.to(staffRoom(row.projectId, row.module)).emit('event', staff);
    if (definition?.resident?.shared || holders.has(row.entity)) return tellHomes(event);
    const left = definition?.resident && leftUnit(row);
    if (left) io.to(unitRoom(left, row.module)).emit('event', leaving(event));
    const rooms = definition?.resident ? unitsOf(row).map(unit => unitRoom(unit, row.module)) : [];
    const heard = rooms.filter(room => io.sockets.adapter.rooms.has(room));
    if (heard.length === 0) return;
    const form = travelling(definition, event, 'resident');
    if (form) io.to(heard).emit('event', form);
  });
  feed.onGap(() => io.disconnectSockets(true));

  return {
    toUser: (userId, event, data) => void io.to(`user:${userId}`).emit(event, data),
    toModule: (projectId, module, event, data) => void io.to(staffRoom(projectId, module)).emit(event, data),
    async reconsider(projectId, whom) {
      for (const raw of io.sockets.sockets.values()) {
        const socket = raw as unknown as LiveSocket;
        if (socket.data.kind !== whom) continue;
        // Who cannot be looked up hears nothing more: the client comes back and asks anew.
        await narrow(socket, projectId).catch(() => socket.disconnect(true));
      }
    },
    tell(projectId, event, data) {
      for (const raw of io.sockets.sockets.values()) {
        const socket = raw as unknown as LiveSocket;
        const places = [...socket.data.places.values()];
        if (!projectId || places.some(place => place.projectId === projectId)) raw.emit(event, data as never);
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
