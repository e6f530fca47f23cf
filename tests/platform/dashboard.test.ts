import type { Trade } from '@lobby/shared/kit/home.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import type { TileValue } from '@lobby/shared/modules/dashboard.ts';
import { TILES } from '@lobby/shared/modules/dashboard-tiles.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/desk.ts';
import { samplesOf } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { rowsOfSheet } from '../setup/sheets.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
interface Catalogue {
  preset: string;
  tiles: { key: string; module: string }[];
  charts: { key: string }[];
  money: { key: string }[];
}
const catalogue = async (who = ann) => (await who.get<Catalogue>('/dashboard/catalogue')).data;

it.each(TILES.map(one => [one.key, one] as const))('%s is the total of the list behind it', async (key, { of }) => {
  await samplesOf(site).record(of);
  const answer = await ann.get<TileValue[]>(`/dashboard/tiles?keys[]=${key}`);
  expect(answer.status, answer.text).toBe(200);
  const [tile] = answer.data;
  const params = new URLSearchParams(tile?.link.split('?')[1]);
  const { tab, filter } = readListState(params, of);
  const wanted = { ...(tab && of.list.tabs?.[tab]), ...filter };
  const query = Object.entries(wanted).flatMap(([name, one]) =>
    typeof one === 'object' ? (one.in ?? []).map(value => `filter[${name}][]=${value}`) : [],
  );
  const list = await ann.get<Row[]>(`${of.path}?limit=1&${query.join('&')}`);
  expect(tile?.value).toBe(Number(list.headers.get('Content-Range')?.split('/')[1]));
});

it('counts anew with each change', async () => {
  const waiting = async () => (await ann.get<TileValue[]>('/dashboard/tiles?keys[]=ticket-waiting')).data[0]?.value;
  const before = Number(await waiting());
  const { id } = await deskOf(site).open({ title: 'A new one' });
  expect((await ann.get<Row>(`${ticket.path}/${id}`)).data.status).toBe('WAITING_APPROVAL');
  await expect.poll(waiting).toBe(before + 1);
});

it('is of what somebody may read, and of nothing else', async () => {
  await site.allow({ HELP_DESK: ['read'], DASHBOARD: ['read'] });
  const own = await catalogue(carl);
  expect(own.preset).toBe('service');
  expect(new Set(own.tiles.map(one => one.module))).toEqual(new Set(['HELP_DESK']));
  expect(own.charts).toEqual([]);
  const tiles = await carl.get<TileValue[]>('/dashboard/tiles');
  expect(tiles.data.map(one => one.key)).toEqual(own.tiles.map(one => one.key));
  expect((await carl.get('/dashboard/tiles?keys[]=bill-overdue')).status).toBe(403);
  expect((await carl.file('/dashboard/export')).status).toBe(403);
  const unknown = await carl.get('/dashboard/tiles?keys[]=nothing');
  expect([unknown.status, ...Object.keys(unknown.error.data?.fields ?? {})]).toEqual([400, 'keys']);
});

it('draws the books for who may add them up, and its other charts for who may count them', async () => {
  expect((await catalogue()).money.map(one => one.key)).toEqual(['income', 'ages', 'result', 'overdue']);
  await site.allow({ DASHBOARD: ['read'], RECEIPT: ['read', 'aggregate'], RECEIVABLE_REPORT: ['read'] });
  expect((await catalogue(carl)).money.map(one => one.key)).toEqual(['income']);
  expect((await carl.get('/statistics/income')).status).toBe(200);
  await site.allow({ DASHBOARD: ['read'], HELP_DESK: ['read', 'aggregate'], RECEIPT: ['read'] });
  const own = await catalogue(carl);
  expect([own.charts.map(one => one.key), own.money]).toEqual([['chart-requests', 'chart-request-types'], []]);
  expect((await carl.get('/statistics/income')).status).toBe(403);
});

it('is the manager’s for who may see all of it', async () => {
  expect((await catalogue()).preset).toBe('manager');
  const sheet = await rowsOfSheet(
    (await ann.file('/dashboard/export?keys[]=ticket-waiting&keys[]=visitor-inside')).body,
  );
  expect(sheet).toHaveLength(3);
});

it('is the manager’s for who may see all of two trades', async () => {
  const codes = (...trades: Trade[]) => TILES.filter(one => trades.some(trade => one.presets.includes(trade)));
  const allow = (tiles: typeof TILES) =>
    site.allow({ DASHBOARD: ['read'], ...Object.fromEntries(tiles.map(({ of }) => [of.code, ['read'] as const])) });
  await allow(codes('accountant'));
  expect((await catalogue(carl)).preset).toBe('accountant');
  await allow(codes('accountant', 'service'));
  expect((await catalogue(carl)).preset).toBe('manager');
});
