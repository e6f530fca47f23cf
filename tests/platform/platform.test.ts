import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { countOf } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, carl } = site;

it('says that it lives and is ready, to anybody', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(server.url + path);
    expect([answer.status, await answer.json()], path).toEqual([200, expect.objectContaining({ code: 'SUCCESS' })]);
  }
});

it('describes its routes on a page that this server gives whole', async () => {
  const page = await fetch(`${server.url}/api/docs`);
  expect(page.status).toBe(200);
  const parts = [...(await page.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(match => match[1] ?? '');
  expect(parts).toContain('/api/openapi.json');
  for (const part of parts.filter(one => one.startsWith('/api/'))) {
    const answer = await fetch(server.url + part);
    expect([part, answer.status]).toEqual([part, 200]);
    expect((await answer.text()).length).toBeGreaterThan(100);
  }
  expect(parts.filter(part => !part.startsWith('/'))).toEqual([]);
});

it('sends the headers that keep a page to itself', async () => {
  const { headers } = await ann.get('/label');
  expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'self'(;|$)/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('X-Powered-By')).toBeNull();
  expect(headers.get('Content-Type')).toContain('application/json');
});

it('compresses what is long', async () => {
  for (let n = 0; n < 10; n++) await desk.open();
  const answer = await ann.get('/pms/helpdesk?limit=100');
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
});

it('tells each of the staff what they may do, module by module', async () => {
  await site.allow({ HELP_DESK: ['read', 'approve'] });
  const { data } = await carl.get<Record<string, unknown>[]>('/module');
  expect(data.map(one => one.code)).toEqual(CODES);
  const mine = Object.fromEntries(
    data.map(({ code, ...flags }) => [code, Object.keys(flags).filter(flag => flags[flag])]),
  );
  expect(mine.HELP_DESK).toEqual(['read', 'approve']);
  expect(mine.LABEL).toEqual([]);
});

const NO_BADGES = {
  TASK: 0,
  HELP_DESK: 0,
  RESIDENT_COMMUNICATE: 0,
  MEMBER_COMMUNICATE: 0,
  AMENITIES_ORDERS: 0,
  ACCESS_MANAGEMENT: 0,
  INVENTORY_TRANSFER_MANAGEMENT: 0,
  CONSTRUCTION_MANAGEMENT: 0,
  NOTIFICATION: 0,
  CARD_REGISTRATION_MANAGEMENT: 0,
  RENTAL_CONTRACT: 0,
};

it('counts badges of the modules that one may read', async () => {
  const waiting = await countOf(ticket, site.id, { status: 'WAITING_APPROVAL' });
  expect((await ann.get('/count-badges')).data).toEqual({ ...NO_BADGES, HELP_DESK: waiting });
  await site.allow({ LABEL: ['read'] });
  expect((await carl.get('/count-badges')).data).toEqual(NO_BADGES);
});

it('names the staff who may take part, by kind of room', async () => {
  const members = async (type = '') =>
    (await ann.get<Row[]>(`/unit-group/${site.id}/room-members${type && `?roomType=${type}`}`)).data.map(one => one.id);
  await site.allow({ HELP_DESK: ['read'] });
  expect((await members()).toSorted()).toEqual([ann.id, site.ben.id].toSorted());
  await site.allow({ HELP_DESK: ['write'] });
  expect(await members('HELP_DESK')).toContain(carl.id);
  await site.allow(everything);
  for (const type of ['constructor', '__proto__', 'NOTHING'])
    expect((await ann.get(`/unit-group/${site.id}/room-members?roomType=${type}`)).status, type).toBe(400);
});

it('lists the projects that one works in', async () => {
  const other = await makeSite(server.url, 'Beta');
  const { data } = await ann.get<Row[]>('/unit-group');
  expect(data.map(one => one.id)).toEqual([site.id]);
  expect((await ann.get(`/unit-group/${site.id}`)).data).toMatchObject({
    id: site.id,
    name: 'Alpha',
    timeZone: 'Asia/Ho_Chi_Minh',
  });
  expect((await other.ann.get<Row[]>('/unit-group')).data.map(one => one.id)).toEqual([other.id]);
});
