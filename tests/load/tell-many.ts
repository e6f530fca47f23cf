import type { Child } from './child.ts';
import type { Broadcast, SentCount } from './fanout.ts';
import { now, sleep } from './machine.ts';
import { type Handshake, openSockets } from './sockets.ts';

export interface Fanout {
  perSecond: number;
  /** CPU of the server for one delivery, in microseconds: hardly touched by what else the machine does. */
  cpuMicros: number;
  lost: number;
}

const WINDOW = 4;

/** How many deliveries a second a server makes to so many sockets, as fast as they take them. */
export async function measureFanout(server: Child, count: number, seconds: number, handshake: Omit<Handshake, 'port'>) {
  let got = 0;
  const sockets = await openSockets(count, { port: server.port, ...handshake }, () => {
    if (++got % count === 0) server.tell({ heard: got / count });
  });
  const broadcast: Broadcast = { seconds, window: WINDOW };
  await server.ask<SentCount>({ ...broadcast, seconds: Math.min(1, seconds) });
  await arrived(() => got);
  got = 0;
  const told = await server.ask<SentCount>(broadcast);
  const deliveries = told.sent * count;
  await arrived(() => got);
  sockets.close();
  return {
    perSecond: deliveries / told.seconds,
    cpuMicros: (told.cpuMs * 1000) / deliveries,
    lost: deliveries - got,
  } satisfies Fanout;
}

/** Delays of bare deliveries to so many sockets at an easy rate: how calm the machine is. */
export async function measureDelays(server: Child, count: number, perSecond: number, seconds: number) {
  const delays: number[] = [];
  const sockets = await openSockets(count, { port: server.port }, message => {
    const sentAt = /"sentAt":([\d.]+)/.exec(message.toString())?.[1];
    delays.push(now() - Number(sentAt));
  });
  await server.ask<SentCount>({ seconds, perSecond });
  await arrived(() => delays.length);
  sockets.close();
  return delays;
}

/** Waits until nothing more comes. */
async function arrived(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await sleep(100);
  }
}
