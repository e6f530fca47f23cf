import { registrationsJob } from '@lobby/server/modules/billing-service/index.ts';
import { addDays, DAY_MS } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { serviceRegistration, type UnitServices } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal, today } from '../setup/money/books.ts';
import { makeRecords } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Registered');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, run, billsOf, read } = await booksAt(site);
const path = serviceRegistration.path;

const add = (own: Row, values: object = {}) =>
  ann.post<Row>(path, { unitId, serviceId: own.id, startDate: '2026-01-01', ...values });
const put = (own: Row, values: object) => ann.put<Row>(`${path}/${own.id}`, { version: own.version, ...values });
const dayFrom = (days: number) => addDays(today(), days);

describe('a registration', () => {
  it('is of a service in use that units are charged by, with a tariff in use', async () => {
    const cars = await priced({ source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'CAR' }] });
    expect(refusal(await add(cars))).toEqual([422, 'SERVICE_SOURCE_NOT_SUITABLE', 'serviceId']);
    const cards = await priced({ repeatable: true });
    expect(refusal(await add(cards))).toEqual([422, 'SERVICE_SOURCE_NOT_SUITABLE', 'serviceId']);
    const own = await priced({});
    const old = await make(tariff.path, { code: 'OLD', name: 'Old', active: false });
    expect(refusal(await add(own, { tariffId: old.id }))).toEqual([422, 'TARIFF_NOT_ACTIVE', 'tariffId']);
    expect(refusal(await add(own, { endDate: '2025-12-31' }))).toEqual([422, 'DATES_REVERSED', 'endDate']);
    expect(refusal(await add(own, { discountType: 'PERCENT', discountPercent: 10 }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'reason',
    ]);
    const made = await add(own);
    expect(made.data).toMatchObject({ status: 'ACTIVE', blockId: site.blockId, peopleFrom: 'REGISTERED' });
    expect(String(made.data.code)).toMatch(/^DK-/);
    expect((await read(service.path, own.id)).registrations).toBe(1);
  });

  it('shares no day with another, which is named', async () => {
    const own = await priced({});
    const first = (await add(own, { startDate: '2026-11-16' })).data;
    const second = await add(own, { startDate: '2026-11-20' });
    expect(refusal(second)).toEqual([409, 'REGISTRATION_OVERLAPS', 'startDate']);
    expect(second.error?.data).toMatchObject({ code: first.code, from: '2026-11-16', to: null });
    expect((await put(first, { endDate: '2026-11-19' })).status).toBe(200);
    expect((await add(own, { startDate: '2026-11-20' })).status).toBe(201);
  });

  it('ends today or on a day to come, and is reopened where nobody came after it', async () => {
    const own = await priced({});
    const made = (await add(own)).data;
    expect(refusal(await act(path, made, 'end', { endDate: '2025-01-01' }))).toEqual([
      422,
      'DATES_REVERSED',
      'endDate',
    ]);
    const later = await act(path, made, 'end', { endDate: dayFrom(3), endReason: 'Moves out' });
    expect(later.data).toMatchObject({ status: 'ACTIVE', endDate: dayFrom(3), endReason: 'Moves out' });
    expect((await act(path, made, 'end')).data).toMatchObject({ status: 'ENDED', endDate: today() });
    expect((await read(service.path, own.id)).registrations).toBe(0);
    expect((await act(path, made, 'end')).code).toBe('STATUS_CHANGED');
    expect((await act(path, made, 'reopen')).data).toMatchObject({ status: 'ACTIVE', endDate: null });
    expect((await read(service.path, own.id)).registrations).toBe(1);
    await act(path, made, 'end');
    await add(own, { startDate: dayFrom(1) });
    expect((await act(path, made, 'reopen')).code).toBe('REGISTRATION_OVERLAPS');
    const people = await act(path, (await add(await priced({}))).data, 'change-people', { people: 3 });
    expect(people.data).toMatchObject({ people: 3, peopleFrom: 'REGISTERED' });
  });

  it('whose last day is over is ended by itself, once', async () => {
    const own = await priced({});
    const made = (await add(own, { endDate: today() })).data;
    const [now, tomorrow] = [new Date(), new Date(Date.now() + DAY_MS)];
    await registrationsJob.run(now);
    expect((await read(path, made.id)).status).toBe('ACTIVE');
    await registrationsJob.run(tomorrow);
    await registrationsJob.run(tomorrow);
    expect(await read(path, made.id)).toMatchObject({ status: 'ENDED', endDate: today() });
    expect((await read(service.path, own.id)).registrations).toBe(0);
  });

  it('keeps the days that bills were made by', async () => {
    const own = await priced({});
    const made = (await add(own)).data;
    await run([own.id]);
    const [draft] = (await billsOf(own.id)) as [Row];
    const billed = [409, 'REGISTRATION_BILLED'];
    expect(refusal(await put(made, { startDate: '2026-12-01' }))).toEqual([...billed, 'startDate']);
    expect(refusal(await act(path, made, 'end', { endDate: `${MONTH}-10` }))).toEqual([...billed, 'endDate']);
    expect((await ann.delete(`${path}/${made.id}`)).code).toBe('IN_USE');
    expect((await act(path, made, 'end', { endDate: `${MONTH}-31` })).status).toBe(200);
    await act(bill.path, draft, 'cancel', { reason: 'Wrong' });
    const now = await read(path, made.id);
    expect((await put(now, { startDate: '2026-02-01' })).status).toBe(200);
  });
});

