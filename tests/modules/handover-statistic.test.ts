import { text } from '@lobby/server/kit/base/messages.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import {
  HANDOVER_FIGURES,
  handoverStatistic,
  medianOf,
  rankOf,
  shareOf,
} from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import { filterValues, toQuery } from '../../client/kit/http/query.ts';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const { path } = handoverStatistic;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const itemId = (await ann.post<Row>(propertyItem.path, { name: 'Floor', code: 'F', category: 'FLOOR' })).data.id;
await ann.post<Row>(handoverTemplate.path, {
  name: 'Flats',
  unitTypes: [{ type: 'APARTMENT' }],
  lines: [{ roomId, itemId }],
});
const rows: Row[] = [];
for (let n = 0; n < 5; n++) {
  const own = { code: `H-${n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId };
  const home = (await ann.post<Row>(unit.path, own)).data;
  rows.push((await ann.post<Row>(handoverUnit.path, { unitId: home.id })).data);
}
for (const row of rows.slice(0, 3))
  await change(handoverUnit, row.id, { status: 'HANDED_OVER', handedOverOn: today, rounds: 1 });

interface Line {
  key: string;
  link: string | null;
  values: Record<string, number | null>;
}
const figure = async (name: string, more = '') =>
  (await ann.get<{ lines: Line[] }>(`${path}?figure=${name}${more}`)).data.lines;
const valuesOf = (lines: readonly Line[], key: string) => lines.find(line => line.key === key)?.values;

it('counts as people do: medians, ranks, shares of nothing', () => {
  expect([medianOf([10, 1, 4, 2]), rankOf([10, 1, 4, 2], 0.9), medianOf([3, 1, 2]), medianOf([])]).toEqual([
    3,
    10,
    2,
    null,
  ]);
  expect([shareOf(1, 3), shareOf(0, 0)]).toEqual([33.33, null]);
});

it('tells what its lists show', async () => {
  const { data } = await ann.get<Record<string, number>>(`${path}/summary`);
  expect(data).toMatchObject({ total: 5, handedOver: 3, waiting: 2, percent: 60 });
  const [line] = (await figure('units')).filter(({ key }) => key === 'HANDED_OVER');
  const list = await ann.get<Row[]>(`${handoverUnit.path}?filter[status][]=HANDED_OVER`);
  expect([line?.values.count, list.data.length]).toEqual([3, 3]);
  expect(line?.link).toContain('status=HANDED_OVER');
  const steps = await figure('handedOver', `&from=${addDays(today, -1)}&to=${today}&by=day`);
  expect(steps.map(({ values }) => values.count)).toEqual([0, 3]);
  expect(await figure('units', `&filter[blockId][]=${'0'.repeat(24)}`)).toMatchObject([
    { values: { count: 0, percent: null } },
    {},
    {},
  ]);
});

it('counts repairs by their days, and no rejected ones', async () => {
  const unitId = String(rows[0]?.unitId);
  for (const days of [1, 2, 4, 10, 40]) {
    const made = await ann.post<Row>(handoverDefect.path, {
      unitId,
      roomId,
      itemId,
      description: 'A scratch',
      foundOn: addDays(today, -days),
    });
    if (days === 40) await ann.put(`${handoverDefect.path}/${made.data.id}/reject`, { reason: 'As built' });
    else await ann.put(`${handoverDefect.path}/${made.data.id}/repair`, { repairedOn: today });
  }
  expect(valuesOf(await figure('repairDays'), 'all')).toEqual({ count: 4, median: 3, most: 10 });
  expect(valuesOf(await figure('defects'), 'found')).toEqual({ count: 5 });
  expect(valuesOf(await figure('defects'), 'rejected')).toEqual({ count: 1 });
  expect(await figure('topItems')).toMatchObject([{ values: { count: 4, units: 1, percent: 20 } }]);
  for (const name of ['firstTime', 'rounds', 'noShows', 'obligation', 'late', 'overdue', 'load', 'claims', 'heatMap'])
    expect((await ann.get(`${path}?figure=${name}`)).status, name).toBe(200);
});

it('is asked for ten years at most, by what there is, and by who may count', async () => {
  const long = await ann.get(`${path}?figure=units&from=2010-01-01`);
  expect([long.status, long.code]).toEqual([400, 'REPORT_PERIOD_TOO_LONG']);
  expect((await ann.get(`${path}?figure=nothing`)).code).toBe('VALIDATION_FAILED');
  expect((await ann.get(`${path}?figure=units&split=floor`)).code).toBe('VALIDATION_FAILED');
  await site.allow({ HANDOVER: ['read'] });
  const held = await carl.get(`${path}/summary`);
  expect([held.status, held.code]).toEqual([403, 'EMPLOYEE_NOT_HAVE_PERMISSION']);
});

it('goes into a book with the same numbers', async () => {
  const file = await ann.file(`${path}/export?to=${today}`);
  const rows = await rowsOfSheet(file.body);
  // The heading contains the subject and date in readable form.
  expect(rows[0]?.[0]).toContain(today.split('-').toReversed().join('/'));
  expect(rows[0]?.[0]).not.toContain('T');
  expect(rows[4]?.[1]).toBe('3');
  // The export of one chart contains only its figures.
  const own = await rowsOfSheet((await ann.file(`${path}/export?to=${today}&figure=late`)).body);
  expect(own).toHaveLength(3);
  const narrow = `to=${today}&filter[blockId][]=${site.blockId}&figure=heatMap`;
  const map = await rowsOfSheet((await ann.file(`${path}/export?${narrow}`)).body);
  const { name } = (await ann.get<Row>(`${block.path}/${site.blockId}`)).data;
  expect(map[0]?.[0]).toContain(`: ${name}`);
  const statuses = Object.keys(handoverUnit.statuses).map(one => text('en', `handover-unit.statuses.${one}`));
  for (const row of map.slice(2)) expect(statuses).toContain(row[1]);
});

const LISTS = [handoverUnit, handoverSchedule, handoverDefect] as const;
/** Number of records in the list behind a link. */
async function countBehind(link: string): Promise<number> {
  const [route, asked] = link.split('?');
  const definition = LISTS.find(list => list.route === route);
  if (!definition) throw new Error(link);
  const { filter } = readListState(new URLSearchParams(asked), definition);
  const { headers } = await ann.get(`${definition.path}?limit=1&${toQuery({ filter: filterValues(filter) })}`);
  return Number(headers.get('Content-Range')?.split('/')[1]);
}

it('opens the rows that each number counts', async () => {
  const partnerId = (await ann.post<Row>(partner.path, { name: 'Fixers', code: 'FX', type: 'CONTRACTOR' })).data.id;
  const [one] = (await ann.get<Row[]>(`${handoverDefect.path}?filter[rejected][]=false`)).data;
  expect((await ann.put(`${handoverDefect.path}/assign-multi`, { ids: [one?.id], partnerId })).status).toBe(200);
  const period = `&from=${addDays(today, -5)}&to=${today}`;
  const [missed, early] = (await ann.get<Row[]>(handoverSchedule.path)).data;
  const booked = { status: 'PENDING_EXECUTION', employeeId: ann.id, scheduledAt: new Date(Date.now() - 3_600_000) };
  await change(handoverSchedule, String(missed?.id), booked);
  await change(handoverSchedule, String(early?.id), { noShowAt: new Date(Date.now() - 20 * DAY_MS) });
  const left = await ann.put<Row>(`${handoverSchedule.path}/${missed?.id}/no-show`, { reason: 'Nobody came' });
  expect([left.data.status, left.data.noShowAt === null]).toEqual(['NOT_SCHEDULED', false]);
  for (const [name, key, value, more] of [
    ['units', 'WAITING_HANDOVER', 'count', ''],
    ['handedOver', today, 'count', '&by=day'],
    ['appointments', 'NOT_SCHEDULED', 'count', ''],
    ['defects', 'found', 'count', ''],
    ['defects', 'repaired', 'count', ''],
    ['defects', 'rejected', 'count', ''],
    ['defects', 'confirmed', 'count', ''],
    ['repairDays', 'all', 'count', ''],
    ['topItems', `${itemId} ${roomId}`, 'count', ''],
    ['firstTime', 'firstTime', 'accepted', ''],
    ['units', site.blockId, 'count', '&split=block'],
    ['noShows', 'noShows', 'missed', ''],
  ] as const) {
    const line = (await figure(name, `${period}${more}`)).find(found => found.key === key);
    expect(await countBehind(String(line?.link)), `${name} ${key}`).toBe(line?.values[value]);
  }
  for (const line of await figure('overdue', period))
    expect(await countBehind(String(line.link)), `overdue ${line.key}`).toBe(line.values.count);
  for (const name of HANDOVER_FIGURES)
    expect(
      (await figure(name, period)).filter(({ link }) => link === null),
      name,
    ).toEqual([]);
});

it('splits a total into parts that add up to it, and tells of a past day', async () => {
  const all = (await figure('units')).reduce((sum, { values }) => sum + Number(values.count), 0);
  for (const split of ['block', 'type']) {
    const parts = await figure('units', `&split=${split}`);
    expect(parts.reduce((sum, { values }) => sum + Number(values.count), 0)).toBe(all);
  }
  const found = valuesOf(await figure('defects'), 'found')?.count;
  for (const split of ['block', 'partner', 'employee', 'category'])
    expect(
      (await figure('defects', `&split=${split}`)).reduce((sum, { values }) => sum + Number(values.count), 0),
    ).toBe(found);
  const yesterday = addDays(today, -1);
  await change(handoverUnit, String(rows[0]?.id), { handedOverOn: yesterday });
  for (const row of rows) await change(handoverUnit, row.id, { createdAt: new Date(Date.now() - 5 * DAY_MS) });
  const { data } = await ann.get<Record<string, number>>(`${path}/summary?asOf=${yesterday}`);
  const over = await ann.get<Row[]>(`${handoverUnit.path}?filter[handedOverOn][to]=${yesterday}`);
  expect([data.handedOver, over.data.length, data.total]).toEqual([1, 1, 5]);
  const pdf = await ann.file(`${path}/export?format=pdf&to=${today}`);
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  // One page of A3 in landscape.
  const pages = pdf.body.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g);
  expect(pages).toEqual(['/MediaBox [0 0 1190.61 841.89]']);
});
