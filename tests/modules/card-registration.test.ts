import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { cardsHeldForForms } from '@lobby/server/migrations/2026-11-30-cards-held-for-forms.ts';
import { cardReminderJob } from '@lobby/server/modules/card/registration/jobs.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { runTwice } from '../setup/migrated.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil, unitId } = site;
const path = cardRegistration.path;
const ofHome = { unitId, residentId: dora.id };

let numbers = 0;
const make = (at: string, values: object, who: Caller = ann) => who.create(at, values);
const inStock = (type: string) => make(card.path, { number: `HS-${String(++numbers).padStart(4, '0')}`, type });
const act = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const read = async (at: string, id: unknown) => (await ann.get(`${at}/${id}`)).data;
const motorbike = (plate: string) => ({ type: 'NEW', vehicleType: 'MOTORBIKE', plate, color: 'Đen' });
async function through(form: Row, input: object = {}): Promise<Row> {
  if (form.status === 'WAITING') await act(form, 'approve');
  await act(form, 'in-progress');
  const done = await act(form, 'complete', input);
  if (done.status !== 200) throw new Error(done.text);
  return done.data;
}
/** Active card of the unit, with a vehicle. */
async function used(plate: string): Promise<{ given: Row; car: Row }> {
  const fresh = await inStock('VEHICLE');
  const form = await make(`${path}/vehicle`, { ...ofHome, ...motorbike(plate) });
  const done = await through(form, { newCardId: fresh.id });
  return { given: await read(card.path, fresh.id), car: await read(vehicle.path, done.vehicleId) };
}
async function usedByPerson(): Promise<Row> {
  const fresh = await inStock('RESIDENT');
  await through(await make(`${path}/resident`, { ...ofHome, type: 'NEW' }), { newCardId: fresh.id });
  return read(card.path, fresh.id);
}

it('asks for a vehicle whole, and for one plate once', async () => {
  const asked = { type: 'NEW', vehicleType: 'MOTORBIKE', color: 'Đen' };
  const bare = await dora.post(`${path}/vehicle`, asked);
  expect([bare.status, bare.error.data?.fields?.plate?.code]).toEqual([400, 'VEHICLE_PLATE_REQUIRED']);
  expect((await dora.post(`${path}/resident`, { type: 'CANCEL_TICKET' })).status).toBe(400);
  const form = await make(`${path}/vehicle`, motorbike('29-B1 123.45'), dora);
  expect(form).toMatchObject({ status: 'WAITING', target: 'VEHICLE', plate: '29-B1 123.45', requesterId: dora.id });
  const again = await dora.post(`${path}/vehicle`, motorbike('29b112345'));
  expect([again.status, again.code, again.error.data?.fields?.plate?.code]).toEqual([
    409,
    'CARD_REGISTRATION_OPEN',
    'CARD_REGISTRATION_OPEN',
  ]);
  const found = await ann.get<Row[]>(`${path}?filter[plate][]=29 B1-12345`);
  expect(found.data.map(({ id }) => id)).toEqual([form.id]);
  expect((await ann.put(`${path}/${form.id}`, { version: form.version, type: 'LOST' })).status).toBe(400);
});

it('a motorbike is found by its plate as displayed, by number and by series, and so are its card and its form', async () => {
  const { given, car } = await used('29d188520');
  expect(car.plate).toBe('29-D1 885.20');
  const form = await make(`${path}/vehicle`, motorbike('29d288520'), dora);
  const found = async (of: string, typed: string) =>
    (await ann.get<Row[]>(`${of}?filter[q]=${encodeURIComponent(typed)}`)).data.map(({ id }) => id);
  for (const typed of ['29-D1 885.20', '885.20', '88520', '8852', '8520', 'D1 88520', '29d188520', '29D1-885.20']) {
    expect(await found(vehicle.path, typed), typed).toContain(car.id);
    expect(await found(card.path, typed), typed).toContain(given.id);
    expect(await found(path, typed.replace(/d1/i, 'D2')), typed).toContain(form.id);
  }
  expect(await found(vehicle.path, '29-D3 885.20')).toEqual([]);
  // The plate of a registration for an existing vehicle is that of the vehicle.
  const lost = await make(`${path}/vehicle`, { ...ofHome, type: 'LOST', cardId: given.id });
  expect([lost.plate, lost.vehicleId]).toEqual([null, car.id]);
  for (const typed of ['29-D1 885.20', '88520']) expect(await found(path, typed), typed).toContain(lost.id);
});

