import { bill } from '@lobby/shared/modules/bill.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Parked');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, begin, billsOf, read } = await booksAt(site);

const MONTH = '2026-11';
const STEPS = { tiers: [{ to: 2, price: 100_000 }, { to: 3, price: 150_000 }, { price: 250_000 }], vat: 10 };
const bikes = await priced({ source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'MOTORBIKE' }] }, STEPS);
let n = 0;
const bike = (values: object = {}) =>
  make(vehicle.path, {
    plate: `29X1-${100 + ++n}.45`,
    color: 'Đen',
    type: 'MOTORBIKE',
    unitId,
    startDate: '2026-01-01',
    ...values,
  });
const recordsOf = async (car: Row) =>
  (await ann.get<Row[]>(`${parking.path}?filter[vehicleId][]=${car.id}&sort=startDate`)).data;
const summary = async () =>
  (await ann.get<{ rows: Row[] }>(`${parking.path}/summary?month=${MONTH}`)).data.rows.find(
    row => row.unitId === unitId && row.serviceId === bikes.id,
  );

it('begins with the vehicle, in steps, and is billed as it was foretold', async () => {
  await bike();
  await bike();
  const third = await bike();
  expect(await recordsOf(third)).toMatchObject([
    { source: 'AUTO', status: 'ACTIVE', step: 3, startDate: '2026-01-01' },
  ]);
  expect(await summary()).toMatchObject({ total: 385_000 });
  const [late] = await recordsOf(third);
  const from = (reason?: string) =>
    ann.put(`${parking.path}/${late?.id}`, {
      version: late?.version,
      startDate: '2026-11-16',
      ...(reason && { reason }),
    });
  expect(refusal(await from())).toEqual([400, 'VALIDATION_FAILED', 'reason']);
  expect((await from('Half a month free')).status).toBe(200);
  expect(await summary()).toMatchObject({ total: 302_500 });
  const own = await ann.post(parking.path, { vehicleId: third.id, serviceId: bikes.id, reason: 'Twice' });
  expect(refusal(own)).toEqual([409, 'PARKING_OVERLAPS', 'startDate']);
  await begin({ month: MONTH, serviceIds: [bikes.id] });
  const [made] = await billsOf(bikes.id);
  expect(made).toMatchObject({ total: 302_500, quantity: 3 });
  // Billed days cannot be cut off by stopping the vehicle.
  const stop = (stopDate: string) => act(vehicle.path, third, 'stop', { stopDate });
  expect(refusal(await stop('2026-11-20'))).toEqual([409, 'PARKING_BILLED', 'stopDate']);
  expect((await stop('2026-11-30')).status).toBe(200);
  expect(await recordsOf(third)).toMatchObject([{ endDate: '2026-11-30' }]);
});

it('moves with its vehicle, and ends with it', async () => {
  const car = await bike({ unitId: otherUnitId });
  const [first] = await recordsOf(car);
  expect((await ann.put(`${vehicle.path}/${car.id}`, { version: car.version, plate: '29X1-999.99' })).status).toBe(200);
  expect(await read(parking.path, first?.id)).toMatchObject({ plate: '29-X1 999.99' });
  const { version } = await read(vehicle.path, car.id);
  expect((await ann.put(`${vehicle.path}/${car.id}`, { version, unitId })).status).toBe(200);
  expect(await recordsOf(car)).toMatchObject([
    { status: 'ENDED', unitId: otherUnitId },
    { status: 'ACTIVE', unitId },
  ]);
  expect((await act(vehicle.path, car, 'stop', { stopDate: inDays(-1) })).status).toBe(200);
  expect((await recordsOf(car)).at(-1)).toMatchObject({ status: 'ENDED', endDate: inDays(-1) });
});

it('is asked of a person where no service, or several, take the type', async () => {
  const car = await bike({ type: 'CAR' });
  expect(await recordsOf(car)).toEqual([]);
  const without = await ann.get<Row[]>(`${parking.path}/without`);
  expect(without.data).toContainEqual(expect.objectContaining({ vehicleId: car.id, reason: 'NO_SERVICE' }));
  const wrong = await ann.post(parking.path, { vehicleId: car.id, serviceId: bikes.id });
  expect(refusal(wrong)).toEqual([422, 'VEHICLE_TYPE_NOT_SUITABLE', 'serviceId']);
});

it('keeps its first day, from which it is billed', async () => {
  const [own] = await recordsOf(await bike());
  const emptied = { version: own?.version, startDate: null, reason: 'No day' };
  expect(refusal(await ann.put(`${parking.path}/${own?.id}`, emptied))).toEqual([422, 'DATES_REVERSED', 'startDate']);
  expect(await read(parking.path, own?.id)).toMatchObject({ startDate: '2026-01-01' });
});

it('that was stored without its first day is ended with its vehicle, by hand and for another price', async () => {
  const [stopped, ended, moved] = [await bike(), await bike(), await bike()];
  const dayless = async (car: Row) => {
    const [own] = await recordsOf(car);
    return change(parking, String(own?.id), { startDate: null });
  };
  await dayless(stopped);
  expect((await act(vehicle.path, stopped, 'stop', { stopDate: inDays(-1) })).status).toBe(200);
  expect(await recordsOf(stopped)).toMatchObject([{ status: 'ENDED', endDate: inDays(-1) }]);
  const own = await dayless(ended);
  const end = await ann.put(`${parking.path}/${own._id}/end`, { endDate: inDays(-1), reason: 'Sold' });
  expect([end.status, end.text]).toEqual([200, expect.any(String)]);
  const again = await ann.post(parking.path, { vehicleId: ended.id, serviceId: bikes.id, reason: 'Back' });
  expect(again.error.data).toMatchObject({ from: '…' });
  const cheaper = await priced({ source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'MOTORBIKE' }] });
  const from = { serviceId: cheaper.id, from: inDays(3), reason: 'Cheaper' };
  const { _id } = await dayless(moved);
  expect((await ann.put(`${parking.path}/${_id}/change-service`, from)).status).toBe(200);
  expect((await recordsOf(moved)).map(({ endDate }) => endDate)).toEqual([inDays(2), null]);
});

it('of a bicycle, which has no plate, keeps the days that were billed', async () => {
  const cycles = await priced({ source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'BICYCLE' }] });
  const cycle = await bike({ plate: null, type: 'BICYCLE' });
  const [own] = await recordsOf(cycle);
  await begin({ month: MONTH, serviceIds: [cycles.id] });
  const [made] = await billsOf(cycles.id);
  expect((await read(bill.path, made?.id)).items).toMatchObject([{ key: own?.code }]);
  const stop = await act(vehicle.path, cycle, 'stop', { stopDate: '2026-11-20' });
  expect(refusal(stop)).toEqual([409, 'PARKING_BILLED', 'stopDate']);
});
