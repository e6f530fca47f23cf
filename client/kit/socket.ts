import { io, type Socket } from 'socket.io-client';
import { dataOf } from './api.ts';
import { socketIs } from './connection.ts';
import { endSession } from './session.ts';
import { accessToken, onToken, refreshToken, transport } from './token.ts';

const ANSWER_WITHIN = 8_000;
/** What the server sends by itself (api.md, Live). */
const SAID = [
  'changed',
  'event',
  'badges',
  'presence',
  'progress',
  'message',
  'room',
  'preferences',
  'views',
  'account',
];

const said = new Map<string, Set<(body: unknown) => void>>();
let socket: Socket | null = null;
/** Number of the connection: answers of an older one do not count. */
let connection = 0;
let stopToken: (() => void) | null = null;

/** Which connection this is; another after each break. */
export function connectionNow(): number {
  return connection;
}

/** Whether anything can be sent now. */
export function isConnected(): boolean {
  return socket?.connected ?? false;
}

/** Sends and waits for the acknowledgement; null when there is no connection or it comes too late. */
export async function ask(name: string, body: object): Promise<unknown> {
  if (!socket?.connected) return null;
  return socket
    .timeout(ANSWER_WITHIN)
    .emitWithAck(name, body)
    .catch(() => null);
}

/** Sends without waiting; lost when there is no connection. */
export function say(name: string, body: object): void {
  if (socket?.connected) socket.emit(name, body, () => undefined);
}

/** Calls back for what the server sends by itself; `connected` comes with each new connection. */
export function onSaid<T>(name: string, listener: (body: T) => void): () => void {
  const known = said.get(name) ?? new Set();
  // The server's messages keep to api.md; each listener names the shape it expects.
  const heard = listener as (body: unknown) => void;
  said.set(name, known.add(heard));
  return () => known.delete(heard);
}

/** Leaves a connection that does not answer for a new one; an older one is left already. */
export function reconnect(which: number): void {
  if (which === connection && socket?.connected) socket.disconnect().connect();
}

/** Tries to connect now, rather than when it would be tried next: between two tries `connect` alone does nothing. */
export function wake(): void {
  if (socket && !socket.connected && accessToken()) socket.disconnect().connect();
}

/** The server ended the connection: with a good token it may come back. */
async function recover(): Promise<void> {
  const held = socket;
  const refreshed = await refreshToken();
  if (refreshed === 'ended') endSession('expired');
  else setTimeout(() => socket === held && held?.connect(), refreshed === 'unreachable' ? 3000 : 500);
}

/** Opens the one connection of this tab, which comes back by itself; `connected` hears of each. */
export function openSocket(connected: () => void): void {
  if (socket) return;
  const opened = io(transport.origin || '/', {
    transports: ['websocket'],
    // Asked for at each attempt: the token of the first may have ended.
    auth: tell => tell({ token: accessToken() }),
    reconnectionDelay: 300,
    reconnectionDelayMax: 5000,
  });
  socket = opened;
  opened.on('connect', () => {
    connection++;
    socketIs(true);
    connected();
    said.get('connected')?.forEach(listener => void listener(connection));
  });
  opened.on('disconnect', reason => {
    socketIs(false);
    if (reason === 'io server disconnect') void recover();
  });
  opened.on('connect_error', () => {
    socketIs(false);
    if (!opened.active) void recover();
  });
  // A token that ran out (a laptop that slept) is renewed; any other reason is meant.
  opened.on('signed-out', body => dataOf<{ reason: string }>(body).reason !== 'expired' && endSession('expired'));
  for (const name of SAID) opened.on(name, body => said.get(name)?.forEach(listener => void listener(body)));
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
