import { useEffect, useRef, useState } from 'react';
import { io, type Socket } from 'socket.io-client';
import { accessToken, call, onToken, type Refused, renew } from './api.ts';
import { keepReading, keptReading } from './cache.ts';

/** Permission modules whose events the app follows (modules.md). */
const MODULES = [
  'HELP_DESK',
  'MEMBER_COMMUNICATE',
  'ANNOUNCEMENT',
  'NEWS',
  'POLL',
  'ACCESS_MANAGEMENT',
  'PARCEL',
  'BILL',
  'FEE_NOTICE',
  'RECEIPT',
  'UNIT_ACCOUNT',
  'DEPOSIT',
  'DEBT_TRACKING',
  'DEBT_COMPARISON',
  'ONLINE_TRANSACTION',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'CARD_REGISTRATION_MANAGEMENT',
  'AMENITY',
  'AMENITIES_ORDERS',
  'MERCHANT_ORDER',
  'HOTLINE',
  'HANDOVER',
  'CONFERENCE',
];

export interface LiveEvent {
  module: string;
  action?: string;
  entityId: string | null;
  message?: unknown;
}

/** Delay before a refused socket connects again. */
const RETRY_MS = 2000;

/** Presence of staff, without a name: somebody is typing, or has read. */
export interface Sign {
  entityId: string;
  typing?: boolean;
}
const signs = new Set<(sign: Sign) => void>();

/** Registers a callback for presence of the other side. */
export function onSign(listener: (sign: Sign) => void): () => void {
  signs.add(listener);
  return () => void signs.delete(listener);
}

/** Tells staff that the resident is typing, or has stopped. */
export function sendTyping(about: { projectId: string; module: string; entityId: string }, typing: boolean): void {
  if (socket?.connected) socket.emit('presence', { ...about, mode: typing ? 'typing' : 'left' });
}

const heard = new Set<(event: LiveEvent | null) => void>();
const states = new Set<(on: boolean) => void>();
let socket: Socket | null = null;

function tell(event: LiveEvent | null): void {
  for (const listener of heard) listener(event);
}

/**
 * Subscribes to the events of a unit; returns the unsubscribe function. `ended` receives the reason if the server ends the
 * session.
 */
export function follow(unitId: string, ended: (reason: string) => void): () => void {
  const connection = io({
    transports: ['websocket'],
    auth: tell => tell({ token: accessToken() ?? '' }),
    reconnectionDelayMax: 4000,
  });
  socket = connection;
  connection.on('connect', () => {
    for (const listener of states) listener(true);
    connection.emit('subscribe', { unitId, modules: MODULES }, () => tell(null));
  });
  connection.on('disconnect', reason => {
    for (const listener of states) listener(false);
    if (reason === 'io server disconnect') void renew().then(done => done && connection.connect());
  });
  connection.on('connect_error', () => {
    for (const listener of states) listener(false);
    // A refused socket does not reconnect by itself; it is retried with a new token.
    if (!connection.active)
      setTimeout(
        () =>
          void renew().then(
            done => done && connection.connect(),
            () => connection.connect(),
          ),
        RETRY_MS,
      );
  });
  connection.on('event', (event: LiveEvent) => tell(event));
  connection.on('signed-out', ({ reason }: { reason: string }) => {
    if (reason !== 'expired') ended(reason);
  });
  connection.on('typing', (sign: Sign) => {
    for (const listener of signs) listener(sign);
  });
  connection.on('read', ({ roomId }: { roomId: string }) => {
    for (const listener of signs) listener({ entityId: roomId });
  });

  const stop = onToken(() => connection.emit('auth', { token: accessToken() ?? '' }));
  return () => {
    stop();
    connection.disconnect();
    socket = null;
  };
}

/** Calls back on each event, and with null if some may have been missed. */
export function useEvents(listener: (event: LiveEvent | null) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onEvent(event => latest.current(event)), []);
}

/** Whether the socket is connected. */
export function useConnected(): boolean {
  const [on, setOn] = useState(socket?.connected ?? false);
  useEffect(() => {
    states.add(setOn);
    setOn(socket?.connected ?? false);
    return () => void states.delete(setOn);
  }, []);
  return on;
}

const NONE = { data: null };

export interface Reading<T> {
  data: T | null;
  error: Refused | null;
  again: () => void;
}

/** Calls back on each event, and with null if some may have been missed; returns the unsubscribe function. */
export function onEvent(listener: (event: LiveEvent | null) => void): () => void {
  heard.add(listener);
  return () => void heard.delete(listener);
}

/**
 * Loads a path, and reloads it on events of its modules. Shows a stored response until the first load, and keeps the data
 * during reloads.
 */
export function useReading<T>(path: string | null, modules: readonly string[] = []): Reading<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; error: Refused | null }>({
    path: null,
    data: null,
    error: null,
  });
  const turns = useRef(0);
  const read = () => {
    if (!path) return;
    const turn = ++turns.current;
    call<T>(path).then(
      data => {
        keepReading(path, data);
        if (turn === turns.current) setState({ path, data, error: null });
      },
      error =>
        turn === turns.current && setState(before => ({ ...before, ...(before.path !== path && NONE), path, error })),
    );
  };
  const readFirst = () => {
    read();
    if (path)
      void keptReading<T>(path).then(stored => {
        if (stored)
          setState(before => (before.path === path && before.data ? before : { path, data: stored, error: null }));
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is read from the beginning
  useEffect(readFirst, [path]);
  useEvents(event => {
    if (event === null || modules.includes(event.module)) read();
  });
  return { data: state.path === path ? state.data : null, error: state.error, again: read };
}