describe('what a registration brings', () => {
  it('is charged by its own tariff, people and discount', async () => {
    const own = await priced({ source: 'PEOPLE' }, { tiers: [{ price: 10_000 }] });
    const cheap = await make(tariff.path, {
      code: 'CHEAP',
      name: 'Cheap',
      version: { effectiveFrom: '2026-01-01', pricing: 'UNIT_PRICE', unitPrice: 4000, vat: 0 },
    });
    const discount = { discountType: 'PERCENT', discountPercent: 10, discountUntil: `${MONTH}-31`, reason: 'Agreed' };
    await add(own, { people: 3, tariffId: cheap.id, ...discount });
    await add(own, { unitId: otherUnitId, people: 2 });
    await run([own.id]);
    const totals = new Map((await billsOf(own.id)).map(one => [one.unitId, one.total]));
    expect([totals.get(unitId), totals.get(otherUnitId)]).toEqual([10_800, 20_000]);
  });
});

it('is made for many units at once; who has it stays as it is and is named', async () => {
  const own = await priced({});
  const first = (await add(own, { quantity: 2 })).data;
  const all = await ann.post<{ done: string[]; refused: { id: string; code: string }[] }>(`${path}/register-multi`, {
    serviceId: own.id,
    unitIds: [unitId, otherUnitId],
    startDate: '2026-01-01',
  });
  expect(all.data.done).toHaveLength(1);
  expect(all.data.refused).toMatchObject([{ id: unitId, code: 'REGISTRATION_OVERLAPS' }]);
  expect((await read(path, first.id)).quantity).toBe(2);
  const none = await ann.post(`${path}/register-multi`, { serviceId: own.id, unitIds: [], startDate: '2026-01-01' });
  expect(refusal(none)).toEqual([400, 'EMPTY_APARTMENT_SELECTED', 'unitIds']);
  const { data } = await ann.get<{ services: Row[] }>(`${path}/units/${unitId}`);
  expect(data.services.find(one => one.id === first.id)).toMatchObject({ serviceId: own.id, price: '10.000 ₫' });
});

it('a registration with a coming last day is in the tab of those that end', async () => {
  const own = await priced({});
  await add(own, { unitId: otherUnitId });
  const made = (await add(own)).data;
  await act(path, made, 'end', { endDate: dayFrom(3) });
  const filter = Object.entries(serviceRegistration.list.tabs.ending)
    .map(([name, wanted]) =>
      'in' in wanted ? `filter[${name}][]=${wanted.in.join()}` : `filter[${name}][from]=${wanted.from}`,
    )
    .join('&');
  const { data } = await ann.get<Row[]>(`${path}?filter[serviceId][]=${own.id}&${filter}`);
  expect(data.map(({ id }) => id)).toEqual([made.id]);
});

