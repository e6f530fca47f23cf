import { randomUUID } from 'node:crypto';
import { label } from '@lobby/shared/modules/label.ts';
import { now, sleep } from '../load/machine.ts';
import { call, type Product, signIn, startServer } from '../load/product.ts';
import type { Home } from '../load/stage.ts';
import { rollOplog } from './behind.ts';
import { targetOf, write } from './writers.ts';

/** More events than a server keeps in memory (server/kit/live/feed/feed.ts). */
const BEYOND_RING = 5200;

/** A break of a client's connection, with the work that happens meanwhile. */
export interface Cut {
  what: string;
  meanwhile: () => Promise<void>;
  /** The client may be told to read everything again, rather than hear event by event. */
  resyncs: boolean;
}

interface Place {
  home: Home;
  product: Product;
  quick: boolean;
  /** The server's process now. */
  pid: () => number;
  restart: () => Promise<void>;
}

export async function cutsOf({ home, product, quick, pid, restart }: Place): Promise<Cut[]> {
  const target = await targetOf(product);
  let n = 0;
  /** Writes so many events of tickets, by default as fast as the server takes them. */
  const pass = async (events: number, perSecond = 1000, at = target) => {
    const writing = write(at, perSecond, `Cut ${++n}`);
    while (writing.acknowledged() < events) await sleep(5);
    await writing.stop();
    if (writing.wrong.size > 0) throw new Error(`refused: ${[...writing.wrong.keys()]}`);
  };
  const minute: Cut = {
    what: quick ? '60 events while away' : '60 s without a network, 500 events',
    resyncs: false,
    async meanwhile() {
      const begun = now();
      await pass(quick ? 60 : 500, 100);
      if (!quick) await sleep(Math.max(0, begun + 60_000 - now()));
    },
  };
  const restarted: Cut = {
    what: 'server killed and started again meanwhile',
    resyncs: false,
    async meanwhile() {
      await pass(quick ? 20 : 200);
      await restart();
      await pass(quick ? 20 : 200);
    },
  };
  const long: Cut[] = [
    {
      what: `so long that ${BEYOND_RING} events of other modules passed too (30 min of a large building)`,
      resyncs: false,
      async meanwhile() {
        await pass(200);
        await makeLabels(product, BEYOND_RING);
        await pass(200);
      },
    },
    {
      what: `so long that ${BEYOND_RING} events of the module passed`,
      resyncs: true,
      meanwhile: () => pass(BEYOND_RING),
    },
    {
      what: 'server stands still until the oplog has rolled over, others work by a second server',
      resyncs: true,
      async meanwhile() {
        const second = await startServer(home);
        process.kill(pid(), 'SIGSTOP');
        try {
          await pass(200, 1000, { ...target, url: () => second.url, ...(await signIn(second.url)) });
          await rollOplog(home.uri);
        } finally {
          process.kill(pid(), 'SIGCONT');
          await second.stop();
        }
      },
    },
  ];
  return quick ? [minute, restarted] : [minute, restarted, ...long];
}

/** Events of a module that the client does not follow. */
async function makeLabels(product: Product, count: number): Promise<void> {
  let left = count;
  const turn = async () => {
    while (left-- > 0) {
      const text = randomUUID().slice(0, 8);
      await call(product, 'POST', label.path, { name: `Cut ${text}`, shortName: text, type: 'HELP_DESK' });
    }
  };
  await Promise.all(Array.from({ length: 16 }, turn));
}