it('is given to somebody by an act, and found by their home from then on', async () => {
  const given = await usedByPerson();
  const { code } = await read(unit.path, String(given.unitId));
  const found = await ann.get<Row[]>(`${card.path}?filter[q]=${code}`);
  expect(found.data.map(({ id }) => id)).toContain(given.id);
});

it('gives a card of the right kind, with its vehicle, in one step', async () => {
  const form = await make(`${path}/vehicle`, { ...ofHome, ...motorbike('29-C1 111.11'), depositAmount: 200_000 });
  const held = (await act(form, 'deposit', { amount: 200_000 })).data;
  // Without a given payer, it is the person of the card.
  expect(await read(deposit.path, held.depositId)).toMatchObject({ payerName: 'Dora' });
  await act(form, 'deposit/confirm');
  await act(form, 'approve');
  const wrong = await inStock('RESIDENT');
  expect((await act(form, 'in-progress', { newCardId: wrong.id })).code).toBe('CARD_TYPE_INVALID');
  const fresh = await inStock('VEHICLE');
  expect((await act(form, 'in-progress', { newCardId: fresh.id })).data.newCardId).toBe(fresh.id);
  const kept = { withoutRefund: true, reason: 'Giữ cọc trong thời gian dùng thẻ' };
  const done = (await act(form, 'complete', kept)).data;
  expect(done).toMatchObject({ status: 'COMPLETED', newCardId: fresh.id, withoutRefund: true });
  const given = await read(card.path, fresh.id);
  expect(given).toMatchObject({ status: 'USING', residentId: dora.id, vehicleId: done.vehicleId, unitId });
  const car = await read(vehicle.path, done.vehicleId);
  expect(car).toMatchObject({
    status: 'ACTIVE',
    plate: '29-C1 111.11',
    cardNumber: fresh.number,
    startDate: form.startDate,
  });
  expect((await ann.post(`${path}/vehicle`, { ...ofHome, ...motorbike('29c111111') })).code).toBe(
    'VEHICLE_PLATE_EXISTS',
  );
  const ends = await make(`${path}/vehicle`, { ...ofHome, type: 'CANCEL', cardId: fresh.id });
  await through(ends, { cardReturned: true });
  expect(await read(card.path, fresh.id)).toMatchObject({ status: 'EMPTY', residentId: null, vehicleId: null });
  expect(await read(vehicle.path, car.id)).toMatchObject({
    status: 'INACTIVE',
    stopDate: ends.startDate,
    cardId: null,
  });
  expect((await act(form, 'refund')).data.depositStatus).toBe('REFUNDED');
});

it('gives one card to one of two forms, and makes nothing for the other', async () => {
  const fresh = await inStock('VEHICLE');
  const forms = [];
  for (const plate of ['29-D1 222.21', '29-D1 222.22']) {
    const form = await make(`${path}/vehicle`, { ...ofHome, ...motorbike(plate) });
    await act(form, 'in-progress');
    forms.push(form);
  }
  const tries = await Promise.all(forms.map(form => act(form, 'complete', { newCardId: fresh.id })));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(tries.find(({ status }) => status === 409)?.code).toBe('CARD_IN_USE');
  const cars = await ann.get<Row[]>(`${vehicle.path}?filter[plate][]=29D122221&filter[plate][]=29D122222`);
  expect(cars.data).toHaveLength(1);
  expect((await act(forms[tries[0]?.status === 409 ? 0 : 1] as Row, 'complete')).code).toBe('CARD_REQUIRED');
});

it('holds the card of a form that is under way, and says for whom until it ends', async () => {
  const [fresh, other] = [await inStock('VEHICLE'), await inStock('VEHICLE')];
  const [one, two] = [
    await make(`${path}/vehicle`, { ...ofHome, ...motorbike('29-D1 333.31') }),
    await make(`${path}/vehicle`, { ...ofHome, ...motorbike('29-D1 333.32') }),
  ];
  const heldFor = async ({ id }: Row) => (await ann.get<Row>(`${card.path}/${id}`)).data.heldForId;
  expect((await act(one, 'in-progress', { newCardId: fresh.id })).status).toBe(200);
  expect(await heldFor(fresh)).toBe(one.id);
  const refused = await act(two, 'in-progress', { newCardId: fresh.id });
  expect([refused.status, refused.code]).toEqual([409, 'CARD_IN_USE']);
  expect(refused.error.data?.fields?.newCardId?.message).toBe(`This card is held for ${one.code}.`);
  // Completed with another card, the first one is free again.
  await act(one, 'complete', { newCardId: other.id });
  expect([await heldFor(fresh), await heldFor(other)]).toEqual([null, null]);
  expect((await act(two, 'in-progress', { newCardId: fresh.id })).status).toBe(200);
  expect((await act(two, 'complete')).status).toBe(200);
  expect(await heldFor(fresh)).toBeNull();
});

