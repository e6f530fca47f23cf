import { ticket } from '@lobby/shared/modules/ticket.ts';
import { io } from 'socket.io-client';
import { now, sleep } from '../load/machine.ts';
import type { Product } from '../load/product.ts';
import type { Intent } from './writers.ts';

interface Heard {
  id: string;
  entityId: string | null;
  action: string;
}
interface Subscribed {
  ok: boolean;
  cursor: string;
  events?: Heard[];
  resync?: boolean;
}

/** Somebody who follows the tickets of a project, comes back after each break, and asks for what came meanwhile. */
export interface Watcher {
  /** The moment of the first event later than so many ms from now. */
  heardAfter: (ms: number) => Promise<number>;
  /** Waits until the making of each was heard, for a while. */
  hears: (intents: readonly Intent[]) => Promise<void>;
  /** How many were acknowledged and never heard of. */
  missing: (intents: readonly Intent[]) => number;
  /** Events that came twice over one connection, and how often it had to read everything again. */
  repeated: () => number;
  resyncs: () => number;
  connections: () => number;
  /** Shows a new token, before the one that it came with ends. */
  renew: (token: string) => void;
  close: () => void;
}

export async function openWatcher({ url, token, projectId }: Pick<Product, 'url' | 'token' | 'projectId'>) {
  const made = new Set<string>();
  let [repeated, resyncs, connections, last] = [0, 0, 0, 0];
  let cursor: string | undefined;
  let onThis = new Set<string>();
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnectionDelayMax: 500 });
  const take = (event: Heard) => {
    last = now();
    if (event.action === 'create' && event.entityId) made.add(event.entityId);
  };
  socket.on('event', (event: Heard) => {
    if (onThis.has(event.id)) repeated++;
    onThis.add(event.id);
    take(event);
  });
  const subscribe = async () => {
    const asked = { projectId, modules: [ticket.code], ...(cursor && { since: cursor }) };
    const answer: Subscribed | null = await socket
      .timeout(8000)
      .emitWithAck('subscribe', asked)
      .catch(() => null);
    if (!answer?.ok) return;
    cursor = answer.cursor;
    if (answer.resync) resyncs++;
    for (const event of answer.events ?? []) take(event);
  };
  socket.on('connect', () => {
    connections++;
    onThis = new Set();
    void subscribe();
  });
  socket.on('disconnect', reason => reason === 'io server disconnect' && socket.connect());
  while (cursor === undefined) await sleep(20);
  // As the client does: what was lost on the way is asked for now and then.
  const check = setInterval(() => void (socket.connected && subscribe()), 5000);

  const missing = (intents: readonly Intent[]) => intents.filter(({ id }) => id !== null && !made.has(id)).length;
  return {
    async heardAfter(ms) {
      const from = now() + ms;
      while (last < from) await sleep(20);
      return last;
    },
    async hears(intents) {
      for (const end = now() + 20_000; missing(intents) > 0 && now() < end; ) await sleep(50);
    },
    missing,
    repeated: () => repeated,
    resyncs: () => resyncs,
    connections: () => connections,
    renew(next) {
      socket.auth = { token: next };
      socket.emit('auth', { token: next });
    },
    close() {
      clearInterval(check);
      socket.disconnect();
    },
  } satisfies Watcher;
}
