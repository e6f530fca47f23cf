import { configureParkingSystem, parkingJob } from '@lobby/server/modules/card/parking-jobs.ts';
import { overParking } from '@lobby/server/modules/card/parking-system.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { afterAll, expect, it } from 'vitest';
import { openParking } from '../../scripts/parking.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, dora, unitId } = await makeSite(server.url, 'Alpha');
const parking = await openParking('secret');
configureParkingSystem(overParking(parking.url, 'secret'));
afterAll(async () => {
  configureParkingSystem(null);
  await parking.close();
});

let cards = 0;
let slots = 0;
const make = async (path: string, values: object): Promise<Row> => (await ann.post(path, values)).data;
const newCard = () =>
  make(card.path, { number: `P${Date.now()}${cards++}`, type: 'VEHICLE', parkingSlot: `B1-${++slots}` });
let cars = 0;
const newCar = () =>
  make(vehicle.path, { plate: `51K-${100 + ++cars}.45`, color: 'Đen', type: 'CAR', unitId, residentId: dora.id });
const act = (one: Row, name: string, input: object = {}) => ann.put(`${card.path}/${one.id}/${name}`, input);
const now = async (one: Row) => (await ann.get(`${card.path}/${one.id}`)).data;
const turn = (minutes = 0) => parkingJob.run(new Date(Date.now() + minutes * 60_000));

it('is told of a card that is given out, changed, locked and taken back', async () => {
  const car = await make(vehicle.path, { plate: '51H-123.45', color: 'Đen', type: 'CAR', unitId, residentId: dora.id });
  const one = await newCard();
  expect((await act(one, 'issue', { vehicleId: car.id })).data).toMatchObject({ integration: 'NOT_INTEGRATED' });
  await turn();
  expect(parking.cards.get(String(one.number))).toMatchObject({
    plate: '51H-123.45',
    type: 'VEHICLE',
    slot: one.parkingSlot,
  });
  const linked = await now(one);
  expect(linked).toMatchObject({ integration: 'INTEGRATED', parkingDue: false });
  await ann.put(`${card.path}/${one.id}`, { version: linked.version, parkingSlot: 'B2-01' });
  await turn();
  expect(parking.cards.get(String(one.number))).toMatchObject({ slot: 'B2-01' });
  await act(one, 'return', { note: 'Trả thẻ' });
  await turn();
  expect(parking.cards.has(String(one.number))).toBe(false);
  expect(await now(one)).toMatchObject({ integration: 'NOT_REGISTERED', parkingDue: false });
});

it('the parking system is told again after an outage or a lost answer, and not once it has taken the card', async () => {
  const one = await newCard();
  await act(one, 'issue', { vehicleId: (await newCar()).id });
  parking.faults.down = 1;
  await turn();
  expect(await now(one)).toMatchObject({
    integration: 'NOT_INTEGRATED',
    parkingTries: 1,
    integrationError: 'HTTP 503',
  });
  const calls = parking.calls();
  await turn();
  expect(parking.calls(), 'before its time').toBe(calls);
  parking.faults.silent = 1;
  await turn(2);
  expect(await now(one)).toMatchObject({ integration: 'NOT_INTEGRATED', parkingTries: 2 });
  await turn(10);
  expect(await now(one)).toMatchObject({ integration: 'INTEGRATED', parkingTries: 0, integrationError: null });
  const done = parking.calls();
  await turn(20);
  expect(parking.calls()).toBe(done);
});

it('a parking system that refuses a card for good is asked again only on request', async () => {
  const one = await newCard();
  parking.faults.refused.add(String(one.number));
  await act(one, 'issue', { vehicleId: (await newCar()).id });
  await turn();
  const refused = await now(one);
  expect(refused).toMatchObject({ integration: 'NOT_INTEGRATED', integrationError: 'card is not enrolled' });
  await turn(120);
  expect((await now(one)).parkingTries).toBe(refused.parkingTries);
  parking.faults.refused.clear();
  await act(one, 'integrate');
  await turn(120);
  expect(await now(one)).toMatchObject({ integration: 'INTEGRATED', integrationError: null });
});