it('a card that an open form was given before cards named their form says so, and is free once the form ends', async () => {
  const fresh = [await inStock('VEHICLE'), await inStock('VEHICLE'), await inStock('VEHICLE')];
  const forms = [];
  for (const [n, { id }] of fresh.entries()) {
    const form = await make(`${path}/vehicle`, { ...ofHome, ...motorbike(`29-D1 444.4${n}`) });
    expect((await act(form, 'in-progress', { newCardId: id })).status).toBe(200);
    forms.push(form);
  }
  const [open, ended, issued] = forms as [Row, Row, Row];
  expect((await act(ended, 'complete', { newCardId: (await inStock('VEHICLE')).id })).status).toBe(200);
  expect((await act(issued, 'complete')).status).toBe(200);
  const heldFor = () => Promise.all(fresh.map(async ({ id }) => (await read(card.path, id)).heldForId));
  await rowsIn(collectionOf(card)).updateMany({}, { $unset: { heldForId: '' } });
  expect(await heldFor()).toEqual([null, null, null]);
  await runTwice(cardsHeldForForms, [card]);
  expect(await heldFor()).toEqual([open.id, null, null]);
  const other = await inStock('VEHICLE');
  expect((await act(open, 'complete', { newCardId: other.id })).status).toBe(200);
  expect(await heldFor()).toEqual([null, null, null]);
});

it('locks a lost card at once, unlocks it where nothing comes of it, and takes no card of neighbours', async () => {
  const own = await usedByPerson();
  const lost = await make(`${path}/resident`, { type: 'LOST', cardId: own.id }, dora);
  expect(lost).toMatchObject({ status: 'WAITING', quickLock: true });
  expect((await read(card.path, own.id)).locked).toBe(true);
  await act(lost, 'reject', { reason: 'Đã tìm thấy' });
  expect((await read(card.path, own.id)).locked).toBe(false);
  expect((await emil.post(`${path}/resident`, { type: 'LOST', cardId: own.id })).code).toBe('CARD_NOT_OF_UNIT');
  const missing = await dora.post(`${path}/resident`, { type: 'LOST' });
  expect([missing.status, missing.error.data?.fields?.cardId?.code]).toEqual([400, 'CARD_REQUIRED']);
  const again = await make(`${path}/resident`, { type: 'LOST', cardId: own.id }, dora);
  await through(again);
  expect(await read(card.path, own.id)).toMatchObject({ status: 'INACTIVE', lost: true, locked: false });
  expect((await dora.post(`${path}/resident`, { type: 'REISSUE', cardId: own.id })).code).toBe('CARD_NOT_OF_UNIT');
});

it('changes, replaces and ends what a card opens for', async () => {
  const { given, car } = await used('29-E1 333.33');
  await through(
    await make(`${path}/vehicle`, { ...ofHome, type: 'UPDATE', cardId: given.id, color: 'Đỏ', plate: '29e133334' }),
  );
  expect(await read(vehicle.path, car.id)).toMatchObject({ color: 'Đỏ', plate: '29-E1 333.34', cardId: given.id });
  const fresh = await inStock('VEHICLE');
  const again = await make(`${path}/vehicle`, { ...ofHome, type: 'REISSUE', cardId: given.id });
  await through(again, { newCardId: fresh.id });
  expect(await read(card.path, given.id)).toMatchObject({ status: 'INACTIVE', vehicleId: null });
  expect(await read(card.path, fresh.id)).toMatchObject({ status: 'USING', vehicleId: car.id, residentId: dora.id });
  expect(await read(vehicle.path, car.id)).toMatchObject({ cardId: fresh.id, cardNumber: fresh.number });
  await through(await make(`${path}/vehicle`, { ...ofHome, type: 'CANCEL_TICKET', cardId: fresh.id }));
  expect(await read(card.path, fresh.id)).toMatchObject({ status: 'USING', vehicleId: null, residentId: dora.id });
  expect(await read(vehicle.path, car.id)).toMatchObject({ status: 'INACTIVE', cardId: null });
});

