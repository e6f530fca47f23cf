import { startChild } from './child.ts';
import { quantile } from './statistics.ts';
import { measureDelays } from './tell-many.ts';
import { PROJECT } from './ticket-row.ts';

/** A bar in milliseconds counts while bare Socket.IO tells 200 sockets 5 times a second with a p99 of at most this. */
const CALM_MS = 20;
export const FANOUT_SERVER = new URL('baselines/fanout-server.ts', import.meta.url);

export const isCalm = (delays: readonly number[]) => quantile(delays, 0.99) <= CALM_MS;

/** The delays of the bare parts right now, in ms. */
export async function bareDelays(seconds: number): Promise<number[]> {
  const server = await startChild(FANOUT_SERVER);
  await server.ask({ project: PROJECT });
  const delays = await measureDelays(server, 200, 5, seconds);
  await server.stop();
  return delays;
}

/** Whether a time that is measured now says something; small forms judge no time. */
export const calmNow = async (quick: boolean) => !quick && isCalm(await bareDelays(4));
