import { addDays, dayOf } from '@lobby/shared/kit/dates.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverStatistic, medianOf, rankOf, shareOf } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { rowsOfSheet } from '../setup/sheets.ts';
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
for (const one of rows.slice(0, 3))
  await change(handoverUnit, one.id, { status: 'HANDED_OVER', handedOverOn: today, rounds: 1 });

interface Line {
  key: string;
  link: string | null;
  values: Record<string, number | null>;
}
const figure = async (name: string, more = '') =>
  (await ann.get<{ lines: Line[] }>(`${path}?figure=${name}${more}`)).data.lines;
const valuesOf = (lines: readonly Line[], key: string) => lines.find(one => one.key === key)?.values;

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
  expect(rows[0]?.[0]).toContain(today);
  expect(rows[4]?.[1]).toBe('3');
});