it('changes what it names alone, is for one card, and says before what it will do', async () => {
  const { given, car } = await used('29-E1 555.55');
  const update = { ...ofHome, type: 'UPDATE', cardId: given.id };
  const two = await ann.post(`${path}/vehicle`, { ...update, cardId: [given.id, given.id] });
  expect([two.status, two.error.data?.fields?.cardId?.code]).toEqual([400, 'ONE_CARD_ONLY']);
  const nothing = await ann.post(`${path}/vehicle`, update);
  expect([nothing.status, nothing.error.data?.fields?.changes?.code]).toEqual([400, 'REQUIRED']);
  const form = await make(`${path}/vehicle`, {
    ...update,
    color: 'Vàng',
    plate: '29e155556',
    changes: [{ change: 'COLOR' }],
  });
  const outcome = await ann.get<{ refused: string | null; changes: Row[] }>(`${path}/${form.id}/outcome`);
  const ofCar = outcome.data.changes.find(({ entity }) => entity === vehicle.name);
  expect(ofCar).toMatchObject({ id: car.id, after: { color: 'Vàng' } });
  await through(form);
  expect(await read(vehicle.path, car.id)).toMatchObject({ color: 'Vàng', plate: '29-E1 555.55' });
  const bare = await make(`${path}/vehicle`, { ...ofHome, type: 'REISSUE', cardId: given.id });
  expect((await ann.get(`${path}/${bare.id}/outcome`)).data).toEqual({
    refused: 'CARD_REQUIRED',
    changes: [],
    held: null,
  });
  await act(bare, 'cancel', { reason: 'Thôi' });
});

it('keeps to the number of vehicles and to the papers that the building asks for', async () => {
  const reception = `/unit-group/${site.id}/reception`;
  const set = async (values: object) =>
    ann.put(reception, { version: (await ann.get(reception)).data.version, ...values });
  await set({ vehicleLimits: { TRUCK: 0 }, papersRequired: true });
  const truck = { type: 'NEW', vehicleType: 'TRUCK', plate: '29H-444.44', color: 'Trắng' };
  expect((await ann.post(`${path}/vehicle`, { ...ofHome, ...truck })).code).toBe('VEHICLE_LIMIT_REACHED');
  expect((await dora.post(`${path}/vehicle`, truck)).code).toBe('PAPERS_REQUIRED');
  await set({ papersRequired: false });
  const form = await make(`${path}/vehicle`, truck, dora);
  expect((await ann.get(`${path}/${form.id}`)).data).toMatchObject({ status: 'WAITING', overLimit: true });
  expect((await act(form, 'approve')).code).toBe('VEHICLE_LIMIT_REACHED');
  expect((await act(form, 'approve', { overLimit: true, reason: 'Xe công trình' })).status).toBe(200);
  await set({ vehicleLimits: { TRUCK: null } });
});

