import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { now, sleep } from '../load/machine.ts';
import { type Served, signIn, startServer } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING } from '../load/stage.ts';
import { wholeLines } from './whole.ts';
import { targetOf, write } from './writers.ts';

const LABEL = 'Server killed';

/** The server as `npm start` runs it, killed again and again with its database left behind, while people write. */
export const f1: Figure = {
  id: 'f1',
  title: 'kill -9 of the server under 200 writes/s',
  async run(stage, quick) {
    const kills = quick ? 2 : 20;
    const home = { uri: '', dir: mkdtempSync(join(stage.dir, 'killed-')) };
    await fillDemo(home, SMALL_BUILDING);
    const calm = await calmNow(quick);
    let server: Served = await startServer(home);
    const product = { ...server, ...(await signIn(server.url)) };
    const writing = write(await targetOf(product, () => server.url), 200, LABEL);
    const ups: number[] = [];
    for (let n = 0; n < kills; n++) {
      const before = writing.acknowledged();
      await sleep(quick ? 500 : 1500 + Math.random() * 1500);
      for (const end = now() + 30_000; writing.acknowledged() < before + 50; await sleep(50))
        if (now() > end) throw new Error(`nothing is written: ${writing.reasons()}`);
      process.kill(server.pid, 'SIGKILL');
      const killed = now();
      server = await startServer(home);
      ups.push((now() - killed) / 1000);
    }
    await sleep(500);
    await writing.stop();
    const { uri } = JSON.parse(readFileSync(join(home.dir, 'server.json'), 'utf8'));
    const lines = await wholeLines(uri, LABEL, writing);
    await server.stop();
    return [
      ...lines,
      boundLine(`up again after each of ${kills} kills, with its database, the slowest`, Math.max(...ups), 6, {
        unit: 's',
        calm,
      }),
    ];
  },
};
