import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { calmNow } from '../load/calm.ts';
import type { Figure } from '../load/figure.ts';
import { quantile, shown } from '../load/statistics.ts';
import { until } from '../setup/client/socket-client.ts';
import { type Arena, openArena } from './arena.ts';
import { held, newTally } from './verdict.ts';
import { openSlow, tryLarge, trySockets } from './x9-doors.ts';

const SLOW = 500;
/** A head may take 15 s; every 5 s the server looks who is late. */
const SLOW_ENDS_MS = 25_000;

/** Somebody of the staff who works on: answers, each time, the p99 of so many lists. */
function colleagueIn({ url, site }: Arena, calls: number) {
  const headers = { Authorization: `Bearer ${site.ben.token}`, 'X-Project-Id': site.id };
  const worker = new Worker(new URL('./x9-colleague.ts', import.meta.url), { workerData: { url, headers, calls } });
  return {
    async work(): Promise<number> {
      worker.postMessage('work');
      const [took] = await once(worker, 'message');
      return quantile(took, 0.99);
    },
    leave: () => worker.terminate(),
  };
}

/** X9: who is slow, large or loud is refused, and nobody else waits for it. */
export const x9: Figure = {
  id: 'x9',
  title: 'Slow, large and loud',
  async run(stage, quick) {
    const arena = await openArena(stage, { foreign: false, shared: quick });
    try {
      const { url, site } = arena;
      const calls = quick ? 100 : 600;
      const ben = colleagueIn(arena, calls);
      await ben.work();
      const calm = await calmNow(quick);
      const before = await ben.work();
      const slow = openSlow(url, SLOW);
      await until(() => slow.left() > SLOW * 0.9);
      const attacks = { large: newTally(), sockets: newTally(), slow: newTally() };
      const loud = tryLarge(attacks.large, url, site.ann, site.id).then(() =>
        trySockets(attacks.sockets, url, site.ann.token),
      );
      const during = await ben.work();
      await loud;
      await ben.leave();
      attacks.slow.tried = SLOW;
      const ended = await until(() => slow.left() === 0, { ms: SLOW_ENDS_MS }).catch(() => false);
      if (!ended) attacks.slow.fallen.push(`${slow.left()} slow connections are still open`);
      slow.close();
      return [
        held('too large, too deep, too many', attacks.large),
        held('sockets that shout, flood and come from elsewhere', attacks.sockets),
        held('connections that never end their request', attacks.slow),
        {
          what: `p99 of ${calls} lists of somebody who works on, ${SLOW} slow connections and all of the above beside them`,
          ours: `${shown(during)} ms`,
          baseline: `${shown(before)} ms`,
          ratio: (during / before).toFixed(2),
          bar: '< 2',
          verdict: during < 2 * before ? 'met' : calm ? 'missed' : 'machine busy',
        },
      ];
    } finally {
      await arena.close();
    }
  },
};
