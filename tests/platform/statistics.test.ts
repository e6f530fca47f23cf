import { addMonths, DAY_MS, dayOf, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ageBandOf, STATISTICS } from '@lobby/shared/modules/statistics.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const samples = samplesOf(site);
const today = dayOf(new Date(), VIETNAM);
const year = `from=${Number(today.slice(0, 4)) - 1}-01-01&to=${Number(today.slice(0, 4)) + 1}-12-31`;
const asked = async (noun: string, query: string) => {
  const answer = await ann.get<Counted>(`/statistics/${noun}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

describe.each(STATISTICS.map(one => [one.noun, one] as const))('statistics of %s', (noun, { of, figures }) => {
  it('count what the lists behind them show', async () => {
    await samples.record(of);
    await samples.record(of);
    for (const { key, kind } of figures) {
      const { rows, total } = await asked(noun, `figure=${key}&${year}&by=year`);
      if (kind !== 'FLOW' && kind !== 'STOCK') continue;
      // A stock is compared in the present year alone, whose end is its state now.
      const shown = kind === 'STOCK' ? rows.filter(row => row.from <= today).slice(-1) : rows;
      for (const { values, link } of shown.filter(row => row.link)) {
        const { filter } = readListState(new URLSearchParams(link?.split('?')[1]), of);
        const query = Object.entries(filter).map(([name, one]) =>
          typeof one !== 'object'
            ? `filter[${name}]=${one}`
            : one.in
              ? one.in.map(value => `filter[${name}][]=${value}`).join('&')
              : `filter[${name}][from]=${one.from}&filter[${name}][to]=${one.to}`,
        );
        const list = await ann.get<Row[]>(`${of.path}?limit=1&${query.join('&')}`);
        expect([key, values[0]], link ?? '').toEqual([key, Number(list.headers.get('Content-Range')?.split('/')[1])]);
      }
      if (kind === 'FLOW') expect(total[0], key).toBe(rows.reduce((sum, { values }) => sum + Number(values[0]), 0));
    }
  });

  it('tell apart by what they say they do, and export the same', async () => {
    for (const { key, splits } of figures) {
      for (const split of splits) await asked(noun, `figure=${key}&${year}&by=year&split[]=${split}`);
      const query = `figure=${key}&${year}&by=year`;
      const { rows } = await asked(noun, query);
      const sheet = await rowsOfSheet((await ann.file(`/statistics/${noun}/export?${query}`)).body);
      expect(sheet.slice(2, 2 + rows.length).map(([first]) => first)).toEqual(rows.map(row => row.key));
    }
  });
});

describe('statistics', () => {
  it('know how things stood: what was changed since is taken back', async () => {
    const desk = deskOf(site);
    const { id } = await desk.open({ title: 'A slow lift' });
    const days = (n: number) => new Date(Date.now() - n * DAY_MS);
    await rowsIn('tickets').updateOne({ _id: id }, { $set: { createdAt: days(10) } });
    const { data } = await ann.get<Row>(`${ticket.path}/${id}`);
    await change(ticket, id, { status: 'COMPLETED', completedAt: new Date() });
    const from = dayOf(days(3), VIETNAM);
    const { rows } = await asked('help-desk', `figure=open&from=${from}&to=${today}&by=day&split[]=status`);
    const before = await asked('help-desk', `figure=open&from=${from}&to=${from}&by=day`);
    expect(data.status).not.toBe('COMPLETED');
    expect(before.total).toEqual([1]);
    expect(rows.length).toBeGreaterThan(2);
  });

  it('stand beside the same parts of the time before, from their first day', async () => {
    const other = await makeSite(server.url, 'Before');
    const { id } = await deskOf(other).open({ title: 'A slow lift' });
    // Two months that go on to today: the two before them begin at the first day of a month.
    const begun = `${addMonths(today.slice(0, 7), -1)}-01`;
    const first = addMonths(begun, -2);
    await rowsIn('tickets').updateOne({ _id: id }, { $set: { createdAt: startOfDay(first, VIETNAM) } });
    await deskOf(other).open({ title: 'A slower lift' });
    const query = `figure=new&from=${begun}&to=${today}&by=month`;
    const { data } = await other.ann.get<Counted>(`/statistics/help-desk?${query}&compare=previous`);
    expect(data.previous).toEqual({ from: first, to: addMonths(today, -2), total: [1], columns: [1], rows: [1, 0] });
    expect(data.rows.map(({ values }) => values[0])).toEqual([0, 1]);
    const split = await other.ann.get<Counted>(`/statistics/help-desk?${query}&compare=previous&split[]=priority`);
    expect([split.data.total, split.data.previous?.columns, split.data.previous?.rows]).toEqual([[1], [1], [1, 0]]);
    const year = await other.ann.get<Counted>(`/statistics/help-desk?${query}&compare=lastYear`);
    expect(year.data.previous).toEqual({
      from: addMonths(begun, -12),
      to: addMonths(today, -12),
      total: [0],
      columns: [0],
      rows: [0, 0],
    });
  });

  it('refuse what is too long, too fine, or not known, at its field', async () => {
    const refused = async (query: string) => {
      const { status, code, error } = await ann.get(`/statistics/help-desk?${query}`);
      return [status, code, ...Object.keys(error.data?.fields ?? {})];
    };
    const [new_, decade] = ['figure=new', 'from=2016-01-01&to=2026-11-30'];
    expect(await refused(`${new_}&${decade}&by=year`)).toEqual([400, 'REPORT_PERIOD_TOO_LONG']);
    expect((await ann.get(`/statistics/help-desk?${new_}&from=2016-12-01&to=2026-11-30&by=year`)).status).toBe(200);
    expect(await refused(`${new_}&from=2025-01-01&to=2026-05-15&by=day`)).toEqual([400, 'REPORT_TOO_FINE']);
    expect(await refused('figure=nothing')).toEqual([400, 'VALIDATION_FAILED', 'figure']);
    expect(await refused(`${new_}&split[]=title`)).toEqual([400, 'VALIDATION_FAILED', 'split']);
    expect(await refused(`${new_}&filter[nothing][]=1`)).toEqual([400, 'VALIDATION_FAILED', 'filter.nothing']);
    expect(await refused(`${new_}&from=2026-02-01&to=2026-01-01`)).toEqual([400, 'VALIDATION_FAILED', 'to']);
    expect((await ann.get('/statistics/money?figure=new')).status).toBe(404);
  });

  it('are for who holds aggregate, and files for who may export too', async () => {
    await site.allow({ HELP_DESK: ['read', 'export'] });
    expect((await site.carl.get('/statistics/help-desk?figure=new')).status).toBe(403);
    expect((await site.carl.get<Row[]>('/statistics')).data).toEqual([]);
    await site.allow({ HELP_DESK: ['read', 'aggregate'] });
    expect((await site.carl.get('/statistics/help-desk?figure=new')).status).toBe(200);
    expect((await site.carl.file('/statistics/help-desk/export?figure=new')).status).toBe(403);
    expect((await site.carl.get<{ noun: string }[]>('/statistics')).data.map(one => one.noun)).toEqual(['help-desk']);
  });

  it('do not tell of a few people what they are', async () => {
    const { notes, columns, total } = await asked('member', `figure=living&${year}&by=year&split[]=gender`);
    expect(columns.length).toBeGreaterThan(0);
    expect(notes).toContain('FEW');
    expect(total.filter(value => value !== null && value < 5)).toEqual([]);
  });
});

it('tell residents apart by the five bands of age', async () => {
  const now = Number(today.slice(0, 4));
  expect([1, 5, 6, 9, 10, 19, 20, 60, 61, 90].map(age => ageBandOf(now - age, now))).toEqual([
    'FROM_1',
    'FROM_1',
    'FROM_6',
    'FROM_6',
    'FROM_10',
    'FROM_10',
    'FROM_20',
    'FROM_20',
    'OVER_60',
    'OVER_60',
  ]);
  const other = await makeSite(server.url, 'Ages');
  const people = samplesOf(other);
  const born = async (age: number) => {
    const { id } = await people.record(resident);
    await change(resident, String(id), { birthYear: now - age, living: true });
  };
  for (const age of [3, 3, 3, 3, 3, 70, ...Array(6).fill(30)]) await born(age);
  const { data } = await other.ann.get<Counted>(
    `/statistics/member?figure=living&from=${now}-01-01&to=${now}-12-31&by=year&split[]=ageBand`,
  );
  const at = (key: string) => data.total[data.columns.findIndex(column => column.key === key)];
  expect(at('FROM_1')).toBe(5);
  // By age, not by how many they are.
  const bands = data.columns.map(({ key }) => key).filter(key => /^(FROM|OVER)_/.test(key));
  expect(bands).toEqual(['FROM_1', 'FROM_20', 'OVER_60']);
  // Groups of fewer than five people are not told apart.
  expect([at('OVER_60'), data.notes]).toEqual([null, ['FEW']]);
  expect(data.columns.map(({ label }) => label)).toContain('1 to 6');
});
