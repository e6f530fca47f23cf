import { inSlices } from '@lobby/server/kit/base/slices.ts';
import { newId } from '@lobby/server/kit/database/database.ts';
import { Timestamp } from 'mongodb';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { rowsIn } from '../setup/records.ts';
import { listen, pause } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben } = site;
const AGO = 1800;
const MANY = 900;

/** Stores events of half an hour ago: a server that starts afterwards does not hold them. */
async function wroteLongAgo(): Promise<void> {
  await desk.open();
  const [row] = await rowsIn('events').find({ projectId: site.id, module: 'HELP_DESK' }).limit(1).toArray();
  if (!(row?.ts instanceof Timestamp)) throw new Error('no event was stored');
  // The database's own clock, which stands in the cursors.
  const t = row.ts.getHighBits() - AGO;
  const many = Array.from({ length: MANY }, (_, i) => ({ ...row, _id: newId(), ts: new Timestamp({ t, i: i + 1 }) }));
  await rowsIn('events').insertMany(many as never[]);
  // Events of another project push them out of the server's memory.
  const others = Array.from({ length: 5100 }, () => ({
    ...row,
    _id: newId(),
    projectId: newId(),
    ts: new Timestamp(0n),
  }));
  await rowsIn('events').insertMany(others as never[]);
}

it('one account that asks 99 times for half an hour is told so much, and then to read again', async () => {
  await wroteLongAgo();
  const second = await startAlone(server);
  const live = await listen(second.url, ben.token);
  const { cursor } = await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  const [seconds = '', token = ''] = cursor.split('.');
  const since = `${(Number.parseInt(seconds, 36) - AGO - 10).toString(36)}.82${token.slice(2).replace(/./g, '0')}`;
  const questions = Array.from({ length: 99 }, () =>
    live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'], since }),
  );
  let slowest = 0;
  let done = false;
  const colleague = (async () => {
    while (!done) {
      const begun = performance.now();
      await ann.at(second.url).get('/auth/me');
      slowest = Math.max(slowest, performance.now() - begun);
      await pause(10);
    }
  })();
  const answers = await Promise.all(questions);
  done = true;
  await colleague;
  const told = answers.filter(answer => answer.events);
  expect(answers.every(answer => answer.ok)).toBe(true);
  expect(told[0]?.events?.length).toBeGreaterThanOrEqual(MANY);
  expect(new Set(told[0]?.events?.map(event => event.id)).size).toBe(told[0]?.events?.length);
  expect(told.length).toBeLessThanOrEqual(12);
  expect(answers.filter(answer => answer.resync).length).toBe(99 - told.length);
  expect(slowest).toBeLessThan(1000);
  // A colleague is told all the same.
  const hers = await listen(second.url, ann.token);
  expect((await hers.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'], since })).events).toBeDefined();
});

it('long work lets go of the loop', async () => {
  let longest = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await inSlices(Array.from({ length: 300 }), () => {
    const end = performance.now() + 0.5;
    while (performance.now() < end);
  });
  clearInterval(ticks);
  expect(longest).toBeLessThan(60);
});
