import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { listen, pause } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const CLOCK = pathToFileURL(join(import.meta.dirname, '../faults/clock.ts')).href;
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben } = site;
/** A server whose clock is off from the day of the tests, which it is told first. */
const shifted = (seconds: number) =>
  startAlone(server, 'warn', {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS} --import ${CLOCK}`,
    CLOCK_SHIFT_MS: String(seconds * 1000),
  });

const cookieOf = (answer: Response) => answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
const login = async (url: string) =>
  cookieOf(
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ann.email, password: PASSWORD }),
    }),
  );
const refresh = (url: string, cookie: string) =>
  fetch(`${url}/api/auth/refresh`, { method: 'POST', headers: { Cookie: cookie } });

describe.each([-40, 3600])('a server whose clock is off by %i s', seconds => {
  it('judges time as the others do, and says how far it is off', { timeout: 60_000 }, async () => {
    const other = await shifted(seconds);
    const ready = await fetch(`${other.url}/readyz`);
    const { data } = (await ready.json()) as { data: { clockOffsetSeconds: number } };
    expect(ready.status).toBe(200);
    expect(Math.abs(data.clockOffsetSeconds - seconds)).toBeLessThan(1);
    const metrics = await (await fetch(`${other.url}/metrics`)).text();
    expect(Number(/^lobby_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(seconds, 0);
    expect(other.log()).toContain("this machine's clock differs");

    // Access tokens and links of files of each are good at the other.
    expect((await ben.at(other.url).get('/auth/me')).status).toBe(200);
    const [file] = (await ben.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]))).data;
    expect((await ben.at(other.url).file(String(file?.url))).status).toBe(200);
    const there = await fetch(`${other.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: ben.email, password: PASSWORD }),
    });
    const { data: signed } = (await there.json()) as { data: { accessToken: string } };
    const headers = { Authorization: `Bearer ${signed.accessToken}` };
    expect((await fetch(`${server.url}/api/auth/me`, { headers })).status).toBe(200);

    // A token that was just replaced is merely late, at whichever server.
    for (const [first, second] of [
      [server.url, other.url],
      [other.url, server.url],
    ] as const) {
      const cookie = await login(first);
      expect((await refresh(first, cookie)).status).toBe(200);
      const late = await refresh(second, cookie);
      expect(late.status).toBe(200);
      expect((await refresh(first, cookieOf(late))).status).toBe(200);
    }

    // Sockets and presence stay.
    const { id } = await desk.open();
    const [here, beyond] = [await listen(server.url, ann.token), await listen(other.url, ben.token)];
    for (const live of [here, beyond]) await live.ask('subscribe', { projectId: site.id, modules: [ticket.code] });
    for (const [who, from, to] of [
      [ann, here, beyond],
      [ben, beyond, here],
    ] as const) {
      await from.ask('presence', { projectId: site.id, module: ticket.code, entityId: id, mode: 'viewing' });
      const isSeen = (told: Record<string, unknown>) =>
        told.entityId === id && (told.users as { id: string }[]).some(user => user.id === who.id);
      await to.other('presence', isSeen);
    }
    await pause(2500);
    const last = here.others.filter(one => one.name === 'presence').at(-1)?.data.users as unknown[];
    expect(last).toHaveLength(2);
    const { data: made } = await ben
      .at(other.url)
      .post<Row>(ticket.path, { title: 'T', content: 'C', unitId: site.unitId });
    expect(Math.abs(Date.parse(String(made.createdAt)) - Date.now())).toBeLessThan(3000);
    await other.stop();
  });
});
