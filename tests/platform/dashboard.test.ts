import { addMonths, DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Trade } from '@lobby/shared/kit/home.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { TileValue } from '@lobby/shared/modules/dashboard.ts';
import { LISTS, TILES, type Tile, tileFilter } from '@lobby/shared/modules/dashboard-tiles.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { readWords, textsOf } from '../setup/contract/words.ts';
import { sheetsOf } from '../setup/files/sheets.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
interface Catalogue {
  preset: string;
  boards: string[];
  tiles: { key: string; module: string }[];
  charts: { key: string }[];
  money: { key: string }[];
  lists: { key: string }[];
}
interface Listed {
  count: number;
  link: string;
  records: { id: string; at: string; sum: number | null; refs: { to: string; id: string }[] }[];
}
const GIVEN: Readonly<Record<string, object>> = {
  bill: { paymentState: 'UNPAID', total: 250_000, remaining: 250_000 },
  receipt: { accountingDate: today(), method: 'CASH', amount: 120_000 },
};
const statusIn = (tile: Tile) => {
  const { status } = tileFilter(tile);
  return typeof status === 'object' ? status.in?.[0] : undefined;
};
const catalogue = async (who = ann) => (await who.get<Catalogue>('/dashboard/catalogue')).data;

/** The list behind a link: its rows and their number. */
async function listBehind(link: string, of: Definition, limit = 1) {
  const { tab, filter } = readListState(new URLSearchParams(link.split('?')[1]), of);
  const wanted = { ...(tab && of.list.tabs?.[tab]), ...filter };
  const query = Object.entries(wanted).flatMap(([name, one]) => {
    if (typeof one !== 'object') return [];
    if (one.in) return one.in.map(value => `filter[${name}][]=${value}`);
    return (['from', 'to'] as const).flatMap(end => (one[end] ? [`filter[${name}][${end}]=${one[end]}`] : []));
  });
  const list = await ann.get<Row[]>(`${of.path}?limit=${limit}&${query.join('&')}`);
  expect(list.status, list.text).toBe(200);
  return { rows: list.data, count: Number(list.headers.get('Content-Range')?.split('/')[1]) };
}

it.each(TILES.map(tile => [tile.key, tile] as const))('%s is the total of the list behind it', async (key, tile) => {
  const { of, sum } = tile;
  const { id } = await samplesOf(site).record(of);
  // Put into the list that it counts, so that an amount is not of nothing.
  if (sum) await change(of, String(id), { status: statusIn(tile), ...GIVEN[of.name] });
  const answer = await ann.get<TileValue[]>(`/dashboard/tiles?keys[]=${key}`);
  expect(answer.status, answer.text).toBe(200);
  const [found] = answer.data;
  const list = await listBehind(found?.link ?? '', of, sum ? 100 : 1);
  if (!sum) return expect(found).toMatchObject({ kind: 'count', value: list.count });
  expect(found).toMatchObject({ kind: 'money', value: list.rows.reduce((all, row) => all + Number(row[sum]), 0) });
  expect(found?.value).toBeGreaterThan(0);
});

it.each(LISTS.map(list => [list.key, list] as const))('%s shows the first of the list behind it', async (key, list) => {
  const { of, by } = list;
  await samplesOf(site).record(of);
  const answer = await ann.get<Listed[]>(`/dashboard/lists?keys[]=${key}`);
  expect(answer.status, answer.text).toBe(200);
  const [found] = answer.data;
  const behind = await listBehind(found?.link ?? '', of);
  expect(found?.count).toBe(behind.count);
  const times = found?.records.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted());
  expect(times.length).toBeLessThanOrEqual(Math.min(5, behind.count));
  expect(of.list.sorts).toContain(by);
  // A list of money says how much of it each is.
  for (const { id, sum } of found?.records ?? [])
    expect(sum).toBe(list.sum ? (await ann.get<Row>(`${of.path}/${id}`)).data[list.sum] : null);
});

it('stands beside yesterday: what changed today is taken back', async () => {
  const other = await makeSite(server.url, 'Yesterday');
  const desk = deskOf(other);
  const ids = await Promise.all(['One', 'Two', 'Three'].map(async title => (await desk.open({ title })).id));
  const day = new Date(Date.now() - 3 * DAY_MS);
  await rowsIn('tickets').updateMany({ _id: { $in: ids } }, { $set: { createdAt: day } });
  const waiting = async () => (await other.ann.get<TileValue[]>('/dashboard/tiles?keys[]=ticket-waiting')).data[0];
  // The first was approved today, and a fourth came.
  await other.ann.put(`${ticket.path}/${ids[0]}/approve`, {});
  await desk.open({ title: 'Four' });
  await expect.poll(waiting).toMatchObject({ value: 3, before: 3 });
  await other.ann.put(`${ticket.path}/${ids[1]}/approve`, {});
  await expect.poll(waiting).toMatchObject({ value: 2, before: 3 });
});

