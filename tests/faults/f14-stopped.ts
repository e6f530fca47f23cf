import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calmNow } from '../load/calm.ts';
import { boundLine, type Figure, type Line } from '../load/figure.ts';
import { now, sleep } from '../load/machine.ts';
import { type Served, signIn, startServer } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING, type Stage } from '../load/stage.ts';
import { fullDisk } from './full-disk.ts';
import { wholeLines } from './whole.ts';
import { targetOf, write } from './writers.ts';

const LABEL = 'Told to stop';

/** A server told to stop while people write, and one whose disk fills up. The soak is a command of its own. */
export const f14: Figure = {
  id: 'f14',
  title: 'SIGTERM under 200 writes/s; a full disk',
  run: async (stage, quick) => [...(await toldToStop(stage, quick)), ...(await fullDisk(stage, quick))],
};

async function toldToStop(stage: Stage, quick: boolean): Promise<Line[]> {
  const home = { uri: '', dir: mkdtempSync(join(stage.dir, 'stopped-')) };
  await fillDemo(home, SMALL_BUILDING);
  const calm = await calmNow(quick);
  let server: Served = await startServer(home);
  const product = { ...server, ...(await signIn(server.url)) };
  const writing = write(await targetOf(product, () => server.url), 200, LABEL);
  const times: number[] = [];
  for (let n = 0; n < (quick ? 1 : 5); n++) {
    await sleep(quick ? 500 : 2500);
    const told = now();
    await server.stop();
    times.push((now() - told) / 1000);
    server = await startServer(home);
  }
  await sleep(500);
  await writing.stop();
  const { uri } = JSON.parse(readFileSync(join(home.dir, 'server.json'), 'utf8'));
  const lines = await wholeLines(uri, LABEL, writing);
  await server.stop();
  const slowest = Math.max(...times);
  return [
    ...lines.map(line => ({ ...line, what: `SIGTERM: ${line.what}` })),
    boundLine(`SIGTERM: drained, with its database, the slowest of ${times.length}`, slowest, 10, { unit: 's', calm }),
  ];
}
