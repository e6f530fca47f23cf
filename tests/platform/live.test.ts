import { newId } from '@lobby/server/kit/database/database.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { Timestamp } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { samplesOf } from '../setup/contract/samples.ts';
import { few } from '../setup/contract/whole.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, countOf, rowsIn } from '../setup/records.ts';
import { ASKING, type Heard, listen, pause, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const samples = samplesOf(site);
const { ann, ben, carl, dora } = site;
const urls = [server.url, second.url];

const at = (modules: string[], since?: string) => ({
  projectId: site.id,
  modules,
  ...(since !== undefined && { since }),
});
const ids = (events: readonly Heard[] = []) => events.map(event => event.entityId);

describe('subscribing', () => {
  it('grants what one may read and names what not', async () => {
    await site.allow({ HELP_DESK: ['read'], LABEL: ['write'] });
    const live = await listen(server.url, carl.token);
    const answer = await live.ask('subscribe', at(['HELP_DESK', 'LABEL', 'NOTHING']));
    expect(answer).toMatchObject({ ok: true, denied: ['LABEL', 'NOTHING'], cursor: expect.stringMatching(/./) });
    const made = await samples.record(label);
    const { id } = await desk.open();
    await live.hear(one => one.entityId === id);
    expect(ids(live.events)).not.toContain(made.id);
  });

  it('is ended by unsubscribing, module by module or whole', async () => {
    const live = await listen(server.url, ben.token);
    await live.ask('subscribe', at(['HELP_DESK', 'LABEL']));
    expect(await live.ask('unsubscribe', at(['LABEL']))).toEqual({ ok: true });
    await samples.record(label);
    const { id } = await desk.open();
    await live.hear(one => one.entityId === id);
    // Notifications of the reader arrive without a subscription.
    const asked = () => live.events.filter(event => event.module !== 'NOTIFICATION');
    expect(new Set(asked().map(one => one.module))).toEqual(new Set(['HELP_DESK']));
    await live.ask('unsubscribe', { projectId: site.id });
    await desk.open();
    await pause(400);
    expect(asked()).toHaveLength(1);
  });

  it('is for residents by unit, never by project', async () => {
    const live = await listen(server.url, dora.token);
    expect(await live.ask('subscribe', at(['HELP_DESK']))).toMatchObject({ ok: false });
    expect(await live.ask('subscribe', { unitId: site.otherUnitId, modules: ['HELP_DESK'] })).toMatchObject({
      ok: false,
    });
    const staff = await listen(server.url, ann.token);
    expect(await staff.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK'] })).toMatchObject({ ok: false });
  });
});

describe.each([
  ['the same server', 0],
  ['the other server', 1],
])('what was missed, asked at %s', (_, n) => {
  const url = urls[n] ?? '';

  it('is answered once and in order, from the cursor on, and live after it', async () => {
    const first = await listen(server.url, ben.token);
    const { cursor } = await first.ask('subscribe', at(['HELP_DESK']));
    const known = await desk.open();
    const seen = await first.hear(one => one.entityId === known.id);
    first.close();
    const missed = [await desk.open(), await desk.open()];
    await desk.act(missed[0]?.id ?? '', 'approve');
    await samples.record(label);
    const live = await listen(url, ben.token);
    await until(async () => (await live.ask('subscribe', at(['HELP_DESK'], seen.cursor))).events?.length === 3, ASKING);
    const answer = await live.ask('subscribe', at(['HELP_DESK'], seen.cursor));
    expect(answer.resync).toBeUndefined();
    expect(answer.events?.map(event => [event.entityId, event.action])).toEqual([
      [missed[0]?.id, 'create'],
      [missed[1]?.id, 'create'],
      [missed[0]?.id, 'approve'],
    ]);
    const all = await live.ask('subscribe', at(['HELP_DESK'], cursor));
    expect(ids(all.events)).toContain(known.id);
    const after = await desk.open();
    await live.hear(one => one.entityId === after.id);
    expect(live.events.filter(event => event.entityId === after.id)).toHaveLength(1);
    expect(
      (await live.ask('subscribe', at(['HELP_DESK'], answer.cursor))).events?.map(event => event.entityId),
    ).toEqual([after.id]);
  });

  it('loses nothing and tells nothing twice while others write', async () => {
    const watcher = await listen(url, ben.token);
    let { cursor } = await watcher.ask('subscribe', at(['HELP_DESK']));
    watcher.close();
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let k = 0; k < 12; k++) await desk.open();
      }),
    );
    writing.catch(() => undefined);
    const got: string[] = [];
    for (let k = 0; k < 6; k++) {
      const live = await listen(url, ben.token);
      const answer = await live.ask('subscribe', at(['HELP_DESK'], cursor));
      await pause(60);
      live.close();
      await pause(20);
      const heard = live.events.filter(event => event.module === 'HELP_DESK');
      got.push(...(answer.events ?? []).map(event => event.id), ...heard.map(one => one.id));
      cursor = heard.at(-1)?.cursor ?? answer.cursor;
    }
    await writing;
    const live = await listen(url, ben.token);
    await until(async () => {
      const answer = await live.ask('subscribe', at(['HELP_DESK'], cursor));
      got.push(...(answer.events ?? []).map(event => event.id));
      cursor = answer.cursor;
      return new Set(got).size >= 48;
    }, ASKING);
    expect(new Set(got).size).toBe(48);
    expect(got.length).toBe(48);
  });
});

