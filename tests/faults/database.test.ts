import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod } from '@lobby/server/embedded-mongod/find-mongod.ts';
import { keepMongod } from '@lobby/server/embedded-mongod/keep-mongod.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { rowsIn } from '../setup/records.ts';
import { listen, pause, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const dir = mkdtempSync(join(tmpdir(), 'lobby-fault-'));
const keep = async () => keepMongod({ binary: await findMongod(), dir, log: { info: () => {}, warn: () => {} } });
let kept = await keep();
endAfterwards(async () => {
  await kept.stop();
  rmSync(dir, { recursive: true, force: true });
});
const server = await startServer({ uri: kept.uri });
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben } = site;

const killDatabase = async () => process.kill(Number(await readFile(join(dir, 'db/mongod.lock'), 'utf8')), 'SIGKILL');

it('a database killed under writes costs nothing that was acknowledged, and the server recovers by itself', async () => {
  const live = await listen(server.url, ben.token);
  await live.ask('subscribe', { projectId: site.id, modules: [ticket.code] });
  const acknowledged = new Set<string>();
  const refused: { status: number; text: string }[] = [];
  const writing = { on: true };
  const writers = Array.from({ length: 8 }, async () => {
    while (writing.on) {
      const answer = await fetch(`${server.url}/api${desk.path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'T', content: 'C', unitId: site.unitId }),
      });
      const text = await answer.text();
      if (answer.status === 201) acknowledged.add(JSON.parse(text).data.id);
      else refused.push({ status: answer.status, text });
    }
  });
  try {
    for (let n = 1; n <= 2; n++) {
      await until(() => acknowledged.size > 20 * n);
      await killDatabase();
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 10);
    }
  } finally {
    writing.on = false;
    await Promise.allSettled(writers);
  }
  await Promise.all(writers);
  for (const one of refused) expect(one.status, one.text).toBe(503);
  const docs = await rowsIn('tickets').find({ projectId: site.id }).toArray();
  const told = await rowsIn('events').find({ projectId: site.id, entity: 'ticket', action: 'create' }).toArray();
  const stored = new Set(docs.map(doc => doc._id));
  expect([...acknowledged].filter(id => !stored.has(id))).toEqual([]);
  expect(told.map(one => one.entityId).toSorted()).toEqual([...stored].toSorted());

  // The feed goes on where it was: what was written is heard, once.
  const made = await desk.open();
  await live.hear(one => one.entityId === made.id);
  const heard = live.events
    .filter(event => event.entity === 'ticket' && event.action === 'create')
    .map(event => String(event.entityId));
  expect([...acknowledged].filter(id => !heard.includes(id))).toEqual([]);
  await pause(200);
  expect(new Set(heard).size).toBe(heard.length);
}, 120_000);

it('a database that stands still is 503 while it does, and what was asked again meanwhile is done once', async () => {
  const frozen = Number(await readFile(join(dir, 'db/mongod.lock'), 'utf8'));
  const key = { 'Idempotency-Key': `still-${Date.now()}` };
  const ask = (method: string, body?: object) =>
    fetch(`${server.url}/api${desk.path}`, {
      method,
      headers: {
        Authorization: `Bearer ${ann.token}`,
        'X-Project-Id': site.id,
        'Content-Type': 'application/json',
        ...(body && key),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const wish = { title: `Still ${key['Idempotency-Key']}`, content: 'C', unitId: site.unitId };
  process.kill(frozen, 'SIGSTOP');
  const asked = performance.now();
  try {
    // Two requests are under way when the server notices, and one follows.
    const under = await Promise.all([ask('GET'), ask('POST', wish)]);
    const after = await ask('GET');
    expect([...under, after].map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(performance.now() - asked).toBeLessThan(9000);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  await until(async () => (await ask('POST', wish)).status === 201);
  expect(await rowsIn('tickets').countDocuments({ title: wish.title })).toBe(1);
}, 120_000);

it('a database that is away is 503 within seconds, to every kind of call, until it is back', async () => {
  const { id } = await desk.open();
  await kept.stop();
  const calls: [string, string, unknown?][] = [
    ['GET', desk.path],
    ['GET', `${desk.path}/${id}`],
    ['GET', `${desk.path}/count-badges`],
    ['GET', '/unit/options'],
    ['GET', `${desk.path}/${id}/messages`],
    ['POST', desk.path, { title: 'T', content: 'C', unitId: site.unitId }],
    ['PUT', `${desk.path}/${id}/approve`, {}],
    ['POST', '/auth/login', { email: ann.email, password: PASSWORD }],
    ['POST', '/auth/refresh', {}],
  ];
  // Once as it goes, and once when the driver knows that it is gone.
  for (const _ of [1, 2]) {
    const asked = performance.now();
    const answers = await Promise.all(
      calls.map(async ([method, path, body]) => {
        const answer = await fetch(`${server.url}/api${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${ann.token}`,
            'X-Project-Id': site.id,
            'Content-Type': 'application/json',
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { path, status: answer.status, text: await answer.text(), after: answer.headers.get('Retry-After') };
      }),
    );
    for (const { path, status, text, after } of answers)
      if (path !== '/auth/refresh') expect([status, after], `${path} ${text}`).toEqual([503, '2']);
    expect(performance.now() - asked).toBeLessThan(15_000);
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  kept = await keep();
  await until(
    async () =>
      (
        await fetch(`${server.url}/api${desk.path}`, {
          headers: { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id },
        })
      ).status === 200,
  );
  expect((await desk.act(id, 'approve')).status).toBe(200);
}, 120_000);
