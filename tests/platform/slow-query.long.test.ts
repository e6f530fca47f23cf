import { execFileSync } from 'node:child_process';
import { findMongod } from '@lobby/server/embedded-mongod/find-mongod.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { MongoClient } from 'mongodb';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { makeSite } from '../setup/world.ts';

// A mongod of its own, which can be told that every limit of time is over.
const systemBinary = await findMongod();
const version = /v([\d.]+)/.exec(execFileSync(systemBinary, ['--version'], { encoding: 'utf8' }))?.[1] ?? '';
const set = await MongoMemoryReplSet.create({
  binary: { systemBinary, version },
  replSet: { storageEngine: 'wiredTiger', args: ['--setParameter', 'enableTestCommands=1'] },
});
endAfterwards(async () => void (await set.stop()));
const client = await MongoClient.connect(set.getUri());
endAfterwards(() => client.close());
const server = await startServer({ uri: set.getUri('slow') });
const site = await makeSite(server.url, 'Alpha');
const timeIsOver = (mode: 'alwaysOn' | 'off') =>
  client.db('admin').command({ configureFailPoint: 'maxTimeAlwaysTimeOut', mode });

it('a search names the modules that took too long, and finds them when it is asked for those', async () => {
  const mai = { name: 'Nguyễn Thị Mai', unitId: site.unitId, role: 'MEMBER', phone: '+84912345678' };
  expect((await site.ann.post(resident.path, mai)).status).toBe(201);
  const look = async (query: string) => {
    const headers = { Authorization: `Bearer ${site.ann.token}`, 'X-Project-Id': site.id };
    const answer = await fetch(`${server.url}/api/search?q=0912345678${query}`, { headers });
    const { data } = (await answer.json()) as { data: { entity: string }[] };
    const leftOut = answer.headers.get('X-Left-Out');
    return { status: answer.status, found: data.map(one => one.entity), leftOut: leftOut?.split(',') ?? null };
  };
  expect(await look('')).toEqual({ status: 200, found: [resident.name], leftOut: null });
  await timeIsOver('alwaysOn');
  const late = await look('').finally(() => timeIsOver('off'));
  expect([late.status, late.found]).toEqual([200, []]);
  expect(late.leftOut).toContain(resident.name);
  expect(await look(`&modules[]=${resident.name}`)).toEqual({ status: 200, found: [resident.name], leftOut: null });
  expect(await look('&modules[]=ticket')).toEqual({ status: 200, found: [], leftOut: null });
  expect((await look('&modules[]=$where').catch(() => null))?.status ?? 400).toBe(400);
}, 60_000);

it('a list that takes too long is ended by the database, and said to be so', async () => {
  const list = (query: string) =>
    fetch(`${server.url}/api${ticket.path}?${query}`, {
      headers: { Authorization: `Bearer ${site.ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': 'en' },
    });
  expect((await list('limit=5')).status).toBe(200);
  await timeIsOver('alwaysOn');
  const answers = await Promise.all(['limit=6', 'filter[q]=nguyen', 'page=3'].map(list)).finally(() =>
    timeIsOver('off'),
  );
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({
      code: 'QUERY_TOO_SLOW',
      error: { statusCode: 503, message: expect.stringMatching(/\w+ \w+/) },
    });
  }
  expect((await list('limit=6')).status).toBe(200);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(Number(/^lobby_slow_queries_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(answers.length);
}, 60_000);

it('the home page is answered without what took too long, and its work is refused without asking for a filter', async () => {
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${site.ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': 'en' };
    const answer = await fetch(`${server.url}/api${path}`, { headers });
    const { code, data } = (await answer.json()) as { code?: string; data?: { figures: unknown[]; late: boolean } };
    return { status: answer.status, code, figures: data?.figures.length, late: data?.late };
  };
  expect(await get('/home/figures')).toMatchObject({ status: 200, late: false });
  await timeIsOver('alwaysOn');
  const slow = Promise.all([
    get('/home/figures'),
    get('/waiting'),
    get('/dashboard/tiles?keys[]=bill-owed-sum'),
    get('/statistics/help-desk?figure=open&from=2026-01-01&to=2026-01-31&by=month'),
  ]);
  const [figures, ...others] = await slow.finally(() => timeIsOver('off'));
  expect(figures).toMatchObject({ status: 200, late: true, figures: 0 });
  for (const answer of others) expect(answer).toMatchObject({ status: 503, code: 'COUNT_TOO_SLOW' });
}, 60_000);
