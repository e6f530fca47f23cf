import { turnWaits } from '@lobby/server/modules/utility-booking/waits.ts';
import { bookingWait } from '@lobby/shared/modules/booking-wait.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, make, refusal } = amenitiesOf(site);
const MINUTE = 60_000;
const [slot] = hours(5);
const frame = { startAt: slot?.from, endAt: slot?.to };

const waitFor = (amenity: Row, who: Caller = ann, values: object = { unitId: otherUnitId }) =>
  make(bookingWait.path, { utilityId: amenity.id, ...frame, ...values }, who);
const statusOf = async ({ id }: Row) => (await ann.get<Row>(`${bookingWait.path}/${id}`)).data.status;
const inMinutes = (minutes: number) => turnWaits(new Date(Date.now() + minutes * MINUTE));
const free = async (amenity: Row, who: Caller = ann) => {
  const { data } = await who.get<Row[]>(
    `/utility-group/${amenity.groupId}/available-slots?startDateUsage=${slot?.from}`,
  );
  const slots = data.find(({ utilityId }) => utilityId === amenity.id)?.slots as unknown as {
    from: string;
    free: number;
  }[];
  return slots.find(({ from }) => from === slot?.from)?.free;
};

it('who waits longest is offered the place, which is theirs for a while, and theirs alone', async () => {
  const court = await amenityOf();
  const held = await book(court, hours(5));
  const first = await waitFor(court, dora, {});
  const second = await waitFor(court);
  expect((await ann.post(bookingWait.path, { utilityId: court.id, ...frame, unitId: otherUnitId })).code).toBe(
    'WAITS_ALREADY',
  );
  await inMinutes(0);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['WAITING', 'WAITING']);
  await act(held, 'cancel', { reason: 'Bận' });
  await Promise.all([inMinutes(0), inMinutes(0)]);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['OFFERED', 'WAITING']);
  const told = (await dora.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);
  expect(told).toContain('BOOKING_OFFERED');
  expect([await free(court), await free(court, dora)]).toEqual([0, 1]);
  expect(await refusal(ask(court, hours(5), { unitId: otherUnitId }))).toBe('LIMIT_PER_SLOT');
  await book(court, hours(5), { unitId });
  expect(await statusOf(first)).toBe('BOOKED');
});

it('an offer that is not taken passes on, and a wait ends with its time', async () => {
  const court = await amenityOf();
  const held = await book(court, hours(5), { unitId });
  const [first, second] = [await waitFor(court, dora, {}), await waitFor(court)];
  await act(held, 'cancel', { reason: 'Bận' });
  await inMinutes(0);
  expect(await statusOf(first)).toBe('OFFERED');
  await inMinutes(16);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['LAPSED', 'OFFERED']);
  expect((await ann.put(`${bookingWait.path}/${second.id}/leave`, {})).data.status).toBe('LEFT');
  const late = await waitFor(court, dora, {});
  await turnWaits(new Date(String(slot?.from)));
  expect(await statusOf(late)).toBe('LAPSED');
});

it('nobody waits for what cannot be booked', async () => {
  const court = await amenityOf();
  const wrong = { utilityId: court.id, unitId, startAt: slot?.from, endAt: hours(5, 2)[1]?.to };
  expect((await ann.post(bookingWait.path, wrong)).code).toBe('FRAME_INVALID');
  expect((await ann.get(`${utilityBooking.path}?limit=1`)).status).toBe(200);
});
