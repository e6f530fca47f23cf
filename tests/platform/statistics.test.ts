import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths, DAY_MS, dayOf, HOUR_MS, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { countedPeople } from '@lobby/shared/modules/statistics.contract.ts';
import { ageBandOf, STATISTICS } from '@lobby/shared/modules/statistics.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

type People = AnswerOf<typeof countedPeople>;

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

describe.each(STATISTICS.map(statistic => [statistic.noun, statistic] as const))(
  'statistics of %s',
  (noun, { of, figures }) => {
    it('count what the lists behind them show', async () => {
      await samples.record(of);
      await samples.record(of);
      for (const { key, kind, sum } of figures) {
        const { rows, total, unit } = await asked(noun, `figure=${key}&${year}&by=year`);
        if (kind !== 'FLOW' && kind !== 'STOCK') continue;
        if (sum && of.fields[sum]?.kind === 'money') expect([key, unit]).toEqual([key, 'money']);
        // A stock is compared in the present year alone, whose end is its state now.
        const shown = kind === 'STOCK' ? rows.filter(row => row.from <= today).slice(-1) : rows;
        for (const { values, link } of shown.filter(row => row.link)) {
          const { filter } = readListState(new URLSearchParams(link?.split('?')[1]), of);
          const query = Object.entries(filter).map(([name, one]) =>
            typeof one !== 'object'
              ? `filter[${name}]=${one}`
              : one.in
                ? one.in.map(value => `filter[${name}][]=${value}`).join('&')
                : (['from', 'to'] as const)
                    .flatMap(end => (one[end] ? [`filter[${name}][${end}]=${one[end]}`] : []))
                    .join('&'),
          );
          const list = await ann.get<Row[]>(`${of.path}?limit=${sum ? 100 : 1}&${query.join('&')}`);
          const counted = sum
            ? list.data.reduce((all, row) => all + Number(row[sum] ?? 0), 0)
            : Number(list.headers.get('Content-Range')?.split('/')[1]);
          expect([key, values[0]], link ?? '').toEqual([key, counted]);
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
  },
);

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

describe('figures of requests', () => {
  it('stand side by side for each employee, and tell no mean of fewer than five ratings', async () => {
    const other = await makeSite(server.url, 'Ratings');
    const desk = deskOf(other);
    const rate = async (by: string, ratings: readonly number[], reopenCount = 0) => {
      for (const rating of ratings) {
        const { id } = await desk.open();
        const at = new Date();
        await change(ticket, id, { status: 'RATED', assigneeId: by, completedAt: at, rating, reopenCount });
      }
    };
    await rate(other.ben.id, [5, 5, 4, 4, 4], 1);
    await rate(other.carl.id, [1, 2, 3, 4]);
    const time = `from=${today}&to=${today}`;
    const { data } = await other.ann.get<People>(`/statistics/help-desk/people?${time}&compare=previous`);
    const keys = data.columns.map(({ key }) => key);
    const at = (person: string, key: string) => data.rows.find(row => row.key === person)?.values[keys.indexOf(key)];
    expect(data.rows.map(row => row.key)).toEqual([other.ben.id, other.carl.id]);
    expect(['completed', 'rating', 'rated', 'reopened'].map(key => at(other.ben.id, key))).toEqual([5, 4.4, 5, 100]);
    expect(['completed', 'rating', 'rated', 'reopened'].map(key => at(other.carl.id, key))).toEqual([4, null, 4, 0]);
    expect(data.notes).toEqual(['FEW_RATINGS']);
    // A name leads to what its person has done in the time.
    const [, asked] = data.rows[0]?.link?.split('?') ?? [];
    const { filter } = readListState(new URLSearchParams(asked), ticket);
    expect(filter).toMatchObject({ assigneeId: { in: [other.ben.id] }, completedAt: { from: today, to: today } });
    const file = await other.ann.file(`/statistics/help-desk/people/export?${time}`);
    expect(file.status).toBe(200);
    expect((await rowsOfSheet(file.body)).at(-1)?.[1]).toBe('9');
    expect([data.total[keys.indexOf('rating')], data.previous?.total[0]]).toEqual([3.56, 0]);
    const stars = (await other.ann.get<Counted>(`/statistics/help-desk?figure=rated&${time}&by=day&split[]=rating`))
      .data;
    expect(stars.columns.map(({ key }, n) => [key, stars.total[n]])).toEqual([
      ['4', 4],
      ['5', 2],
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ]);
    const split = (
      await other.ann.get<Counted>(`/statistics/help-desk?figure=rating&${time}&by=day&split[]=assigneeId`)
    ).data;
    expect([split.unit, split.notes]).toEqual(['score', ['FEW_RATINGS']]);
    expect((await ann.get('/statistics/unit/people')).status).toBe(404);
    await other.allow({ HELP_DESK: ['read'] });
    expect((await other.carl.get('/statistics/help-desk/people')).status).toBe(403);
  });

  it('were late if they ended after their deadline, though the mark of being overdue ends with them', async () => {
    const other = await makeSite(server.url, 'Late');
    const desk = deskOf(other);
    const end = async (hours: number) => {
      const { id } = await desk.open();
      await change(ticket, id, {
        dueAt: new Date(Date.now() - hours * HOUR_MS),
        status: 'PROCESSING',
        overdue: hours > 0,
      });
      expect((await desk.act(id, 'complete')).data).toMatchObject({ status: 'COMPLETED', overdue: false });
    };
    for (const hours of [3, -3, -5, -8]) await end(hours);
    const time = `from=${today}&to=${today}`;
    const late = (await other.ann.get<Counted>(`/statistics/help-desk?figure=late&${time}&by=day`)).data;
    expect(late.total).toEqual([25, 1, 4]);
    const before = `compareFrom=${today}&compareTo=${today}`;
    interface Figures {
      figures: { key: string; value: number }[];
    }
    const { figures } = (await other.ann.get<Figures>(`/home/figures?trade=service&${time}&${before}`)).data;
    expect(figures.find(({ key }) => key === 'onTime')?.value).toBe(75);
  });

  it('are counted per hundred homes in use, and not of common places', async () => {
    const other = await makeSite(server.url, 'Homes');
    const desk = deskOf(other);
    const homes = await rowsIn('units').countDocuments({ projectId: other.id, deletedAt: null });
    await rowsIn('units').updateMany({ projectId: other.id }, { $set: { state: 'IN_USE' } });
    const { id } = await desk.open();
    await desk.open();
    await change(ticket, id, { unitId: null, placeId: '0123456789abcdef01234567' });
    const counted = (
      await other.ann.get<Counted>(`/statistics/help-desk?figure=perHundredUnits&from=${today}&to=${today}&by=day`)
    ).data;
    expect([counted.unit, ...counted.total]).toEqual(['perHundred', Math.round(1000 / homes) / 10, 1, homes]);
  });

  it('are of what a chip says, in words', async () => {
    const other = await makeSite(server.url, 'Chips');
    const desk = deskOf(other);
    await desk.open({ priority: 'urgent' });
    await desk.open({ priority: 'low' });
    await desk.open({ priority: 'low' });
    const query = `figure=new&from=${today}&to=${today}&by=day&filter[priority][]=low`;
    const { data } = await other.ann.get<Counted>(`/statistics/help-desk?${query}`);
    expect([data.total, data.filters]).toEqual([[2], [{ key: 'priority', label: 'Priority', values: ['Low'] }]]);
    expect(readListState(new URLSearchParams(data.rows[0]?.link?.split('?')[1]), ticket).filter).toMatchObject({
      priority: { in: ['low'] },
    });
    interface Offered {
      noun: string;
      figures: { key: string; filters: string[] }[];
    }
    const offered = (await other.ann.get<Offered[]>('/statistics')).data;
    const filtersOf = (noun: string, key: string) =>
      offered.find(one => one.noun === noun)?.figures.find(figure => figure.key === key)?.filters;
    // Neither by the clock nor by bands, which lists do not know.
    expect(filtersOf('help-desk', 'new')).toEqual(['typeId', 'blockId', 'priority', 'labelIds']);
    expect(filtersOf('member', 'living')).toEqual(['role', 'gender', 'nationality', 'appUsage']);
    expect(filtersOf('announcement', 'reached')).toEqual([]);
  });
});

it('announcements, news and polls tell how many they reached', async () => {
  const other = await makeSite(server.url, 'Reach');
  const people = samplesOf(other);
  const at = new Date();
  for (const [status, channel] of [
    ['SEEN', 'APP'],
    ['OPENED', 'EMAIL'],
    ['SENT', 'EMAIL'],
    ['BOUNCE', 'EMAIL'],
    ['SKIPPED', 'SMS'],
  ] as const) {
    const { id } = await people.record(announcementDelivery);
    await change(announcementDelivery, String(id), { status, channel });
  }
  const share = async (noun: string, figure: string, more = '') =>
    (await other.ann.get<Counted>(`/statistics/${noun}?figure=${figure}&from=${today}&to=${today}&by=day${more}`)).data;
  expect((await share('announcement', 'reached')).total).toEqual([75, 3, 4]);
  expect((await share('announcement', 'readBy')).total).toEqual([50, 2, 4]);
  const byChannel = await share('announcement', 'readBy', '&split[]=channel');
  expect(byChannel.columns.map(({ key }, n) => [key, byChannel.total[n]])).toEqual(
    expect.arrayContaining([
      ['APP', 100],
      ['EMAIL', 33.3],
    ]),
  );
  const { id: newsId } = await people.record(news);
  await change(news, String(newsId), { status: 'PUBLISHED', publishedAt: at, viewers: 3 });
  const accounts = await rowsIn('residents').countDocuments({
    projectId: other.id,
    deletedAt: null,
    appState: 'ACTIVE',
    living: true,
  });
  expect((await share('news', 'readers')).total).toEqual([3]);
  expect((await share('news', 'readerShare')).total.slice(1)).toEqual([3, accounts]);
  const { id: pollId } = await people.record(poll);
  await change(poll, String(pollId), { status: 'OPEN', openedAt: at, voted: 3, entitled: 8 });
  expect((await share('poll', 'participation')).total).toEqual([37.5, 3, 8]);
});

it('visitors have their peak hours on the clock of the building', async () => {
  const other = await makeSite(server.url, 'Peaks');
  const people = samplesOf(other);
  // A Monday; 17:30 UTC is half past midnight of the Tuesday in Việt Nam.
  for (const at of ['2026-11-02T03:10:00Z', '2026-11-02T03:50:00Z', '2026-11-02T17:30:00Z']) {
    const { id } = await people.record(visitor);
    await change(visitor, String(id), { actualInAt: new Date(at), status: 'COMPLETED' });
  }
  const time = 'figure=cameIn&from=2026-11-01&to=2026-11-30&by=month';
  const read = async (split: string) => (await other.ann.get<Counted>(`/statistics/visitor?${time}&${split}`)).data;
  const hours = await read('split[]=hour');
  expect(hours.columns.map(({ key, label }, n) => [key, label, hours.total[n]])).toEqual([
    ['00', '00:00', 1],
    ['10', '10:00', 2],
  ]);
  const week = await read('split[]=weekday&split[]=hour');
  expect(week.columns.map(({ key, label }, n) => [key, label, week.total[n]])).toEqual([
    ['1|10', 'Monday · 10:00', 2],
    ['2|00', 'Tuesday · 00:00', 1],
  ]);
  // Hours of a block with few visits would tell who had them.
  const block = await read('split[]=blockId&split[]=hour');
  expect([block.total.filter(value => value !== null), block.notes]).toEqual([[], ['FEW']]);
});

it('works due are on time as far as they were done by their day, those still open among them', async () => {
  const other = await makeSite(server.url, 'Upkeep');
  const works = samplesOf(other);
  const due = '2026-11-10';
  const done = (completedOn: string) => ({ status: 'COMPLETED', dueDate: due, completedOn, totalCost: 100_000 });
  const all = [
    ...Array.from({ length: 7 }, (_, n) => ({ ...done(n === 0 ? '2026-11-10' : '2026-11-04'), origin: 'PLAN' })),
    { ...done('2026-11-11'), origin: 'FAULT' },
    { status: 'SKIPPED', dueDate: due },
    { status: 'SCHEDULED', dueDate: due },
    // Not due yet: neither on time nor late.
    { status: 'SCHEDULED', dueDate: addMonths(today, 1) },
  ];
  for (const values of all) {
    const { id } = await works.record(maintenance);
    await change(maintenance, String(id), values);
  }
  const time = `from=2026-11-01&to=${addMonths(today, 2)}&by=month`;
  const read = async (figure: string) =>
    (await other.ann.get<Counted>(`/statistics/maintenance?figure=${figure}&${time}`)).data;
  expect((await read('onTime')).total).toEqual([70, 7, 10]);
  expect((await read('plannedShare')).total).toEqual([87.5, 7, 8]);
  const cost = await read('cost');
  expect([cost.unit, cost.total]).toEqual(['money', [800_000]]);
  // A work on a device is of the system of that device.
  const { id: deviceId } = await works.record(device);
  const { systemId } = (await other.ann.get<Row>(`${device.path}/${deviceId}`)).data;
  const { id } = await works.record(maintenance);
  await change(maintenance, String(id), { ...done(due), systemId: null, deviceId, totalCost: 5000 });
  const bySystem = await read('cost&split[]=systemId');
  expect(bySystem.total[bySystem.columns.findIndex(({ key }) => key === systemId)]).toBeGreaterThanOrEqual(5000);
  expect(bySystem.total.reduce((sum: number, one) => sum + Number(one), 0)).toBe(805_000);
});

it('visas and moves are told by their days', async () => {
  const other = await makeSite(server.url, 'Moves');
  const people = samplesOf(other);
  const { id } = await people.record(resident);
  await change(resident, String(id), { living: true, visaExpiry: '2027-01-15', movedInAt: '2026-11-03' });
  const { id: homeId } = await people.record(residency);
  await change(residency, String(homeId), { movedOutAt: '2026-11-20', living: false });
  const total = async (figure: string, from: string, to: string) =>
    (await other.ann.get<Counted>(`/statistics/member?figure=${figure}&from=${from}&to=${to}&by=month`)).data.total;
  expect(await total('visaEnding', '2027-01-01', '2027-01-31')).toEqual([1]);
  expect(await total('visaEnding', '2027-02-01', '2027-02-28')).toEqual([0]);
  expect(await total('movedIn', '2026-11-03', '2026-11-03')).toEqual([1]);
  expect(await total('movedOut', '2026-11-20', '2026-11-20')).toEqual([1]);
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
