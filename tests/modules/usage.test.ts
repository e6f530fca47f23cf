import { bill } from '@lobby/shared/modules/bill.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Meters');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, register, run, billsOf, read } = await booksAt(site);

let n = 0;
const hang = (serviceId: unknown, startIndex: number, values: object = {}) =>
  make(meter.path, { code: `M-${++n}`, unitId, serviceId, startIndex, startDate: '2026-01-01', ...values });
interface Saved {
  done: string[];
  refused: { meterId?: string; unitId?: string; code: string; params: Row }[];
}
const save = async (serviceId: unknown, month: string, rows: object[], more: object = {}) =>
  (await ann.post<Saved & Row>(`${usage.path}/save-from-to`, { serviceId, month, rows, ...more })).data;
const of = async (meterId: unknown, month: string) =>
  (await ann.get<Row[]>(`${usage.path}?filter[meterId][]=${meterId}&filter[month][from]=${month}`)).data.find(
    one => one.month === month,
  );

describe('the indexes of a month', () => {
  it('are saved row by row: one that is refused keeps no other back, and one sent again takes its place', async () => {
    const power = await priced({ source: 'METER' });
    const [a, b] = [await hang(power.id, 14_500), await hang(power.id, 14_500, { unitId: otherUnitId })];
    const rows = [
      { meterId: a.id, newIndex: 14_820 },
      { meterId: b.id, newIndex: 14_499 },
    ];
    const first = await save(power.id, MONTH, rows);
    expect(first).toMatchObject({ refused: [{ meterId: b.id, code: 'INDEX_BELOW_OLD' }] });
    expect(await of(a.id, MONTH)).toMatchObject({ oldIndex: 14_500, usageNumber: 320, state: 'OPEN' });
    const again = await save(power.id, MONTH, [{ meterId: a.id, newIndex: 14_830.125 }]);
    expect(again.done).toEqual(first.done);
    expect(await of(a.id, MONTH)).toMatchObject({ usageNumber: 330.125 });
    const fourth = { serviceId: power.id, month: MONTH, rows: [{ meterId: a.id, newIndex: 1.0001 }] };
    expect((await ann.post(`${usage.path}/save-from-to`, fourth)).status).toBe(400);
    const ahead = await ann.post(`${usage.path}/save-from-to`, { ...fourth, month: '2099-01', rows: [rows[0]] });
    expect(refusal(ahead)).toEqual([422, 'INVALID_FEE_MONTH', 'month']);
  });

  it('go round only where somebody says so, and count by the coefficient', async () => {
    const power = await priced({ source: 'METER' });
    const [round, shop] = [await hang(power.id, 99_850), await hang(power.id, 1200, { coefficient: 40 })];
    const one = (row: object) => save(power.id, MONTH, [{ meterId: round.id, ...row }]);
    expect((await one({ newIndex: 120 })).refused[0]?.code).toBe('INDEX_BELOW_OLD');
    expect((await one({ newIndex: 99_990, rolled: true })).refused[0]?.code).toBe('INDEX_ROLLOVER_INVALID');
    expect((await one({ newIndex: 100_000 })).refused[0]?.code).toBe('INDEX_OUT_OF_RANGE');
    expect((await one({ newIndex: 120, rolled: true })).done).toHaveLength(1);
    expect(await of(round.id, MONTH)).toMatchObject({ usageNumber: 270, rolled: true });
    await save(power.id, MONTH, [{ meterId: shop.id, newIndex: 1234.5 }]);
    expect(await of(shop.id, MONTH)).toMatchObject({ usageNumber: 1380 });
  });

  it('that stand out are shown before, and stored once they are confirmed', async () => {
    const power = await priced({ source: 'METER' });
    const own = await hang(power.id, 0);
    for (const [at, month] of ['2026-07', '2026-08', '2026-09'].entries())
      await save(power.id, month, [{ meterId: own.id, newIndex: (at + 1) * 200 }]);
    const rows = [{ meterId: own.id, newIndex: 870 }];
    const check = await ann.post<Row>(`${usage.path}/check`, { serviceId: power.id, month: MONTH, rows });
    expect(check.data.rows).toMatchObject([{ usageNumber: 270, averageUsage: 200, change: 35, outlier: true }]);
    const refused = (await save(power.id, MONTH, rows)).refused[0];
    expect(refused).toMatchObject({ code: 'USAGE_OUTLIER', params: { usage: 270, average: 200, percent: 35 } });
    await save(power.id, MONTH, rows, { confirmOutliers: true });
    expect(await of(own.id, MONTH)).toMatchObject({ outlier: true, confirmed: true });
  });

  it('are what the meter says that it showed last, whichever is taken back', async () => {
    const power = await priced({ source: 'METER' });
    const { id } = await hang(power.id, 100);
    const last = async () => {
      const { lastIndex, lastMonth } = await read(meter.path, id);
      return [lastIndex, lastMonth];
    };
    expect(await last()).toEqual([null, null]);
    await save(power.id, '2026-09', [{ meterId: id, newIndex: 120 }]);
    const { data } = await ann.post<Row>(usage.path, { meterId: id, month: MONTH, newIndex: 140, confirmed: true });
    expect(await last()).toEqual([140, MONTH]);
    await save(power.id, '2026-09', [{ meterId: id, newIndex: 121 }]);
    expect(await last()).toEqual([140, MONTH]);
    const now = await read(usage.path, data.id);
    await ann.put(`${usage.path}/${data.id}`, { version: now.version, newIndex: 141, confirmed: true });
    expect(await last()).toEqual([141, MONTH]);
    expect((await ann.delete(`${usage.path}/${data.id}`)).status).toBe(200);
    expect(await last()).toEqual([121, '2026-09']);
    await act(meter.path, { id } as Row, 'dismount', { date: `${MONTH}-20`, endIndex: 150, reason: 'Broken' });
    expect(await last()).toEqual([150, MONTH]);
  });

  it('that were left out are covered by the next, which follows when they are told after all', async () => {
    const power = await priced({ source: 'METER' });
    const own = await hang(power.id, 0);
    await save(power.id, '2026-08', [{ meterId: own.id, newIndex: 100 }]);
    await save(power.id, MONTH, [{ meterId: own.id, newIndex: 300 }]);
    expect(await read(usage.path, (await of(own.id, MONTH))?.id)).toMatchObject({
      months: 2,
      outlier: false,
      usageNumber: 200,
    });
    await save(power.id, '2026-09', [{ meterId: own.id, newIndex: 190 }]);
    expect(await of(own.id, MONTH)).toMatchObject({ oldIndex: 190, usageNumber: 110 });
  });
});

