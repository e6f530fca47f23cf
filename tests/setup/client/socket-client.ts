import type { LiveEvent } from '@lobby/shared/kit/live-event.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { io, type Socket } from 'socket.io-client';
import type { Row } from '../caller.ts';
import { LIMIT } from '../time/limit.ts';

/** An event caused by a person. */
export type Heard = LiveEvent<Row> & { actor: { id: string; name: string }; message?: Row };
export interface Subscribed {
  ok: boolean;
  code?: string;
  message?: string;
  cursor: string;
  denied: string[];
  events?: Heard[];
  resync?: boolean;
}

export interface Listener {
  socket: Socket;
  events: Heard[];
  /** All other messages, by name. */
  others: { name: string; data: Record<string, unknown> }[];
  ask: <T = Subscribed>(name: string, payload?: unknown) => Promise<T>;
  /** The first matching event, received already or later. */
  hear: (test: (event: Heard) => boolean) => Promise<Heard>;
  other: (name: string, test?: (data: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>;
  close: () => void;
}

/** Waits for a result; polls over a socket use `ASKING`. */
export async function until<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { ms = LIMIT, every = 15 }: { ms?: number; every?: number } = {},
): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`nothing within ${ms} ms: ${look}`);
    await pause(every);
  }
}

/** The server cuts off sockets that poll more often. */
export const ASKING = { every: 250 };

export const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

const CODES = [...new Set(MODULES.map(module => module.code))];
const PART = 40;

/** Subscribes to every module of a project or unit, in several messages as each is limited; returns the denied ones. */
export async function subscribeAll(
  ear: Listener,
  scope: { projectId: string } | { unitId: string },
): Promise<string[]> {
  const denied: string[] = [];
  for (let from = 0; from < CODES.length; from += PART) {
    const answer = await ear.ask('subscribe', { ...scope, modules: CODES.slice(from, from + PART) });
    if (!answer.ok) throw new Error(`not subscribed: ${answer.code} ${answer.message}`);
    denied.push(...answer.denied);
  }
  return denied;
}

/** Opens a socket like a client; the caller closes it. */
export async function openEar(url: string, token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  const events: Heard[] = [];
  const others: Listener['others'] = [];
  socket.onAny((name: string, data) => (name === 'event' ? events.push(data) : others.push({ name, data })));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    events,
    others,
    ask: (name, payload = {}) => socket.timeout(30_000).emitWithAck(name, payload),
    hear: test => until(() => events.find(test)),
    other: async (name, test = () => true) =>
      (await until(() => others.find(other => other.name === name && test(other.data)))).data,
    close: () => void socket.disconnect(),
  };
}