it('counts what open forms ask for among the vehicles of a home, and looks at it again as the card is given out', async () => {
  const reception = `/unit-group/${site.id}/reception`;
  const limit = async (CAR: number | null) =>
    ann.put(reception, { version: (await ann.get(reception)).data.version, vehicleLimits: { CAR } });
  const car = (plate: string) => ({ type: 'NEW', vehicleType: 'CAR', plate, color: 'Trắng' });
  const parked = (plate: string) => ann.post(vehicle.path, { unitId, type: 'CAR', plate, color: 'Đen' });
  await limit(2);
  const forms = [
    await make(`${path}/vehicle`, { ...ofHome, ...car('29A-700.01') }),
    await make(`${path}/vehicle`, { ...ofHome, ...car('29A-700.02') }),
  ] as const;
  expect(forms.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED']);
  // Both places are reserved: others are refused on every path.
  const direct = await parked('29A-700.03');
  expect([direct.status, direct.code]).toEqual([422, 'VEHICLE_LIMIT_REACHED']);
  const over = await ann.post(`${path}/vehicle`, { ...ofHome, ...car('29A-700.04') });
  expect([over.status, over.code]).toEqual([422, 'VEHICLE_LIMIT_REACHED']);
  // The lowered limit leaves a single place.
  await limit(1);
  expect((await ann.get(`${path}/${forms[0].id}/outcome`)).data.refused).not.toBe('VEHICLE_LIMIT_REACHED');
  await through(forms[0], { newCardId: (await inStock('VEHICLE')).id });
  const newCardId = (await inStock('VEHICLE')).id;
  await act(forms[1], 'in-progress', { newCardId });
  expect((await ann.get(`${path}/${forms[1].id}/outcome`)).data.refused).toBe('VEHICLE_LIMIT_REACHED');
  const late = await act(forms[1], 'complete', { newCardId });
  expect([late.status, late.code]).toEqual([422, 'VEHICLE_LIMIT_REACHED']);
  expect(await read(card.path, newCardId)).toMatchObject({ status: 'EMPTY' });
  expect((await act(forms[1], 'complete', { newCardId, overLimit: true })).error.data?.fields?.reason?.code).toBe(
    'REQUIRED',
  );
  const allowed = await act(forms[1], 'complete', { newCardId, overLimit: true, reason: 'Hai thế hệ' });
  expect([allowed.status, allowed.text.includes('COMPLETED')]).toEqual([200, true]);
  expect(await read(vehicle.path, allowed.data.vehicleId)).toMatchObject({ overLimit: true, reason: 'Hai thế hệ' });
  await limit(null);
});

it('gives the last place to one of two forms that are made at once', async () => {
  const reception = `/unit-group/${site.id}/reception`;
  const limit = async (E_CAR: number | null) =>
    ann.put(reception, { version: (await ann.get(reception)).data.version, vehicleLimits: { E_CAR } });
  await limit(1);
  const tries = await Promise.all(
    ['29A-700.05', '29A-700.06', '29A-700.07'].map(plate =>
      ann.post(`${path}/vehicle`, { ...ofHome, type: 'NEW', vehicleType: 'E_CAR', plate, color: 'Đen' }),
    ),
  );
  expect(tries.map(({ code }) => code).toSorted()).toEqual([
    'SUCCESS',
    'VEHICLE_LIMIT_REACHED',
    'VEHICLE_LIMIT_REACHED',
  ]);
  await limit(null);
});

it('gives the last place to the form that is approved first, whichever of those that wait it is', async () => {
  const reception = `/unit-group/${site.id}/reception`;
  const limit = async (E_MOTORBIKE: number | null) =>
    ann.put(reception, { version: (await ann.get(reception)).data.version, vehicleLimits: { E_MOTORBIKE } });
  await limit(1);
  const asked = { ...ofHome, type: 'NEW', vehicleType: 'E_MOTORBIKE', color: 'Đen', depositAmount: 100_000 };
  const [first, second] = [
    await make(`${path}/vehicle`, { ...asked, plate: '29A-700.11' }),
    await make(`${path}/vehicle`, { ...asked, plate: '29A-700.12' }),
  ];
  expect([first.status, second.status]).toEqual(['WAITING', 'WAITING']);
  for (const form of [first, second]) {
    await act(form, 'deposit', { amount: 100_000, method: 'CASH' });
    await act(form, 'deposit/confirm');
  }
  // A waiting registration does not block another one.
  expect(await read(path, second.id)).toMatchObject({ status: 'WAITING' });
  const given = await act(second, 'approve');
  expect([given.code, given.data?.overLimit]).toEqual(['SUCCESS', false]);
  const late = await act(first, 'approve');
  expect([late.status, late.code]).toEqual([422, 'VEHICLE_LIMIT_REACHED']);
  const params = { limit: 1, inUse: 0, asked: 1 };
  expect(late.error.data?.fields?.vehicleType).toMatchObject({ code: 'VEHICLE_LIMIT_REACHED', params });
  expect(late.error.message).toContain('1');
  expect(late.error.message).not.toMatch(/\{| {2}/);
  const allowed = await act(first, 'approve', { overLimit: true, reason: 'Hai thế hệ' });
  expect([allowed.status, allowed.data?.overLimit]).toEqual([200, true]);
  await limit(null);
});

it('reminds once of a card that nobody came for', async () => {
  const form = await make(`${path}/resident`, { ...ofHome, type: 'NEW' });
  await change(cardRegistration, String(form.id), { approvedAt: new Date(Date.now() - 15 * DAY_MS) });
  const noon = new Date(`${today()}T05:00:00Z`);
  await cardReminderJob.run(new Date(noon.getTime() + DAY_MS));
  expect((await read(path, form.id)).notTaken).toBe(true);
  const told = (await dora.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => kind);
  expect(told).toContain('CARD_REGISTRATION_READY');
});
