import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** A proxy that drops, repeats and delays frames from the server to the client, and counts them. */
export interface Weather {
  url: string;
  /** Bad weather from now on, or none. */
  set: (bad: boolean) => void;
  told: () => { frames: number; dropped: number; repeated: number; late: number };
  close: () => void;
}

/** A share of the frames that is spoilt: a third of these is dropped, a third comes twice, a third after later ones. */
const SPOILT = 0.1;

/** A way to the server on which frames of the socket suffer; calls over HTTP pass as they are. */
export async function openWeather(to: string): Promise<Weather> {
  const { hostname, port } = new URL(to);
  const told = { frames: 0, dropped: 0, repeated: 0, late: 0 };
  let bad = false;
  const http = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const going = request({ hostname, port, method, path, headers }, found => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    going.on('error', () => answer.destroy());
    asked.pipe(going);
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (inner, asked) => {
    const outer = new WebSocket(`ws://${hostname}:${port}${asked.url}`, { perMessageDeflate: false });
    const early: string[] = [];
    inner.on('message', data => {
      if (outer.readyState === WebSocket.OPEN) outer.send(String(data));
      else early.push(String(data));
    });
    outer.on('open', () => early.splice(0).forEach(data => void outer.send(data)));
    outer.on('message', data => spoil(String(data), frame => inner.readyState === WebSocket.OPEN && inner.send(frame)));
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      one.on('close', () => other.close());
      one.on('error', () => other.terminate());
    }
  });

  /** Events, badges and acknowledgements (Engine.IO 4, Socket.IO 2 and 3); what opens and keeps the connection passes. */
  function spoil(frame: string, send: (frame: string) => void): void {
    const counts = /^4[23]/.test(frame);
    if (counts) told.frames++;
    const luck = bad && counts ? Math.random() / SPOILT : 1;
    if (luck < 1 / 3) told.dropped++;
    else if (luck < 2 / 3) {
      told.repeated++;
      send(frame);
      send(frame);
    } else if (luck < 1) {
      told.late++;
      setTimeout(send, 20 + Math.random() * 400, frame);
    } else send(frame);
  }

  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    set: is => {
      bad = is;
    },
    told: () => ({ ...told }),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      http.close();
    },
  };
}