it('gives short lists of what somebody may read, and refuses others', async () => {
  await site.allow({ HELP_DESK: ['read', 'readDetail'], DASHBOARD: ['read'] });
  const { lists } = await catalogue(carl);
  expect(lists.map(list => list.key)).toEqual(['list-requests', 'list-requests-overdue']);
  expect((await carl.get('/dashboard/lists?keys[]=list-requests')).status).toBe(200);
  expect((await carl.get('/dashboard/lists?keys[]=list-bills')).status).toBe(403);
  expect((await carl.get('/dashboard/lists?keys[]=nothing')).status).toBe(400);
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
  expect(own.boards).toEqual(['service', 'manager']);
  expect([own.tiles, own.charts]).toEqual([[], []]);
  const tiles = await carl.get<TileValue[]>('/dashboard/tiles');
  expect(tiles.data.map(one => one.key)).toEqual(own.tiles.map(tile => tile.key));
  expect((await carl.get('/dashboard/tiles?keys[]=ticket-waiting')).status).toBe(200);
  expect((await carl.get('/dashboard/tiles?keys[]=bill-overdue')).status).toBe(403);
  expect((await carl.put('/dashboard/export', { about: [], tables: [] })).status).toBe(403);
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
  expect([own.charts.map(chart => chart.key), own.money]).toEqual([['chart-requests', 'chart-request-types'], []]);
  expect((await carl.get('/statistics/income')).status).toBe(403);
});

it('is the manager’s for who may see all of it, and goes out as its screen shows it', async () => {
  expect((await catalogue()).preset).toBe('manager');
  const tables = ['Requests', 'Requests'].map(name => ({
    name,
    head: ['Day', 'New'],
    rows: [
      ['=1+1', 3],
      ['x', null],
    ],
  }));
  const body = { about: ['Manager', '01/11/2026 – 27/11/2026'], tables };
  const file = await ann.file('/dashboard/export', body);
  const sheets = await sheetsOf(file.body);
  expect(sheets).toHaveLength(2);
  expect(sheets[1]?.slice(0, 3).map(row => row[0])).toEqual(['Requests', ...body.about]);
  expect(sheets[1]?.slice(4)).toEqual([
    ['Day', 'New'],
    ['=1+1', '3'],
    ['x', ''],
  ]);
  const many = { about: [], tables: Array.from({ length: 21 }, () => tables[0]) };
  expect((await ann.put('/dashboard/export', many)).status).toBe(400);
});

it('says nothing that the first page says: work that waits there, numbers of its strip', async () => {
  const { tiles } = await catalogue();
  const shown = tiles.map(tile => tile.key);
  expect(shown).toEqual(expect.arrayContaining(['technical-system-overdue', 'bill-owed-sum']));
  const waiting = TILES.filter(({ of, tone, sum }) => of.list.waits && tone !== 'plain' && !sum).map(tile => tile.key);
  expect(waiting).toEqual(expect.arrayContaining(['ticket-overdue', 'bill-drafts', 'rental-contract-expiring']));
  expect(shown.filter(key => waiting.includes(key) || key.endsWith('-mine') || key === 'visitor-inside')).toEqual([]);
});

it('counts a time beside the one that it is held against, each figure that happens', async () => {
  const desk = deskOf(site);
  await desk.open({ title: 'Of today' });
  const month = `${today().slice(0, 7)}-01`;
  const times = `from=${month}&to=${today()}&compareFrom=${addMonths(month, -1)}&compareTo=${addMonths(today(), -1)}`;
  interface Shown {
    figures: { key: string; value: number; before?: object }[];
  }
  const { figures } = (await ann.get<Shown>(`/home/figures?trade=service&${times}`)).data;
  const opened = figures.find(figure => figure.key === 'newToday');
  const counted = (await ann.get<Counted>(`/statistics/help-desk?figure=new&by=day&${times}`)).data;
  expect(opened?.value).toBe(counted.total[0]);
  expect(opened?.before).toEqual({
    value: counted.previous?.total[0],
    than: 'span',
    day: addMonths(month, -1),
    to: addMonths(today(), -1),
  });
  expect(counted.previous).toMatchObject({ from: addMonths(month, -1), to: addMonths(today(), -1) });
  const words = readWords('en');
  // Figures of a day have a name for a longer time too.
  const named = textsOf(words);
  const daily = MODULES.flatMap(({ name, list: { figures: own = {} } }) =>
    Object.entries(own).flatMap(([key, { day, passing }]) => (day && !passing ? `${name}-${key}` : [])),
  );
  expect(daily.filter(key => !named.has(`dashboard:figures.${key}`))).toEqual([]);
  expect(daily.length).toBeGreaterThan(5);
});

it('is the manager’s for who may see all of two trades', async () => {
  const codes = (...trades: Trade[]) => TILES.filter(tile => trades.some(trade => tile.presets.includes(trade)));
  const allow = (tiles: typeof TILES) =>
    site.allow({ DASHBOARD: ['read'], ...Object.fromEntries(tiles.map(({ of }) => [of.code, ['read'] as const])) });
  await allow(codes('accountant'));
  expect((await catalogue(carl)).preset).toBe('accountant');
  await allow(codes('accountant', 'service'));
  expect((await catalogue(carl)).preset).toBe('manager');
});
