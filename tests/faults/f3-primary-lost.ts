import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { now, sleep } from '../load/machine.ts';
import { startProduct } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING } from '../load/stage.ts';
import { startMongods } from './mongods.ts';
import { openWatcher } from './watcher.ts';
import { wholeLines } from './whole.ts';
import { targetOf, type Writing, write } from './writers.ts';

const LABEL = 'Primary lost';
/** With mongod's own values a primary is given up after 11 s, and a majority is only found again after 18 s: the bare driver waits as long. */
const SETTINGS = { electionTimeoutMillis: 4000, heartbeatTimeoutSecs: 4, heartbeatIntervalMillis: 500 };
/** A secondary that reads from a primary that stands still leaves it for another at once, instead of asking it a second time. */
const PARAMETERS = ['oplogFetcherSteadyStateMaxFetcherRestarts=0', 'oplogNetworkTimeoutBufferSeconds=2'];

const NOTE = `the replica set has the settings ${JSON.stringify(SETTINGS)}, its members ${PARAMETERS.join(' and ')}; with mongod’s own values the bare driver too waits 18 s for a majority.`;

/** A replica set of three: its primary steps down, and another stands still for 20 s without closing a connection. */
export const f3: Figure = {
  id: 'f3',
  title: 'Three-member replica set: stepDown, then SIGSTOP of the primary for 20 s, under 100 writes/s',
  async run(stage, quick) {
    const dir = mkdtempSync(join(stage.dir, 'members-'));
    const mongods = await startMongods({
      binary: stage.mongod,
      dir,
      members: 3,
      settings: SETTINGS,
      parameters: PARAMETERS,
    });
    try {
      const home = { uri: mongods.uri, dir };
      await fillDemo(home, SMALL_BUILDING);
      const calm = await calmNow(quick);
      const product = await startProduct(home);
      const watcher = await openWatcher(product);
      const writing = write(await targetOf(product), quick ? 30 : 100, LABEL);
      await sleep(quick ? 500 : 3000);

      const down = writesAgain(writing);
      await mongods.admin({ replSetStepDown: 20 });
      const afterStepDown = await down;
      await sleep(quick ? 500 : 5000);

      let afterStop = 0;
      let eventsAfter = 0;
      if (!quick) {
        const primary = await mongods.primary();
        const frozen = now();
        primary.signal('SIGSTOP');
        const heard = watcher.heardAfter(1500);
        afterStop = await writesAgain(writing);
        eventsAfter = (await heard) - frozen;
        await sleep(Math.max(0, frozen + 20_000 - now()));
        primary.signal('SIGCONT');
        await sleep(5000);
      }
      await writing.stop();
      await watcher.hears(writing.intents);
      const lines = await wholeLines(mongods.uri, LABEL, writing);
      const missing = watcher.missing(writing.intents);
      watcher.close();
      await product.stop();
      const time = { unit: 's', calm };
      return [
        ...lines,
        boundLine('events that a subscriber missed', missing, 0, { unit: 'events' }),
        boundLine('writes again after stepDown', afterStepDown / 1000, 15, time),
        ...(quick
          ? []
          : [
              { ...boundLine('writes again after SIGSTOP', afterStop / 1000, 15, time), note: NOTE },
              boundLine('events again after SIGSTOP', eventsAfter / 1000, 20, time),
              boundLine('slowest answer', writing.slowest() / 1000, 20, time),
            ]),
      ];
    } finally {
      await mongods.stop();
    }
  },
};

/** How long, from now, until writes go on as before: 50 acknowledged that were not under way now. */
async function writesAgain(writing: Writing): Promise<number> {
  const begun = now();
  await sleep(500);
  const before = writing.acknowledged();
  while (writing.acknowledged() < before + 50) {
    if (now() - begun > 80_000) throw new Error('writes do not go on');
    await sleep(50);
  }
  return now() - begun;
}
