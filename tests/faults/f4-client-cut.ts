import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { openWay } from '../browser/stage/way.ts';
import { boundLine, type Figure, type Line } from '../load/figure.ts';
import { sleep } from '../load/machine.ts';
import { type Product, signIn, startServer } from '../load/product.ts';
import { fillDemo, SMALL_BUILDING } from '../load/stage.ts';
import { lastEvent, ticketEvents } from './behind.ts';
import { type Cut, cutsOf } from './cuts.ts';
import { openKit, untilFresh } from './kit.ts';
import { startMongods } from './mongods.ts';

/** How soon a client is right again once it can be. */
const SOON_S = 45;

/** A client that was away: each event reaches its screens once, or it is told to read again, and then it shows what a new one shows. */
export const f4: Figure = {
  id: 'f4',
  title: 'A client cut off while others work',
  async run(stage, quick) {
    const dir = mkdtempSync(join(stage.dir, 'cut-'));
    const mongods = await startMongods({ binary: stage.mongod, dir, oplog: 16 });
    const home = { uri: mongods.uri, dir };
    await fillDemo(home, SMALL_BUILDING);
    let server = await startServer(home);
    const { port } = new URL(server.url);
    const product: Product = { ...server, ...(await signIn(server.url)) };
    const way = await openWay(server.url);
    const kit = await openKit(way.url);
    const cuts = await cutsOf({
      home,
      product,
      quick,
      pid: () => server.pid,
      async restart() {
        process.kill(server.pid, 'SIGKILL');
        await sleep(300);
        server = await startServer(home, { PORT: port });
      },
    });

    async function goThrough({ what, meanwhile, resyncs }: Cut): Promise<Line[]> {
      await kit.forget();
      const before = await lastEvent(home.uri);
      way.cut();
      await meanwhile();
      way.mend();
      const { seconds, differs } = await untilFresh(kit, server.url, SOON_S);
      const heard = await kit.heard();
      const ids = new Set(heard.ids);
      const passed = await ticketEvents(home.uri, product.projectId, before);
      const missed = heard.resyncs > 0 ? 0 : passed.filter(id => !ids.has(id)).length;
      const how = heard.resyncs > 0 ? 'told to read again' : 'caught up event by event';
      const differing = differs && ` (${differs.replaceAll('|', '/')})`;
      return [
        boundLine(`${what}: of ${passed.length} events, never told; ${how}`, missed, 0, { unit: 'events' }),
        boundLine(`${what}: told twice`, heard.twice, 0, { unit: 'events' }),
        boundLine(`${what}: other than a fresh load${differing}`, differs ? 1 : 0, 0, { unit: 'states' }),
        boundLine(`${what}: as a fresh load after`, seconds, SOON_S, { unit: 's' }),
        ...(resyncs ? [] : [boundLine(`${what}: reads everything again`, heard.resyncs, 0, { unit: 'times' })]),
      ];
    }

    const lines: Line[] = [];
    try {
      await untilFresh(kit, server.url, SOON_S);
      for (const cut of cuts) lines.push(...(await goThrough(cut)));
    } finally {
      await kit.stop();
      way.close();
      await server.stop();
      await mongods.stop();
    }
    return lines;
  },
};
