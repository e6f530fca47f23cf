import type { Server } from 'node:http';
import { now, sleep } from './machine.ts';

/** Rate of broadcasts: as fast as the server takes them, with so many under way, or so many a second. */
export type Broadcast = { seconds: number; window: number } | { seconds: number; perSecond: number };
export interface SentCount {
  sent: number;
  seconds: number;
  cpuMs: number;
}

/** Serves the bench's questions in a child process: `send` tells everybody the event with this number. */
export function serveBroadcasts(http: Server, send: (n: number) => void, other: (message: object) => void): void {
  let n = 0;
  let heard = 0;
  process.on('message', async (message: Broadcast | { heard: number } | object) => {
    if ('heard' in message) {
      heard = message.heard;
      return;
    }
    if (!('seconds' in message)) return other(message);
    n = 0;
    heard = 0;
    const cpu = process.cpuUsage();
    const begun = now();
    const end = begun + message.seconds * 1000;
    while (now() < end) {
      if ('perSecond' in message) {
        send(++n);
        await sleep(Math.max(0, begun + (n * 1000) / message.perSecond - now()));
      } else {
        // At most `window` broadcasts are under way: the next is sent when everybody has heard the first of them.
        if (n - heard < message.window) send(++n);
        await new Promise(setImmediate);
      }
    }
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ sent: n, seconds: (now() - begun) / 1000, cpuMs: (user + system) / 1000 } satisfies SentCount);
  });
  http.listen(0, '127.0.0.1', () => {
    const address = http.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  });
}
