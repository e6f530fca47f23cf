import { io, type Socket } from 'socket.io-client';
import { dataOf } from '../http/api.ts';
import { accessToken, onToken, refreshToken, transport } from '../http/token.ts';
import { endSession } from '../session/session.ts';
import { answeredIn, socketIs } from './connection.ts';

const ANSWER_WITHIN = 8_000;
/** Messages that the server pushes (api.md, Live). */
const SAID = [
  'changed',
  'event',
  'badges',
  'presence',
  'progress',
  'message',
  'read',
  'preferences',
  'views',
  'account',
];

const listeners = new Map<string, Set<(body: unknown) => void>>();
let socket: Socket | null = null;
/** Number of the connection: answers of an older one do not count. */
let connection = 0;
let stopToken: (() => void) | null = null;

/** The number of the current connection; it changes with each reconnection. */
export function connectionNow(): number {
  return connection;
}

export function isConnected(): boolean {
  return socket?.connected ?? false;
}

/** Sends and waits for the acknowledgement; null when there is no connection or it comes too late. */
export async function ask(name: string, body: object): Promise<unknown> {
  if (!socket?.connected) return null;
  const begun = performance.now();
  const answer = await socket
    .timeout(ANSWER_WITHIN)
    .emitWithAck(name, body)
    .catch(() => null);
  // Not for catch-up requests, whose duration depends on the database rather than the network.
  if (answer !== null && !('since' in body)) answeredIn(performance.now() - begun);
  return answer;
}

/** Sends without waiting; lost when there is no connection. */
export function say(name: string, body: object): void {
  if (socket?.connected) socket.emit(name, body, () => undefined);
}

/** Calls back for each message that the server pushes; `connected` is called with each new connection. */
export function onSaid<T>(name: string, listener: (body: T) => void): () => void {
  const heardOf = listeners.get(name) ?? new Set();
  // Safe cast: messages follow api.md, and each listener names the shape it expects.
  const heard = listener as (body: unknown) => void;
  listeners.set(name, heardOf.add(heard));
  return () => heardOf.delete(heard);
}

/** Replaces a connection that does not answer; does nothing if it was replaced already. */
export function reconnect(which: number): void {
  if (which === connection && socket?.connected) socket.disconnect().connect();
}

/** Connects now instead of at the next retry: between two retries `connect` alone does nothing. */
export function wake(): void {
  if (socket && !socket.connected && accessToken()) socket.disconnect().connect();
}

/** The server closed the connection: reconnects with a valid token. */
async function recover(): Promise<void> {
  const held = socket;
  const refreshed = await refreshToken();
  if (refreshed === 'ended') endSession('expired');
  else setTimeout(() => socket === held && held?.connect(), refreshed === 'unreachable' ? 3000 : 500);
}

/** Opens the single connection of this tab, which reconnects by itself; calls `connected` each time. */
export function openSocket(connected: () => void): void {
  if (socket) return;
  const opened = io(transport.origin || '/', {
    transports: ['websocket'],
    // Evaluated at each attempt: an earlier token may have expired.
    auth: tell => tell({ token: accessToken() }),
    reconnectionDelay: 300,
    reconnectionDelayMax: 5000,
  });
  socket = opened;
  opened.on('connect', () => {
    connection++;
    socketIs(true);
    connected();
    listeners.get('connected')?.forEach(listener => void listener(connection));
  });
  opened.on('disconnect', reason => {
    socketIs(false);
    if (reason === 'io server disconnect') void recover();
  });
  opened.on('connect_error', () => {
    socketIs(false);
    if (!opened.active) void recover();
  });
  // An expired token (a laptop that slept) is renewed; any other refusal is final.
  opened.on('signed-out', body => {
    const { reason } = dataOf<{ reason: string }>(body);
    if (reason !== 'expired') endSession('expired', reason);
  });
  for (const name of SAID) opened.on(name, body => listeners.get(name)?.forEach(listener => void listener(body)));
  stopToken = onToken(token => {
    if (token) say('auth', { token });
  });
}

/** Closes the connection. */
export function closeSocket(): void {
  stopToken?.();
  const closing = socket;
  socket = null;
  closing?.removeAllListeners();
  closing?.disconnect();
}