describe('meters', () => {
  it('that are replaced within a month make one bill with both indexes', async () => {
    const water = await priced({ source: 'METER' });
    await register(water.id);
    const own = await hang(water.id, 1500);
    const code = `M-${++n}`;
    const swap = { date: '2026-10-07', endIndex: 1490, code, startIndex: 0 };
    expect(refusal(await act(meter.path, own, 'replace', swap))).toEqual([422, 'INDEX_BELOW_OLD', 'endIndex']);
    expect((await act(meter.path, own, 'replace', { ...swap, endIndex: 1520 })).status).toBe(200);
    expect(refusal(await act(meter.path, own, 'dismount', { date: '2026-10-08', endIndex: 1, reason: 'Old' }))).toEqual(
      [409, 'METER_REMOVED'],
    );
    const { data } = await ann.get<Row[]>(`${meter.path}?filter[serviceId][]=${water.id}&sort=-createdAt`);
    const next = data.find(one => one.code === code);
    expect((await save(water.id, MONTH, [{ meterId: next?.id, newIndex: 35 }])).refused).toEqual([]);
    await run([water.id]);
    const [made] = await billsOf(water.id);
    expect(made).toMatchObject({ quantity: 55, total: 550_000 });
    expect((await read(bill.path, made?.id)).readings).toMatchObject([
      { oldIndex: 1500, newIndex: 1520, used: 20 },
      { oldIndex: 0, newIndex: 35, used: 35 },
    ]);
    // A billed reading stays until its bill is cancelled.
    const rows = [{ meterId: next?.id, newIndex: 36 }];
    expect((await save(water.id, MONTH, rows)).refused[0]).toMatchObject({
      code: 'UNIT_HAS_FEE_THIS_MONTH',
      params: { bill: made?.code },
    });
    expect(await of(next?.id, MONTH)).toMatchObject({ state: 'BILLED' });
    await act(bill.path, made as Row, 'cancel', { reason: 'Misread' });
    expect((await save(water.id, MONTH, rows)).refused).toEqual([]);
    expect(await of(next?.id, MONTH)).toMatchObject({ state: 'OPEN', usageNumber: 36 });
  });

  it('whose next month is billed keep the index that it begins with', async () => {
    const water = await priced({ source: 'METER' });
    await register(water.id);
    const own = await hang(water.id, 0);
    await save(water.id, '2026-09', [{ meterId: own.id, newIndex: 10 }]);
    await save(water.id, MONTH, [{ meterId: own.id, newIndex: 20 }]);
    await run([water.id]);
    expect((await save(water.id, '2026-09', [{ meterId: own.id, newIndex: 11 }])).refused[0]?.code).toBe(
      'USAGE_LATER_MONTH_BILLED',
    );
    const other = await priced({ source: 'METER' });
    const wrong = await ann.post(`${usage.path}/save-from-to`, {
      serviceId: other.id,
      month: MONTH,
      rows: [{ meterId: own.id, newIndex: 21 }],
    });
    expect(refusal(wrong)).toEqual([422, 'METER_NOT_OF_SERVICE', 'serviceId']);
  });
});
