import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { now, sleep } from '../load/machine.ts';
import { call, startProduct } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING } from '../load/stage.ts';
import { wholeLines } from './whole.ts';
import { targetOf, write } from './writers.ts';

const LABEL = 'Database killed';

/** The database that the server keeps, killed under writes; nobody starts anything again but the server itself. */
export const f2: Figure = {
  id: 'f2',
  title: 'kill -9 of mongod under 200 writes/s',
  async run(stage, quick) {
    const kills = quick ? 1 : 3;
    const home = { uri: '', dir: mkdtempSync(join(stage.dir, 'database-')) };
    await fillDemo(home, SMALL_BUILDING);
    const calm = await calmNow(quick);
    const product = await startProduct(home);
    const writing = write(await targetOf(product), 200, LABEL);
    const back: number[] = [];
    for (let n = 0; n < kills; n++) {
      await sleep(quick ? 500 : 4000);
      process.kill(Number(readFileSync(join(home.dir, 'db/mongod.lock'), 'utf8')), 'SIGKILL');
      const killed = now();
      const before = writing.acknowledged();
      // Writes under way at the kill may still be answered; then none are until the database is back.
      while (writing.acknowledged() < before + 100) {
        if (now() - killed > 60_000) throw new Error('no writes a minute after the kill');
        await sleep(50);
      }
      back.push((now() - killed) / 1000);
    }
    await sleep(500);
    await writing.stop();
    const { uri } = JSON.parse(readFileSync(join(home.dir, 'server.json'), 'utf8'));
    const lines = await wholeLines(uri, LABEL, writing);
    await call(product, 'GET', '/auth/me');
    await product.stop();
    return [
      ...lines,
      boundLine(`slowest answer, ${writing.putOff()} of them 503`, writing.slowest() / 1000, 5, { unit: 's', calm }),
      boundLine(`writes again after each of ${kills} kills, the slowest`, Math.max(...back), 15, { unit: 's', calm }),
    ];
  },
};