it('is shown to its household with the price of today, the last use and the vehicles, and to no other', async () => {
  const water = await priced({ source: 'METER', unitName: 'm³' });
  const bikes = await priced({ source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'MOTORBIKE' }] });
  await add(water);
  for (const code of ['H-1', 'H-2']) {
    const startDate = '2026-01-01';
    const meterId = (await make(meter.path, { code, unitId, serviceId: water.id, startDate, startIndex: 0 })).id;
    await make(usage.path, { meterId, month: MONTH, newIndex: 4.5 });
  }
  const bike = { color: 'Đen', type: 'MOTORBIKE', unitId, startDate: '2026-02-01' };
  await make(vehicle.path, { ...bike, plate: '29X1-555.55' });
  const seen = await site.dora.get<UnitServices>(`${path}/units/${unitId}`);
  expect(
    seen.data.services.find(one => one.serviceId === water.id),
    seen.text,
  ).toMatchObject({
    price: '10.000 ₫',
    used: { month: MONTH, quantity: 9 },
    unitName: 'm³',
  });
  expect(seen.data.vehicles).toMatchObject([
    { plate: '29-X1 555.55', startDate: '2026-02-01', service: { serviceId: bikes.id, price: '10.000 ₫' } },
  ]);
  expect((await site.dora.get(`${path}/units/${otherUnitId}`)).status).toBe(404);
});

it('a registration of more than 200 units runs in the background, and names units that have the service', async () => {
  const far = await makeSite(server.url, 'Far');
  const books = await booksAt(far);
  const own = await books.priced({});
  await books.register(own.id);
  const home = { type: 'APARTMENT', blockId: far.blockId, floorId: far.floorId, area: 50 };
  await makeRecords(
    far.id,
    Array.from({ length: 200 }, (_, n) => [unit, { ...home, code: `L-${n}` }]),
  );
  const asked = { serviceId: own.id, filter: { blockId: [far.blockId] }, startDate: '2026-01-01' };
  const begun = await far.ann.post<{ progressId: string }>(`${path}/register-multi`, asked);
  expect(begun.status, begun.text).toBe(202);
  const progress = async () => (await far.ann.get<Row>(`/progress/${begun.data.progressId}`)).data;
  const end = { state: 'done', done: 201, refused: [{ id: far.unitId, code: 'REGISTRATION_OVERLAPS' }] };
  await vi.waitFor(async () => expect(await progress()).toMatchObject(end), { timeout: 30_000 });
  expect((await books.read(service.path, own.id)).registrations).toBe(202);
});

it('finds the contracts of units that have a service', async () => {
  const own = await priced({});
  const before = await ann.get<Row[]>(`/rental-contract?filter[serviceId][]=${own.id}`);
  expect([before.status, before.data]).toEqual([200, []]);
});

it('a registration that would be billed wrong is marked: without people, without usage, or of a home without residents', async () => {
  const marked = await makeSite(server.url, 'Marked');
  const books = await booksAt(marked);
  const [water, heads, fee] = [
    await books.priced({ source: 'NUMBER', group: 'WATER' }),
    await books.priced({ source: 'PEOPLE' }),
    await books.priced({}),
  ];
  const empty = await books.make(unit.path, {
    code: 'M-9.09',
    type: 'APARTMENT',
    blockId: marked.blockId,
    floorId: marked.floorId,
  });
  const of = (own: Row, at: string, values: object = {}) =>
    books.make(path, { unitId: at, serviceId: own.id, startDate: '2026-01-01', ...values });
  await of(water, marked.unitId);
  await of(water, marked.otherUnitId);
  await of(heads, marked.unitId, { people: 0 });
  await of(heads, marked.otherUnitId, { people: 2 });
  await of(fee, empty.id);
  const saved = await marked.ann.post('/usage/save-number-use', {
    serviceId: water.id,
    month: MONTH,
    rows: [{ unitId: marked.unitId, usageNumber: 12 }],
  });
  expect(saved.status, saved.text).toBeLessThan(300);
  expect((await marked.ann.get(`${path}/marks`)).data).toEqual({
    month: MONTH,
    noPeople: { count: 1, unitIds: [marked.unitId] },
    noUsage: { count: 1, unitIds: [marked.otherUnitId] },
    noResident: { count: 1, unitIds: [empty.id] },
  });
});
