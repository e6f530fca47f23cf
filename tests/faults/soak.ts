import { parseArgs } from 'node:util';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { heapOf, PROBED } from '../load/heap.ts';
import { describeMachine, memoryOf, now, sleep } from '../load/machine.ts';
import { signIn, startProduct } from '../load/product.ts';
import { printed, writeReport } from '../load/report.ts';
import { openStage, SMALL_BUILDING } from '../load/stage.ts';
import { shown } from '../load/statistics.ts';
import { openWatcher } from './watcher.ts';
import { wholeLines } from './whole.ts';
import { targetOf, type Writing, write } from './writers.ts';

// npm run soak -- --minutes 30     half of the writes that it can bear, with readers and subscribers; writes docs/benchmarks.md
// npm run soak -- --minutes 2      to see that it runs; writes nothing

const LABEL = 'Soak';
const WATCHERS = 50;
/** An access token is good for ten minutes. */
const RENEW_MS = 300_000;
const JUDGED_MINUTES = 10;
/** Most growth of the heap in MB an hour: a leak of a byte for each call would be seen long before. */
const MOST_SLOPE = 20;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes is a number above 0');

const stage = await openStage();
const home = await stage.building(SMALL_BUILDING);
const product = await startProduct(home, undefined, PROBED);
const target = await targetOf(product);

async function bears(): Promise<number> {
  const trial = write(target, 2000, 'Trial');
  await sleep(2000);
  const [before, begun] = [trial.acknowledged(), now()];
  await sleep(8000);
  const perSecond = ((trial.acknowledged() - before) * 1000) / (now() - begun);
  await trial.stop();
  return perSecond;
}

/** Reads pages as people do, twice for each write. */
function read(writing: Writing): { stop: () => Promise<void> } {
  let [on, done] = [true, 0];
  const reading = (async () => {
    while (on) {
      if (done < writing.acknowledged() * 2) {
        const path = `${ticket.path}?limit=20&page=${1 + (done++ % 5)}`;
        await fetch(`${product.url}/api${path}`, { headers: target.headers }).then(answer => answer.arrayBuffer());
      } else await sleep(5);
    }
  })();
  return {
    async stop() {
      on = false;
      await reading;
    },
  };
}

/** Least squares: MB an hour. */
function slopeOf(points: readonly { at: number; mb: number }[]): number {
  const mean = (of: (point: { at: number; mb: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [at, mb] = [mean(one => one.at), mean(one => one.mb)];
  const up = points.reduce((sum, one) => sum + (one.at - at) * (one.mb - mb), 0);
  return (up / points.reduce((sum, one) => sum + (one.at - at) ** 2, 0)) * 3_600_000;
}

const most = await bears();
const perSecond = most / 2;
console.log(`bears ${shown(most)} writes/s; ${minutes} minutes at ${shown(perSecond)}`);
const watchers = await Promise.all(Array.from({ length: WATCHERS }, () => openWatcher(product)));
const writing = write(target, perSecond, LABEL);
const reading = read(writing);
const begun = now();
const points: { at: number; mb: number }[] = [];
let renewed = begun;
while (now() - begun < minutes * 60_000) {
  await sleep(Math.min(15_000, minutes * 3000));
  if (now() - renewed > RENEW_MS) {
    const { token, headers } = await signIn(product.url);
    Object.assign(target.headers, headers);
    for (const watcher of watchers) watcher.renew(token);
    renewed = now();
  }
  points.push({ at: now() - begun, mb: (await heapOf(product.pid)) / 2 ** 20 });
  const last = points.at(-1)?.mb ?? 0;
  console.log(
    `  ${Math.round((now() - begun) / 1000)} s: heap ${shown(last)} MB, process ${shown(memoryOf(product.pid))} MB, ${writing.acknowledged()} writes`,
  );
}
await reading.stop();
await writing.stop();
for (const watcher of watchers) await watcher.hears(writing.intents);
const missing = watchers.reduce((sum, watcher) => sum + watcher.missing(writing.intents), 0);
const lines = await wholeLines(home.uri, LABEL, writing);
for (const watcher of watchers) watcher.close();
await product.stop();
await stage.close();

// Until its memories are full (the ring of events, totals, pages of the compiler) a server grows; from a third on it must not.
const settled = points.filter(point => point.at > (minutes * 60_000) / 3);
const judged = minutes >= JUDGED_MINUTES;
const slope = boundLine(
  `heap from ${shown(settled[0]?.mb ?? 0)} to ${shown(settled.at(-1)?.mb ?? 0)} MB, slope`,
  slopeOf(settled),
  MOST_SLOPE,
  { unit: 'MB/h' },
);
lines.push(
  boundLine(`calls put off${writing.reasons() && ` (${writing.reasons()})`}`, writing.putOff(), 0, { unit: 'calls' }),
  boundLine(`events that ${WATCHERS} subscribers missed`, missing, 0, { unit: 'events' }),
  judged ? slope : { ...slope, verdict: 'small sizes' },
);
for (const line of lines) console.log(printed(line));
const figure: Pick<Figure, 'id' | 'title'> = {
  id: 'f14',
  title: `${minutes} minutes at ${shown(perSecond)} writes/s, half of what it bears`,
};
if (judged)
  console.log(
    `Written to ${writeReport('soak', { at: new Date(), machine: describeMachine(stage.mongod), figures: [{ figure, lines }] })}`,
  );
process.exit(lines.some(line => line.verdict === 'missed') ? 1 : 0);
