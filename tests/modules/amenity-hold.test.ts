import { holdCollection } from '@lobby/server/modules/utility-booking/slots/held-slots.ts';
import { sweepHoldsJob } from '@lobby/server/modules/utility-booking/slots/slot-holds.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { rowsIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, otherUnitId } = site;
const { act, amenityOf, ask, make, refusal } = amenitiesOf(site);
const { path } = utilityBooking;

type Held = Row & { holdId: string; until: string };
const hold = ({ id }: Row, who: Caller = dora, slots = hours(3)) =>
  who.post<Held>(`${path}/hold`, { utilityId: id, slots });
const free = async ({ id }: Row, who: Caller) => {
  const day = String(hours(3)[0]?.from).slice(0, 10);
  const { data } = await who.get<Row[]>(`/utility-group/${id}/available-slots?startDateUsage=${day}`);
  const slots = data[0]?.slots as unknown as { from: string; free: number; held: number; state: string }[];
  return slots.find(({ from }) => from === hours(3)[0]?.from);
};
/** Expires all holds. */
const pass = () => rowsIn(holdCollection.name).updateMany({}, { $set: { until: new Date(Date.now() - 1) } });

it('a hold keeps slots from others for five minutes while its owner fills the form', async () => {
  const court = await amenityOf();
  const made = await hold(court);
  expect(made.status).toBe(201);
  const left = Date.parse(made.data.until) - Date.now();
  expect(left).toBeGreaterThan(4 * MINUTE_MS);
  expect(left).toBeLessThanOrEqual(5 * MINUTE_MS + 1000);
  expect(await free(court, dora)).toMatchObject({ free: 1, state: 'FREE' });
  expect(await free(court, ann)).toMatchObject({ free: 0, held: 1, state: 'FULL' });
  const other = await ann.post(path, ask(court, hours(3), { unitId: otherUnitId }));
  expect([other.status, other.code, other.error.data?.freeAt]).toEqual([409, 'LIMIT_PER_SLOT', made.data.until]);
  expect((await hold(court, ann)).code).toBe('LIMIT_PER_SLOT');
  const { unitId: _unit, ...own } = ask(court);
  const booked = await dora.post(path, { ...own, holdId: made.data.holdId });
  expect(booked.status).toBe(201);
  expect((await dora.delete(`${path}/hold/${made.data.holdId}`)).status).toBe(200);
  expect((await dora.delete(`${path}/hold/${made.data.holdId}`)).status).toBe(404);
});

it('is over by its time, whether or not it was cleared away', async () => {
  const court = await amenityOf();
  const made = await hold(court);
  await pass();
  expect(await refusal(ask(court, hours(3), { unitId: otherUnitId }))).toBe('SUCCESS');
  const { unitId: _unit, ...own } = ask(court);
  const late = await dora.post(path, { ...own, holdId: made.data.holdId });
  expect([late.status, late.code]).toEqual([409, 'HOLD_EXPIRED']);
  expect(await sweepHoldsJob.run(new Date())).toBeGreaterThan(0);
  expect(await sweepHoldsJob.run(new Date())).toBe(0);
});

it('is one per person and amenity, prolonged once, and ends when it is left', async () => {
  const court = await amenityOf();
  const first = await hold(court);
  await rowsIn(holdCollection.name).updateMany({}, { $set: { until: new Date(Date.now() + MINUTE_MS) } });
  const again = await hold(court);
  expect(again.data.holdId).toBe(first.data.holdId);
  expect(Date.parse(again.data.until) - Date.now()).toBeGreaterThan(4 * MINUTE_MS);
  expect((await hold(court)).data).toEqual(again.data);
  const other = await hold(court, dora, hours(4));
  expect(await free(court, ann)).toMatchObject({ free: 1 });
  expect((await ann.delete(`${path}/hold/${other.data.holdId}`)).status).toBe(404);
  expect((await dora.delete(`${path}/hold/${other.data.holdId}`)).status).toBe(200);
  expect((await hold(court, ann, hours(4))).status).toBe(201);
});

it('one of 20 simultaneous requests through two servers gets the hold of the last place', async () => {
  const court = await amenityOf();
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => hold(court, [dora, ann][n % 2]?.at(n % 4 < 2 ? server.url : second.url))),
  );
  const holders = new Set(tries.filter(({ status }) => status === 201).map(({ data }) => data.holdId));
  expect(holders.size).toBe(1);
  expect(tries.some(({ code }) => code === 'LIMIT_PER_SLOT')).toBe(true);
});

it('a pending booking that holds no place is marked while no place is left', async () => {
  const court = await amenityOf({ approval: 'MANUAL', pendingHolds: false });
  const { unitId: _unit, ...asked } = ask(court);
  const [one, two] = [await make(path, asked, dora), await make(path, asked, dora)];
  expect((await act(one, 'approve')).status).toBe(200);
  expect((await ann.get<Row>(`${path}/${two.id}`)).data).toMatchObject({ status: 'PENDING', noRoom: true, version: 1 });
  expect((await act(two, 'approve')).code).toBe('APPROVED_BOOKING_AT_THE_SAME_TIME');
  await act(one, 'cancel', { reason: 'Bận' });
  expect((await ann.get<Row>(`${path}/${two.id}`)).data.noRoom).toBe(false);
  expect((await act(two, 'approve')).status).toBe(200);
  expect((await ann.get<Row>(`${utility.path}/${court.id}`)).data.pendingHolds).toBe(false);
});