describe('a cursor', () => {
  it.each([
    'x',
    '',
    '0.0',
    'zzzzzzzzz.00',
    '!',
    '1.zz',
    '$ne',
    'zzzzzzzz.00000000',
    '0.00000000',
    '1z141z4.00000000',
    '9'.repeat(490),
  ])('%j asks to read again', async since => {
    const live = await listen(server.url, ben.token);
    const answer = await live.ask('subscribe', at(['HELP_DESK'], since));
    expect(answer).toMatchObject({ ok: true, resync: true, cursor: expect.stringMatching(/./) });
    expect(answer.events).toBeUndefined();
  });

  it('from before the memory of the server is answered from what is stored, or asks to read again', async () => {
    const live = await listen(second.url, ben.token);
    const { cursor } = await live.ask('subscribe', at(['HELP_DESK']));
    const [seconds = '', token = ''] = cursor.split('.');
    const earlier = (by: number) => (Number.parseInt(seconds, 36) - by).toString(36);
    const old = `82${token.slice(2).replace(/[0-9A-Fa-f]/g, '0')}`;
    const hour = await live.ask('subscribe', at(['HELP_DESK'], `${earlier(3600)}.${old}`));
    expect(hour.resync).toBeUndefined();
    expect(hour.events?.length).toBeGreaterThan(0);
    const days = await live.ask('subscribe', at(['HELP_DESK'], `${earlier(100_000)}.${old}`));
    expect(days).toMatchObject({ ok: true, resync: true });
  });
});

it('more than 1,000 missed events ask to read again', async () => {
  const live = await listen(server.url, ben.token);
  const { cursor } = await live.ask('subscribe', at(['HELP_DESK']));
  const [row] = await rowsIn('events').find({ projectId: site.id, module: 'HELP_DESK' }).limit(1).toArray();
  const many = Array.from({ length: 1001 }, () => ({ ...row, _id: newId(), ts: new Timestamp(0n) }));
  await rowsIn('events').insertMany(many, { ordered: true });
  await until(() => live.events.length === 1001);
  const fresh = await listen(server.url, ben.token);
  expect(await fresh.ask('subscribe', at(['HELP_DESK'], cursor))).toMatchObject({ ok: true, resync: true });
  expect((await fresh.ask('subscribe', at(['LABEL'], cursor))).resync).toBeUndefined();
  const last = live.events.at(-10)?.cursor ?? '';
  expect((await fresh.ask('subscribe', at(['HELP_DESK'], last))).events).toHaveLength(9);
});

