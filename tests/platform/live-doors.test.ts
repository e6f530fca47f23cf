import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onMessage } from '@lobby/server/kit/live/sockets/socket-handlers.ts';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deskOf } from '../setup/house/desk.ts';
import { listen, pause, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, dora } = site;

describe('a connection', () => {
  it.each(['', 'x', 'x.y.z'])('with the token %j is refused', async token => {
    await expect(listen(server.url, token)).rejects.toThrow('UNAUTHORIZED');
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1.evil.example', 'no address', 'http://'])(
    'from the origin %j is refused, and nothing breaks',
    async Origin => {
      await expect(listen(server.url, ann.token, { Origin })).rejects.toThrow();
      expect((await ann.get('/auth/me')).status).toBe(200);
    },
  );

  it('from the own origin, or none, is let in', async () => {
    expect((await listen(server.url, ann.token, { Origin: server.url })).socket.connected).toBe(true);
    expect((await listen(server.url, ann.token)).socket.connected).toBe(true);
  });

  it('withstands what cannot be compared', async () => {
    const live = await listen(server.url, ann.token);
    const odd = { length: { valueOf: 1, toString: 1 } };
    for (const name of ['subscribe', 'presence', 'auth'])
      expect(await live.ask(name, { projectId: odd, modules: odd, token: odd, entityId: odd })).toMatchObject({
        ok: false,
        code: 'VALIDATION_FAILED',
      });
    const path = '/pms/helpdesk';
    const after = Buffer.from(JSON.stringify([odd, odd])).toString('base64url');
    expect((await ann.get(`${path}?after=${after}`)).error?.data?.fields).toHaveProperty('after');
    expect((await ann.get(`${path}?filter[q][length][a]=1`)).error?.data?.fields).toHaveProperty('filter.q');
    expect((await ann.post(path, { title: odd, content: 'C' })).error?.data?.fields).toHaveProperty('title');
  });

  it('answers even where reading itself fails', async () => {
    const odd = z.string().transform(() => {
      throw new Error('odd');
    });
    const answer = await new Promise(resolve =>
      onMessage({ on: (_, heard) => heard('x', resolve) }, 'odd', odd, async () => null),
    );
    expect(answer).toMatchObject({ ok: false, code: 'SERVER_ERROR' });
  });

  it('is a websocket, nothing else', async () => {
    const polling = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
  });

  it('ends with its token, unless a fresh one comes in time', async () => {
    const live = await listen(server.url, ann.token);
    expect(await live.ask('auth', { token: ann.token })).toEqual({ ok: true });
    expect(await live.ask('auth', { token: ben.token })).toMatchObject({ ok: false, code: 'UNAUTHORIZED' });
    expect(await live.ask('auth', { token: 'x' })).toMatchObject({ ok: false, code: 'UNAUTHORIZED' });
  });
});

describe('a token', () => {
  const { sid, sub } = JSON.parse(Buffer.from(ann.token.split('.')[1] ?? '', 'base64url').toString());
  const { signing } = JSON.parse(readFileSync(join(server.dir, 'secrets.json'), 'utf8'));
  const tokenFor = (seconds: number) =>
    new SignJWT({ sid, kind: 'staff' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(sub)
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(new TextEncoder().encode(signing));

  it('that has expired ends its socket, and is no way in', async () => {
    const token = await tokenFor(2);
    const [live, renewed] = [await listen(server.url, token), await listen(server.url, token)];
    const as = { Authorization: `Bearer ${token}` };
    expect((await ann.get('/auth/me', as)).status).toBe(200);
    expect(await renewed.ask('auth', { token: ann.token })).toEqual({ ok: true });
    await until(() => live.socket.disconnected);
    expect(live.others).toEqual([{ name: 'signed-out', data: { reason: 'expired' } }]);
    expect((await ann.get('/auth/me', as)).status).toBe(401);
    await expect(listen(server.url, token)).rejects.toThrow('UNAUTHORIZED');
    expect(renewed.socket.connected).toBe(true);
  });

  it('is signed by us, in our way', async () => {
    const [head = '', body = ''] = (await tokenFor(60)).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [`${none}.${body}.`, `${head}.${body}.`, `${head}.${body}.${'A'.repeat(43)}`])
      expect((await ann.get('/auth/me', { Authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('a message that is not right', () => {
  const wrong: [string, unknown][] = [
    ['subscribe', {}],
    ['subscribe', null],
    ['subscribe', 'text'],
    ['subscribe', []],
    ['subscribe', { projectId: { $ne: '' }, modules: ['HELP_DESK'] }],
    ['subscribe', { projectId: site.id, modules: [] }],
    ['subscribe', { projectId: site.id, modules: 'HELP_DESK' }],
    ['subscribe', { projectId: site.id, modules: Array(300).fill('X') }],
    ['subscribe', { projectId: site.id, modules: ['HELP_DESK'], since: { $gt: '' } }],
    ['subscribe', { projectId: site.id, modules: ['HELP_DESK'], more: 1 }],
    ['presence', { projectId: site.id, module: 'HELP_DESK', entityId: 'x', mode: 'viewing' }],
    ['presence', { projectId: site.id, module: 'HELP_DESK', entityId: site.unitId, mode: 'dancing' }],
    ['unsubscribe', { modules: 1 }],
    ['auth', {}],
  ];

  it.each(wrong)('%s %j is answered with a refusal', async (name, payload) => {
    const live = await listen(server.url, ann.token);
    const answer = await live.ask<{ message: string }>(name, payload);
    expect(answer).toMatchObject({ ok: false, code: 'VALIDATION_FAILED' });
    expect(answer.message).not.toBe('VALIDATION_FAILED');
    expect(live.socket.connected).toBe(true);
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString', 'event', 'badges'])('named %j is too', async name => {
    const live = await listen(server.url, ann.token);
    expect(await live.ask(name, {})).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });

  it('that asks for no answer does no harm', async () => {
    const live = await listen(server.url, ann.token);
    live.socket.emit('subscribe');
    live.socket.emit('subscribe', { projectId: 1 });
    live.socket.emit('presence', undefined, 7, {});
    expect(await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] })).toMatchObject({ ok: true });
  });

  it('that is too big ends its own connection only', async () => {
    const [big, calm] = [await listen(server.url, ann.token), await listen(server.url, ben.token)];
    big.socket.emit('subscribe', { projectId: 'x'.repeat(200_000) });
    await until(() => big.socket.disconnected);
    expect(await calm.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] })).toMatchObject({ ok: true });
  });
});

it('a flood is sent away, and others do not notice', async () => {
  const [flood, calm] = [await listen(server.url, ann.token), await listen(server.url, ben.token)];
  await calm.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  for (let n = 0; n < 1000; n++) flood.socket.emit('presence', { n });
  await until(() => flood.socket.disconnected);
  const { id } = await desk.open();
  await calm.hear(one => one.entityId === id);
  expect(calm.socket.connected).toBe(true);
});

describe('presence', () => {
  const told = (id: string, mode?: string) => (data: Record<string, unknown>) =>
    data.entityId === id && (data.users as { mode: string }[]).map(user => user.mode).join() === (mode ?? '');

  it('is told, renewed, changed, left; newcomers are told who is there', async () => {
    const { id } = await desk.open();
    const [one, two] = [await listen(server.url, ann.token), await listen(server.url, ben.token)];
    for (const live of [one, two]) await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const be = (mode: string) => one.ask('presence', { projectId: site.id, module: 'HELP_DESK', entityId: id, mode });
    for (const mode of ['viewing', 'editing', 'typing']) {
      await be(mode);
      await two.other('presence', told(id, mode));
    }
    const late = await listen(server.url, ben.token);
    await late.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    await late.other('presence', told(id, 'typing'));
    await be('left');
    for (const live of [two, late]) await live.other('presence', told(id));
  });

  it('is for modules that one listens to', async () => {
    const live = await listen(server.url, ann.token);
    const input = { projectId: site.id, module: 'HELP_DESK', entityId: site.unitId, mode: 'viewing' };
    expect(await live.ask('presence', input)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  });

  it('of a resident is told for the own unit’s tickets alone', async () => {
    const [mine, theirs] = [await desk.open(), await desk.open({}, site.emil)];
    const [staff, resident] = [await listen(server.url, ben.token), await listen(server.url, dora.token)];
    await staff.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    await resident.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK'] });
    const be = (entityId: string) =>
      resident.ask('presence', { projectId: site.id, module: 'HELP_DESK', entityId, mode: 'typing' });
    expect(await be(theirs.id)).toMatchObject({ ok: false });
    expect(await be(mine.id)).toEqual({ ok: true });
    const seen = await staff.other('presence', told(mine.id, 'typing'));
    expect(seen.users).toMatchObject([{ id: dora.id, name: 'Dora' }]);
    await pause(50);
    expect(resident.others.filter(other => other.name === 'presence')).toEqual([]);
  });
});

describe('who goes on to edit', () => {
  it('is there all the while, whoever looks on', async () => {
    const { id } = await desk.open();
    const [here, there] = [await listen(server.url, ann.token), await listen(server.url, ben.token)];
    for (const live of [here, there]) await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const presence = { projectId: site.id, module: 'HELP_DESK', entityId: id };
    // A client that was loaded before says that it leaves between the two.
    for (const mode of ['viewing', 'left', 'editing']) void here.ask('presence', { ...presence, mode });
    const edits = (data: Record<string, unknown>) =>
      data.entityId === id && (data.users as { mode: string }[])[0]?.mode === 'editing';
    for (const live of [here, there]) await live.other('presence', edits);
    const none = (data: Record<string, unknown>) => data.entityId === id && (data.users as unknown[]).length === 0;
    for (const live of [here, there]) {
      const before = live.others.findLastIndex(({ name, data }) => name === 'presence' && edits(data));
      await pause(600);
      expect(live.others.slice(before).filter(({ name, data }) => name === 'presence' && none(data))).toEqual([]);
    }
  });
});
