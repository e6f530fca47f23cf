import { ticket } from '@lobby/shared/modules/ticket.ts';
import { openWatcher } from '../faults/watcher.ts';
import { targetOf, write } from '../faults/writers.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure, inTurn, type Line, turns } from './figure.ts';
import { openFront } from './front.ts';
import { now, sleep } from './machine.ts';
import { call, type Product, startProduct, startServer } from './product.ts';
import { openSockets } from './sockets.ts';
import { type Home, SMALL_BUILDING } from './stage.ts';
import { quantile, shown } from './statistics.ts';

const PER_SECOND = 20;
/** Longer than the proxy looks away. */
const LEAVING = { LEAVE_SECONDS: '3' };

/** Two servers on one database: what is written at one is heard at the other, and one may come and go. */
export const s14: Figure = {
  id: 's14',
  title: 'Two servers on one database',
  async run(stage, quick) {
    const home = await stage.building(SMALL_BUILDING);
    return [...(await crossing(home, quick)), ...(await comingAndGoing(home, quick))];
  },
};

/** Tickets made at one server, heard by somebody at the other. */
async function crossing(home: Home, quick: boolean): Promise<Line[]> {
  const [one, other] = [await startProduct(home), await startProduct(home)];
  const { unitId } = await targetOf(one);
  const heard = new Map<string, number>();
  const { token, projectId } = other;
  const subscribe = { projectId, modules: [ticket.code] };
  const sockets = await openSockets(
    1,
    { port: Number(new URL(other.url).port), auth: { token }, subscribe },
    message => {
      const [name, event] = JSON.parse(message.toString().slice(2));
      if (name === 'event' && event.action === 'create' && event.data) heard.set(event.data.title, now());
    },
  );
  // The first call of a server costs what is made once.
  await call(one, 'POST', ticket.path, { title: 'First', content: 'Nước chảy', unitId });
  let lost = 0;
  const round = async () => {
    const sent = new Map<string, number>();
    const begun = now();
    const calls: Promise<unknown>[] = [];
    for (let n = 0; n < (quick ? 20 : 200); n++) {
      await sleep(Math.max(0, begun + (n * 1000) / PER_SECOND - now()));
      const title = `Crossing ${begun} ${n}`;
      sent.set(title, now());
      calls.push(call(one, 'POST', ticket.path, { title, content: 'Nước chảy', unitId }));
    }
    await Promise.all(calls);
    await sleep(1000);
    lost += [...sent.keys()].filter(title => !heard.has(title)).length;
    return [...sent].flatMap(([title, at]) => (heard.get(title) ?? at) - at);
  };
  const taken = await inTurn(turns(3, quick), () => bareDelays(quick ? 0.5 : 4), round);
  sockets.close();
  await Promise.all([one.stop(), other.stop()]);
  const [bare, ours] = [taken.baseline.flat(), taken.product.flat()];
  const beside = { unit: 'ms', baseline: `${shown(quantile(bare, 0.99))} ms`, calm: isCalm(bare) };
  return [
    boundLine(`request sent at one to event at the other, p99 of ${ours.length}`, quantile(ours, 0.99), 50, beside),
    boundLine('events that did not cross', lost, 0, { unit: 'events' }),
  ];
}

/** A server joins and another is taken away, again and again, behind a proxy that looks at readiness. */
async function comingAndGoing(home: Home, quick: boolean): Promise<Line[]> {
  const front = await openFront();
  let server = await startProduct(home, undefined, LEAVING);
  const first: Product = server;
  front.add(server.url);
  await front.until(server.url, true);
  const behind = { ...first, url: front.url };
  const watchers = await Promise.all(Array.from({ length: quick ? 3 : 20 }, () => openWatcher(behind)));
  const writing = write(await targetOf(behind), quick ? 30 : 100, 'Coming and going');
  const changes = quick ? 1 : 5;
  for (let n = 0; n < changes; n++) {
    await sleep(quick ? 300 : 2000);
    const next = { ...first, ...(await startServer(home, LEAVING)) };
    front.add(next.url);
    await front.until(next.url, true);
    await sleep(quick ? 300 : 2000);
    await server.stop();
    server = next;
  }
  await sleep(500);
  await writing.stop();
  for (const watcher of watchers) await watcher.hears(writing.intents);
  const missing = watchers.reduce((sum, watcher) => sum + watcher.missing(writing.intents), 0);
  const resyncs = watchers.reduce((sum, watcher) => sum + watcher.resyncs(), 0);
  for (const watcher of watchers) watcher.close();
  front.close();
  await server.stop();
  const failed = writing.putOff() + [...writing.wrong.values()].reduce((sum, times) => sum + times, 0);
  const wrong = [...writing.wrong.keys(), writing.reasons()].filter(Boolean).join(', ');
  const what = `${changes} times a server added and one taken away, under ${writing.acknowledged()} writes`;
  return [
    boundLine(`${what}: requests that failed${wrong && ` (${wrong})`}`, failed, 0, { unit: 'requests' }),
    boundLine(`${what}: events that ${watchers.length} subscribers missed`, missing, 0, { unit: 'events' }),
    boundLine(`${what}: subscribers told to read again`, resyncs, 0, { unit: 'times' }),
  ];
}