describe('two servers on one database', () => {
  it('tell each other’s people of everything', async () => {
    const [here, there] = [await listen(server.url, ben.token), await listen(second.url, ben.token)];
    for (const live of [here, there]) await live.ask('subscribe', at(['HELP_DESK']));
    const mine = await desk.open();
    const theirs = await desk.open({}, ann.at(second.url));
    for (const live of [here, there])
      for (const { id } of [mine, theirs]) expect((await live.hear(one => one.entityId === id)).data.id).toBe(id);
    const [a, b] = [here, there].map(live =>
      live.events.filter(event => [mine.id, theirs.id].includes(String(event.entityId))),
    );
    expect(a).toEqual(b);
  });

  it('count exactly, when the writing stops, under writes through both', async () => {
    const sockets = await Promise.all(urls.map(url => listen(url, ben.token)));
    for (const live of sockets) await live.ask('subscribe', at(['HELP_DESK']));
    const reading = { on: true };
    const counts = (url: string) =>
      ben.at(url).get<{ total: number; tabs: Record<string, number>; HELP_DESK: number }>(`${desk.path}/count-badges`);
    const readers = urls.map(async url => {
      while (reading.on) {
        await counts(url);
        await pause(40);
      }
    });
    try {
      await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const who = ann.at(urls[n % 2] ?? '');
          for (let k = 0; k < few(10, 3); k++) {
            const { id } = await desk.open({}, who);
            await who.put(`${desk.path}/${id}/${k % 3 ? 'approve' : 'reject'}`, k % 3 ? {} : { reason: 'No' });
          }
        }),
      );
    } finally {
      reading.on = false;
      await Promise.all(readers);
    }
    const waiting = await countOf(ticket, site.id, { status: 'WAITING_APPROVAL' });
    const truth = {
      total: await countOf(ticket, site.id),
      waiting,
      going: await countOf(ticket, site.id, { status: { $in: ['APPROVED', 'PROCESSING'] } }),
      badge: waiting,
    };
    for (const url of urls)
      await until(async () => {
        const { data } = await counts(url);
        const seen = { total: data.total, waiting: data.tabs.waiting, going: data.tabs.going, badge: data.HELP_DESK };
        return JSON.stringify(seen) === JSON.stringify(truth);
      });
    // The last pushed counts are right, too: no later write would correct them.
    for (const live of sockets)
      await until(() => {
        const told = live.others
          .filter(other => other.name === 'badges')
          .map(other => other.data.counts as Record<string, number>);
        return told.findLast(counts => 'HELP_DESK' in counts)?.HELP_DESK === waiting;
      });
  });

  it('show who is with a record to the people of both', async () => {
    const { id } = await desk.open();
    const [here, there] = [await listen(server.url, ann.token), await listen(second.url, ben.token)];
    for (const live of [here, there]) await live.ask('subscribe', at(['HELP_DESK']));
    const presence = { projectId: site.id, module: 'HELP_DESK', entityId: id, mode: 'typing' };
    expect(await here.ask('presence', presence)).toEqual({ ok: true });
    const of = (data: Record<string, unknown>) => data.entityId === id && (data.users as unknown[]).length === 1;
    for (const live of [here, there])
      expect((await live.other('presence', of)).users).toMatchObject([{ id: ann.id, name: 'Ann', mode: 'typing' }]);
    here.close();
    await there.other('presence', data => data.entityId === id && (data.users as unknown[]).length === 0);
  });
});

describe('rights', () => {
  it('are read again for whom a change may grant or take something, and for nobody else', async () => {
    const [his, hers] = [await listen(server.url, carl.token), await listen(second.url, ben.token)];
    for (const live of [his, hers]) await live.ask('subscribe', at(['HELP_DESK', 'LABEL']));
    const asked = (live: typeof his) => live.events.filter(event => event.action === 'permissions').length;
    const { positionIds } = await change(employee, carl.id, { startedOn: '2026-01-01', name: 'Carl' });
    await change(employee, carl.id, { positionIds });
    await his.hear(one => one.action === 'permissions');
    const still = await samples.record(label);
    await hers.hear(one => one.entityId === still.id);
    expect([asked(his), asked(hers)]).toEqual([1, 0]);
  });

  it('that changed before one followed the project, but after one had read them, are told of as one follows it', async () => {
    const { cursor } = (await carl.get<{ cursor: string }>('/auth/me')).data;
    await site.allow({});
    await site.allow(everything);
    const late = await listen(second.url, carl.token);
    await late.ask('subscribe', at(['HELP_DESK'], cursor));
    await late.hear(one => one.action === 'permissions');
  });
});

describe('a permission taken away', () => {
  it('ends what is heard of the module at once, on every server, and the calls', async () => {
    await site.allow(everything);
    const sockets = await Promise.all(urls.map(url => listen(url, carl.token)));
    for (const live of sockets) await live.ask('subscribe', at(['HELP_DESK', 'LABEL']));
    const before = await desk.open();
    for (const live of sockets) await live.hear(one => one.entityId === before.id);
    const { HELP_DESK: _taken, ...rest } = everything;
    await site.allow(rest);
    expect((await carl.get(desk.path)).status).toBe(403);
    for (const url of urls) await until(async () => (await carl.at(url).get(desk.path)).status === 403);
    for (const live of sockets) await live.hear(one => one.action === 'permissions');
    const after = await desk.open();
    const still = await samples.record(label);
    for (const live of sockets) {
      await live.hear(one => one.entityId === still.id);
      expect(ids(live.events)).not.toContain(after.id);
      expect((await live.ask('subscribe', at(['HELP_DESK']))).denied).toEqual(['HELP_DESK']);
    }
  });
});
