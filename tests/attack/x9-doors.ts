import { connect, type Socket as Wire } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { until } from '../setup/client/socket-client.ts';
import type { Person } from '../setup/world.ts';
import type { Tally } from './verdict.ts';

const LATE_MS = 2000;

/** Sends a request and expects a refusal of this status in good time. */
async function refuses(tally: Tally, what: string, status: number, send: () => Promise<Response>): Promise<void> {
  tally.tried++;
  const begun = performance.now();
  // A server that hangs up in the middle of what is too large has refused it too.
  const answer = await send().catch(() => null);
  const took = performance.now() - begun;
  if (answer && answer.status !== status) tally.fallen.push(`${what}: ${answer.status} ${await answer.text()}`);
  if (took > LATE_MS) tally.fallen.push(`${what}: refused after ${Math.round(took)} ms`);
}

/** Bodies and queries that are too large, too deep, too many. */
export async function tryLarge(tally: Tally, url: string, { token }: Person, projectId: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'X-Project-Id': projectId,
    'X-Forwarded-For': '203.0.113.50',
    'Content-Type': 'application/json',
  };
  const post = (body: string) => () => fetch(`${url}/api/pms/helpdesk`, { method: 'POST', headers, body });
  const get = (query: string) => () => fetch(`${url}/api/pms/helpdesk?${query}`, { headers });
  const deep = (n: number, open: string, close: string) => open.repeat(n) + close.repeat(n);
  await refuses(tally, 'JSON of 8 MB', 413, post(JSON.stringify({ title: 'x'.repeat(8 * 1024 * 1024) })));
  await refuses(tally, 'lists 10,000 deep', 400, post(`{"title":${deep(10_000, '[', ']')}}`));
  await refuses(tally, 'objects 10,000 deep', 400, post(`{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`));
  await refuses(tally, '60,000 fields', 400, post(`{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join()}}`));
  await refuses(tally, 'half of a JSON', 400, post('{"title":'));
  await refuses(tally, 'a query 1,000 deep', 400, get(`filter${'[a]'.repeat(1000)}=1`));
  await refuses(tally, '3,000 parameters', 400, get(Array.from({ length: 2000 }, (_, n) => `p${n}=1`).join('&')));
  await refuses(tally, 'a head of 20 KB', 431, () =>
    fetch(`${url}/healthz`, { headers: { 'X-Long': 'x'.repeat(20_000) } }),
  );
}

const open = (url: string, token: string, extraHeaders: Record<string, string> = {}): Promise<Socket | null> =>
  new Promise(resolve => {
    const settings = { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false };
    const socket = io(url, { ...settings, extraHeaders });
    socket.once('connect', () => resolve(socket)).once('connect_error', () => resolve(null));
  });

/** Sockets that shout, flood, ask for what is not there or come from a foreign page. */
export async function trySockets(tally: Tally, url: string, token: string): Promise<void> {
  const isClosed = async (what: string, act: (socket: Socket) => void) => {
    tally.tried++;
    const socket = await open(url, token);
    if (!socket) return void tally.fallen.push(`${what}: no socket to try it on`);
    act(socket);
    const closed = await until(() => !socket.connected, { ms: LATE_MS }).catch(() => false);
    if (!closed) tally.fallen.push(`${what}: still connected`);
    socket.disconnect();
  };
  await isClosed('a message of 1 MB', socket => socket.emit('subscribe', { projectId: 'x'.repeat(1024 * 1024) }));
  await isClosed('1,000 messages at once', socket => {
    for (let n = 0; n < 1000; n++) socket.emit('presence', {});
  });
  await isClosed('1,000 unknown messages', socket => {
    for (let n = 0; n < 1000; n++) socket.emit(`unknown${n}`, n);
  });
  const socket = await open(url, token);
  for (const name of ['nothing', 'constructor', '__proto__', 'toString', 'disconnecting']) {
    tally.tried++;
    const answer = await socket
      ?.timeout(LATE_MS)
      .emitWithAck(name, {})
      .catch(() => null);
    // No answer is a refusal too: names of the library's own never reach the server.
    if (answer && answer.ok !== false) tally.fallen.push(`${name}: ${JSON.stringify(answer)}`);
  }
  socket?.disconnect();
  for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://']) {
    tally.tried++;
    const foreign = await open(url, token, { Origin });
    if (foreign) tally.fallen.push(`a page of ${Origin} has a socket`);
    foreign?.disconnect();
  }
}

/** Opens connections that send a line of a head now and then, and never its end. */
export function openSlow(url: string, count: number): { left: () => number; close: () => void } {
  const { hostname, port } = new URL(url);
  const wires = Array.from({ length: count }, (): Wire => {
    const wire = connect(Number(port), hostname);
    wire.on('error', () => {});
    wire.write('GET /api/auth/me HTTP/1.1\r\nHost: x\r\n');
    return wire;
  });
  const drip = setInterval(() => {
    for (const wire of wires) if (wire.writable) wire.write('X-More: 1\r\n');
  }, 3000);
  return {
    left: () => wires.filter(wire => !wire.closed && wire.readyState === 'open').length,
    close() {
      clearInterval(drip);
      for (const wire of wires) wire.destroy();
    },
  };
}
