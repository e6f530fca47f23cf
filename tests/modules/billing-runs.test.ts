import { turnBillRuns } from '@lobby/server/modules/bill/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { describe, expect, it, vi } from 'vitest';
import { booksAt, MONTH, refusal } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, priced, register, billsOf, run } = await booksAt(site);

describe('a run', () => {
  it('bills what each unit has, and says who gets none and why', async () => {
    const area = await priced({ measure: 'AREA', unitName: 'm²' });
    const water = await priced({ measure: 'USAGE' }, { tiers: [{ to: 4, price: 1000 }, { price: 2000 }], vat: 5 });
    const parking = await priced({ measure: 'VEHICLE', vehicleType: 'CAR' }, { tiers: [{ price: 1_200_000 }] });
    const unpriced = await make(service.path, { code: 'NONE', name: 'Without a price', measure: 'FIXED' });
    for (const own of [area, water, unpriced]) await register(own.id);
    await register(water.id, otherUnitId);
    for (const plate of ['30A-111.11', '30A-222.22'])
      await make(vehicle.path, { plate, color: 'Đen', type: 'CAR', unitId, startDate: '2026-01-01' });
    await ann.put(`/unit/${unitId}`, { version: (await read('/unit', unitId)).version, area: 80, useArea: 72.5 });
    await make(usage.path, { unitId, serviceId: water.id, month: MONTH, oldIndex: 100, newIndex: 110 });
    const ids = [area.id, water.id, parking.id, unpriced.id];
    const asked = await make(billRun.path, { month: MONTH, serviceIds: ids });
    const { data: plan } = await ann.get<Row>(`${billRun.path}/${asked.id}/plan`);
    expect(plan).toMatchObject({ bills: 3, total: 725_000 + 16_800 + 2_400_000 });
    expect(plan.skipped).toEqual([
      { reason: 'NO_USAGE', count: 1, unitIds: [otherUnitId] },
      { reason: 'NO_TARIFF', count: 1, unitIds: [unitId] },
    ]);
    const done = await run(ids);
    expect(done).toMatchObject({ made: 3, skipped: 2, total: plan.total });
    expect((await billsOf(water.id))[0]).toMatchObject({
      total: 16_800,
      quantity: 10,
      status: 'DRAFT',
      createType: 'AUTO',
    });
    expect((await billsOf(parking.id))[0]).toMatchObject({ quantity: 2, total: 2_400_000 });
  });

  it('makes each bill once, of ten at once through two servers', async () => {
    const own = await priced({});
    await Promise.all([register(own.id), register(own.id, otherUnitId)]);
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, at) => run([own.id], ann.at(at % 2 ? server.url : second.url))),
    );
    expect(await billsOf(own.id)).toHaveLength(2);
    expect(runs.reduce((sum, one) => sum + Number(one.made), 0)).toBe(2);
  });

  it('goes on where a server that was killed left it, and after it was cancelled', async () => {
    const own = await priced({});
    await Promise.all([register(own.id), register(own.id, otherUnitId)]);
    // What a killed server leaves: a run that goes on, with the chunk that it had begun undone.
    const [first = ''] = [unitId, otherUnitId].toSorted();
    const left = await make(billRun.path, { month: MONTH, serviceIds: [own.id] });
    await change(billRun, left.id, { status: 'RUNNING', upTo: first, done: 1 });
    await Promise.all([turnBillRuns(new Date()), turnBillRuns(new Date())]);
    expect(await read(billRun.path, left.id)).toMatchObject({ status: 'COMPLETED', done: left.units, made: 1 });
    expect((await billsOf(own.id)).map(one => one.unitId)).toEqual([unitId, otherUnitId].filter(id => id !== first));
    const again = await make(billRun.path, { month: MONTH, serviceIds: [own.id] });
    await act(billRun.path, again, 'cancel', { reason: 'Not yet' });
    expect((await act(billRun.path, again, 'resume')).status).toBe(200);
    await vi.waitFor(async () => expect((await read(billRun.path, again.id)).status).toBe('COMPLETED'), {
      timeout: 15_000,
    });
    expect(await billsOf(own.id)).toHaveLength(2);
  });

  it('bills again what was cancelled', async () => {
    const own = await priced({});
    await register(own.id);
    await run([own.id]);
    const [first] = await billsOf(own.id);
    await act(bill.path, first as Row, 'cancel', { reason: 'A wrong price' });
    await run([own.id]);
    expect((await billsOf(own.id)).map(({ status }) => status).toSorted()).toEqual(['CANCELLED', 'DRAFT']);
  });
});

describe('what was used', () => {
  it('follows from the readings, also of a meter that turned over or was replaced', async () => {
    const own = await priced({ measure: 'USAGE', maxIndex: 9999, coefficient: 2 });
    const enter = (month: string, values: object) =>
      ann.post(usage.path, { unitId, serviceId: own.id, month, ...values });
    expect(refusal(await enter('2026-07', { oldIndex: 50, newIndex: 40 }))).toEqual([422, 'INDEX_TOO_LOW', 'newIndex']);
    expect(refusal(await enter('2026-07', { oldIndex: 50, newIndex: 10_000 }))).toEqual([
      422,
      'INDEX_OUT_OF_RANGE',
      'newIndex',
    ]);
    expect((await enter('2026-07', { oldIndex: 9900, newIndex: 9990 })).data).toMatchObject({ quantity: 180 });
    const turned = await enter('2026-08', { reading: 'ROLLOVER', newIndex: 20 });
    expect(turned.data).toMatchObject({ oldIndex: 9990, quantity: 60, before: 180, outlier: true });
    const replaced = await enter('2026-09', { reading: 'REPLACED', newIndex: 15, removedIndex: 30, startIndex: 5 });
    expect(replaced.data).toMatchObject({ oldIndex: 20, quantity: 40 });
    expect(refusal(await enter('2026-09', { newIndex: 99 }))).toEqual([409, 'USAGE_EXISTS', 'once']);
  });

  it('stays as it is once it is billed', async () => {
    const own = await priced({ measure: 'USAGE', counted: 'NUMBER' });
    await register(own.id);
    const used = await make(usage.path, { unitId, serviceId: own.id, month: MONTH, number: 7 });
    await run([own.id]);
    const change = () => ann.put(`${usage.path}/${used.id}`, { version: used.version, number: 8 });
    expect(refusal(await change())).toEqual([409, 'USAGE_HAS_FEE']);
    const [made] = await billsOf(own.id);
    await act(bill.path, made as Row, 'cancel', { reason: 'Misread' });
    expect((await change()).data).toMatchObject({ quantity: 8 });
  });

  it('keeps a tariff that bills were made with', async () => {
    const own = await priced({});
    await register(own.id);
    await run([own.id]);
    const { data } = await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${own.tariffId}`);
    const [price] = data;
    const edit = (values: object) =>
      ann.put(`${tariffVersion.path}/${price?.id}`, { version: price?.version, ...values });
    expect(refusal(await edit({ tiers: [{ price: 5 }] }))).toEqual([409, 'TARIFF_VERSION_USED']);
    expect((await edit({ source: 'Agreed in the assembly' })).status).toBe(200);
  });
});
