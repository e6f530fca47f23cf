import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { keysOfPlates } from '@lobby/server/migrations/2026-11-30-keys-of-plates.ts';
import { holdersJob } from '@lobby/server/modules/card/holder-jobs.ts';
import { stopVehiclesJob } from '@lobby/server/modules/card/vehicles.ts';
import { addDays, DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { expectSameFromExport } from '../setup/contract/own-export.ts';
import { change, makeRecord, rowsIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, carl, dora, unitId, otherUnitId } = site;
/** Days in the time zone of the building, seven hours ahead. */
const day = (days: number) => addDays(dayOf(new Date(), VIETNAM), days);

let cards = 0;
const make = (path: string, values: object, who: Caller = ann) => who.create(path, values);
const newCard = (type: string) => make(card.path, { number: `000${++cards}`, type });
const newCar = (values: object) => make(vehicle.path, { type: 'CAR', color: 'Đen', unitId, ...values });
const act = (one: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${card.path}/${one.id}/${name}`, input);
const read = async (path: string, { id }: Row) => (await ann.get(`${path}/${id}`)).data;
const holder = { unitId, residentId: dora.id };

describe('plates', () => {
  it.each([
    ['29a12345', 'CAR', '29A-123.45', '29A12345'],
    ['29A 1234', 'CAR', '29A-1234', '29A1234'],
    ['29-MĐ1 123.45', 'MOTORBIKE', '29-MĐ1 123.45', '29MD112345'],
    ['29ab-12345', 'MOTORBIKE', '29-AB 123.45', '29AB12345'],
    ['59x1 23456', 'MOTORBIKE', '59-X1 234.56', '59X123456'],
    ['ng 80-011-01', 'CAR', 'NG 80-011-01', 'NG8001101'],
    ['２９Ａ－１２３４５', 'CAR', '29A-123.45', '29A12345'],
  ])('%s of a %s', (typed, type, shown, raw) => {
    expect([standardPlate(typed, type), rawPlate(typed)]).toEqual([shown, raw]);
  });
});

describe('a vehicle', () => {
  it('is shown in standard writing, and found in any', async () => {
    const made = await newCar({ plate: '29a12345' });
    expect(made).toMatchObject({ plate: '29A-123.45', rawPlate: '29A12345', customerGroup: 'RESIDENT' });
    for (const typed of ['29A-123.45', '29a 123 45', '2345', '29a12345'])
      expect((await ann.get<Row[]>(`${vehicle.path}?filter[q]=${encodeURIComponent(typed)}`)).data[0]?.id, typed).toBe(
        made.id,
      );
    expect((await ann.get<Row[]>(`${vehicle.path}?filter[plate][]=29a-123.45`)).data.map(({ id }) => id)).toEqual([
      made.id,
    ]);
    const taken = await ann.post(vehicle.path, { type: 'CAR', color: 'Đỏ', unitId, plate: '29 A-12345' });
    expect([taken.status, taken.code, taken.error.data?.fields?.plate?.code]).toEqual([
      409,
      'VEHICLE_PLATE_EXISTS',
      'VEHICLE_PLATE_EXISTS',
    ]);
    expect((await ann.put(`${vehicle.path}/${made.id}/stop`, { stopDate: day(-1) })).code).toBe(
      'VEHICLE_DATES_REVERSED',
    );
    await ann.put(`${vehicle.path}/${made.id}/stop`, { stopDate: day(0) });
    const sold = await newCar({ plate: '29 A-12345', unitId: otherUnitId });
    const again = await ann.put(`${vehicle.path}/${made.id}/start`, { startDate: day(0) });
    expect([again.status, again.code]).toEqual([409, 'VEHICLE_PLATE_EXISTS']);
    expect(sold.unitId).toBe(otherUnitId);
  });

  it('is found by its last four digits with its card and its form, also if they were saved with older keys', async () => {
    const plate = '30M-457.89';
    const car = await newCar({ plate });
    const own = await newCard('VEHICLE');
    expect((await act(own, 'issue', { vehicleId: car.id })).status).toBe(200);
    const form = await makeRecord(site.id, cardRegistration, {
      target: 'VEHICLE',
      type: 'NEW',
      ...holder,
      relationship: 'SELF',
      vehicleType: 'CAR',
      plate,
      color: 'Đen',
      startDate: day(0),
    });
    const all = [
      [vehicle, car.id],
      [card, own.id],
      [cardRegistration, form._id],
    ] as const;
    const found = () =>
      Promise.all(
        all.map(async ([{ path }, id]) =>
          (await ann.get<Row[]>(`${path}?filter[q]=5789`)).data.map(row => row.id).includes(String(id)),
        ),
      );
    for (const [definition, id] of all)
      await rowsIn(collectionOf(definition)).updateOne({ _id: String(id) }, { $set: { keys: ['30m45789', '45789'] } });
    expect(await found()).toEqual([false, false, false]);
    await keysOfPlates.run();
    expect(await found()).toEqual([true, true, true]);
  });

  it('needs a plate where it has a motor, and dates in order', async () => {
    const post = (values: object) => ann.post(vehicle.path, { color: 'Đen', unitId, ...values });
    expect((await post({ type: 'MOTORBIKE' })).error.data?.fields?.plate?.code).toBe('VEHICLE_PLATE_REQUIRED');
    const bicycle = await post({ type: 'BICYCLE' });
    expect(bicycle.status).toBe(201);
    // Where it is chosen it is named by what it is, not by a day alone.
    const [option] = (await ann.get<Row[]>(`${vehicle.path}/options?ids[]=${bicycle.data.id}`)).data;
    expect(option?.name).toMatch(/^Bicycle · \d\d\/\d\d\/\d{4}$/);
    expect((await post({ type: 'BICYCLE', startDate: day(3), stopDate: day(2) })).error.data?.fields).toMatchObject({
      stopDate: { code: 'VEHICLE_DATES_REVERSED' },
    });
  });

  it('of one plate is one, of 20 through two servers', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ann
          .at(n % 2 ? server.url : second.url)
          .post(vehicle.path, { type: 'CAR', color: 'Đen', unitId, plate: '30K 999.99' }),
      ),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('is stopped by its last day, and counted in the months that it was here', async () => {
    const car = await newCar({ plate: '30L-111.11', startDate: '2025-11-15' });
    const stopped = await ann.put(`${vehicle.path}/${car.id}/stop`, { stopDate: day(2) });
    expect(stopped.data).toMatchObject({ status: 'ACTIVE', stopDate: day(2) });
    await stopVehiclesJob.run(new Date(Date.now() + 4 * DAY_MS));
    expect(await read(vehicle.path, car)).toMatchObject({ status: 'INACTIVE' });
    const past = await newCar({ plate: '30L-222.22', startDate: '2025-11-15', stopDate: '2025-11-20' });
    const months = async (month: string) =>
      (await ann.get<{ vehicles: Row[] }[]>(`${vehicle.path}/summary?month=${month}`)).data
        .flatMap(({ vehicles }) => vehicles)
        .find(({ id }) => id === past.id);
    expect(await months('2025-11')).toMatchObject({ from: '2025-11-15', to: '2025-11-20' });
    expect(await months('2025-12')).toBeUndefined();
  });

  it('is within the limit of its unit, unless somebody says why not', async () => {
    const { version } = (await ann.get(`/unit-group/${site.id}/reception`)).data;
    await ann.put(`/unit-group/${site.id}/reception`, { version, vehicleLimits: { TRUCK: 1 } });
    const truck = (plate: string, more: object = {}) =>
      ann.post(vehicle.path, { type: 'TRUCK', color: 'Xanh', unitId, plate, ...more });
    expect((await truck('29C-100.01')).status).toBe(201);
    const over = await truck('29C-100.02');
    expect([over.status, over.code]).toEqual([422, 'VEHICLE_LIMIT_REACHED']);
    expect((await truck('29C-100.02', { overLimit: true })).status).toBe(400);
    expect((await truck('29C-100.02', { overLimit: true, reason: 'Ban quản lý đồng ý' })).status).toBe(201);
  });
});

describe('a card', () => {
  it('goes to one holder, of 30 at once', async () => {
    const one = await newCard('RESIDENT');
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) => act(one, 'issue', holder, ann.at(n % 2 ? server.url : second.url))),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set(['SUCCESS', 'STATUS_CHANGED']));
    expect((await dora.get<Row[]>(card.path)).data.map(({ id }) => id)).toContain(one.id);
  });

  it('is issued to what its kind asks for', async () => {
    const faults = async (type: string, input: object) => {
      const refused = await act(await newCard(type), 'issue', input);
      return [refused.status, refused.code];
    };
    expect(await faults('RESIDENT', { residentId: dora.id })).toEqual([400, 'CARD_INFORMATION_MISSING']);
    expect(await faults('RESIDENT', { ...holder, unitId: otherUnitId })).toEqual([422, 'RESIDENT_NOT_IN_UNIT']);
    expect(await faults('VEHICLE', holder)).toEqual([400, 'CARD_INFORMATION_MISSING']);
    expect(await faults('GUEST', holder)).toEqual([422, 'CARD_TYPE_INVALID']);
    expect(await faults('STAFF', { employeeId: carl.id })).toEqual([200, 'SUCCESS']);
    const car = await newCar({ plate: '29B-000.01' });
    expect(await faults('VEHICLE', { vehicleId: car.id })).toEqual([200, 'SUCCESS']);
    expect(await faults('VEHICLE', { vehicleId: car.id })).toEqual([409, 'CARD_IN_USE']);
    const bound = await read(vehicle.path, car);
    expect((await ann.put(`${vehicle.path}/${car.id}`, { version: bound.version, plate: '29B-1' })).code).toBe(
      'VEHICLE_LINKED_TO_CARD',
    );
    expect((await ann.put(`${vehicle.path}/${car.id}`, { version: bound.version, color: 'Trắng' })).status).toBe(200);
    expect((await ann.put(`${vehicle.path}/${car.id}/stop`, { stopDate: day(0) })).code).toBe('VEHICLE_LINKED_TO_CARD');
  });

  it('in use keeps its number, and is locked, lost and taken back', async () => {
    const one = await newCard('RESIDENT');
    await act(one, 'issue', holder);
    const using = await read(card.path, one);
    const edit = (values: object) => ann.put(`${card.path}/${one.id}`, { version: using.version, ...values });
    expect((await edit({ number: 'X-1' })).code).toBe('CARD_ATTACHED_CANNOT_UPDATE');
    expect((await edit({ note: 'Thẻ phụ' })).status).toBe(200);
    expect((await act(one, 'deactivate', { reason: 'Hỏng' })).code).toBe('CARD_USED_CANNOT_DEACTIVATE');
    expect((await ann.delete(`${card.path}/${one.id}`)).code).toBe('CARD_USED_CANNOT_DELETE');
    expect((await act(one, 'lock', { reason: 'Nợ phí' })).data).toMatchObject({ status: 'USING', locked: true });
    const twice = await act(one, 'lock', { reason: 'Nợ phí' });
    expect([twice.status, twice.code]).toEqual([409, 'STATUS_CHANGED']);
    await act(one, 'unlock');
    expect((await act(one, 'return')).data).toMatchObject({ status: 'EMPTY', residentId: null, unitId: null });
    expect((await ann.delete(`${card.path}/${one.id}`)).code).toBe('CARD_USED_CANNOT_DELETE');
    await act(one, 'issue', holder);
    expect((await act(one, 'lose', { reason: 'Rơi' })).data).toMatchObject({ status: 'INACTIVE', lost: true });
    expect((await act(one, 'activate')).data).toMatchObject({ status: 'EMPTY', lost: false });
  });

  it('has a chip of its own, a parking slot of its own, and is synchronised by who may', async () => {
    await make(card.path, { number: 'CHIP-1', type: 'RESIDENT', chipId: '04ab0c' });
    const chip = (chipId: string) => ann.post(card.path, { number: `CHIP-${++cards}`, type: 'RESIDENT', chipId });
    expect((await chip('04AB0C')).code).toBe('CARD_ID_EXISTS');
    expect((await chip('04XY00')).error.data?.fields?.chipId?.code).toBe('CARD_CODE_INVALID');
    expect((await ann.post(card.path, { number: 'A B', type: 'STAFF' })).error.data?.fields?.number?.code).toBe(
      'CARD_CODE_INVALID',
    );
    const [first, other] = [await newCard('RESIDENT'), await newCard('RESIDENT')];
    expect((await act(first, 'issue', { ...holder, parkingSlot: 'B2-014' })).data.integration).toBe('NOT_INTEGRATED');
    const taken = await act(other, 'issue', { ...holder, parkingSlot: 'B2-014' });
    expect([taken.status, taken.code]).toEqual([409, 'PARKING_SLOT_TAKEN']);
    await site.allow({ CARD: ['read', 'write', 'updateStatus'] });
    expect((await act(first, 'integrate', {}, carl)).status).toBe(403);
  });
});

describe('the end of a card', () => {
  it('is told once, locks it when it is over, and a later day opens it again', async () => {
    const one = await newCard('RESIDENT');
    await act(one, 'issue', holder);
    const until = async (expiresOn: string) =>
      ann.put(`${card.path}/${one.id}`, { version: (await read(card.path, one)).version, expiresOn });
    await until(day(5));
    for (let n = 0; n < 2; n++) await holdersJob.run(new Date());
    const told = await dora.get<Row[]>('/histories/pms?limit=50');
    expect(told.data.filter(({ kind }) => kind === 'CARD_EXPIRING')).toHaveLength(1);
    await holdersJob.run(new Date(Date.now() + 7 * DAY_MS));
    expect(await read(card.path, one)).toMatchObject({ locked: true, reason: 'EXPIRED', status: 'USING' });
    expect((await until(day(40))).status).toBe(200);
    expect(await read(card.path, one)).toMatchObject({ locked: false, reason: null });
  });

  it('is asked for by who has moved out: marked, and nothing stops by itself', async () => {
    const [one, car] = [await newCard('RESIDENT'), await newCar({ plate: '30K-777.77', residentId: dora.id })];
    await act(one, 'issue', holder);
    await change(resident, dora.id, { unitIds: [otherUnitId] });
    await holdersJob.run(new Date());
    expect(await read(card.path, one)).toMatchObject({ holderLeft: true, status: 'USING' });
    expect(await read(vehicle.path, car)).toMatchObject({ ownerLeft: true, status: 'ACTIVE' });
  });

  it('of a unit where nobody lives any more is told to the desk once, until somebody comes', async () => {
    await newCar({ plate: '30K-888.88' });
    const told = async () =>
      (await ann.get<Row[]>('/histories/pms?limit=100')).data
        .filter(({ kind }) => kind === 'VEHICLE_UNIT_EMPTY')
        .reduce((sum, { count }) => sum + Number(count), 0);
    const turned = async (state: 'EMPTY' | 'IN_USE') => {
      await change(unit, unitId, { state });
      for (let n = 0; n < 2; n++) await holdersJob.run(new Date());
      return told();
    };
    const before = await turned('IN_USE');
    expect([await turned('EMPTY'), await turned('IN_USE'), await turned('EMPTY')]).toEqual([
      before + 1,
      before + 1,
      before + 2,
    ]);
    const [last] = (await ann.get<Row[]>('/histories/pms?limit=1')).data;
    expect(last?.url).toContain('card-warehouse?part=vehicles&tab=all&id=');
    await change(unit, unitId, { state: 'IN_USE' });
  });
});

it('takes its own export in again: vehicles without a plate, holders of one name', async () => {
  const { id, ann: owner, unitId: home, dora: first } = await makeSite(server.url, `Own ${Date.now()}`);
  const twin = await owner.create(resident.path, { name: first.name, unitId: home, role: 'MEMBER' });
  await owner.create(vehicle.path, { type: 'BICYCLE', color: 'Đỏ', unitId: home });
  await owner.create(vehicle.path, { type: 'CAR', color: 'Đỏ', unitId: home, plate: '29A-777.77' });
  for (const [n, residentId] of [first.id, twin.id].entries()) {
    const made = await owner.create(card.path, { number: `${id.slice(-4)}${n}`, type: 'RESIDENT' });
    const issued = await owner.put(`${card.path}/${made.id}/issue`, { unitId: home, residentId });
    expect(issued.status, issued.text).toBe(200);
  }
  await expectSameFromExport(owner, vehicle.path);
  await expectSameFromExport(owner, card.path);
});
