import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { now } from './machine.ts';

const LOOK_EVERY_MS = 100;

interface Behind {
  url: string;
  ready: boolean;
}

/** A reverse proxy over several servers: sends nothing to one that is not ready, and tries the next if one takes no connection. */
export interface Front {
  url: string;
  add: (url: string) => void;
  /** Waits until a server gets requests, or no longer does. */
  until: (url: string, ready: boolean) => Promise<void>;
  close: () => void;
}

export async function openFront(): Promise<Front> {
  const servers: Behind[] = [];
  let turn = 0;
  const look = async () => {
    for (const server of servers)
      server.ready = await fetch(`${server.url}/readyz`).then(
        answer => answer.ok,
        () => false,
      );
  };
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  const choices = () => {
    const ready = servers.filter(server => server.ready);
    const first = ready.length > 0 ? turn++ % ready.length : 0;
    return [...ready.slice(first), ...ready.slice(0, first)];
  };

  function pass(asked: IncomingMessage, answer: ServerResponse, body: Buffer, [server, ...others]: Behind[]): void {
    if (!server)
      return void answer
        .writeHead(502, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ code: 'nobody is ready' }));
    const { hostname, port } = new URL(server.url);
    const { method, url: path, headers } = asked;
    const going = request({ hostname, port, method, path, headers, agent: false }, found => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    going.on('error', error => {
      // Nothing was sent: the next one may have it.
      if ('code' in error && error.code === 'ECONNREFUSED') pass(asked, answer, body, others);
      else if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code: error.message }));
    });
    going.end(body);
  }

  const http = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part);
    pass(asked, answer, Buffer.concat(parts), choices());
  });
  http.on('upgrade', (asked, socket, head) => {
    const [server] = choices();
    if (!server) return void socket.destroy();
    const { hostname, port } = new URL(server.url);
    const outer = connect(Number(port), hostname, () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`);
      outer.write([`GET ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      outer.write(head);
      outer.pipe(socket).pipe(outer);
    });
    outer.on('error', () => socket.destroy());
    socket.on('error', () => outer.destroy());
    socket.on('close', () => outer.destroy());
    outer.on('close', () => socket.destroy());
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    add: url => void servers.push({ url, ready: false }),
    async until(url, ready) {
      for (const end = now() + 20_000; servers.find(server => server.url === url)?.ready !== ready; await look())
        if (now() > end) throw new Error(`${url} is ${ready ? 'never' : 'always'} ready`);
    },
    close() {
      clearInterval(looking);
      http.closeAllConnections();
      http.close();
    },
  };
}
