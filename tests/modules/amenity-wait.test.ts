import { waitsJob } from '@lobby/server/modules/utility-booking/behaviour.ts';
import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, groupOf, make, refusal } = amenitiesOf(site);
const { path } = utilityWaitlist;
let at = 5;
/** Unused slots, one day after the previous ones. */
const nextSlots = () => hours(++at);

const waitFor = (amenity: Row, slots: object, who: Caller = ann, values: object = { unitId: otherUnitId }) =>
  make(path, { utilityId: amenity.id, slots, ...values }, who);
const get = async ({ id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data;
const statusesOf = async (...rows: Row[]) => (await Promise.all(rows.map(get))).map(({ status }) => status);
const put = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put<Row>(`${path}/${id}/${name}`, input);
/** Noon in Vietnam on a future day: no offers are sent at night. */
const noon = () => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 5 * 60 * MINUTE_MS);

it('who waits longest is offered the place in the moment it is free, and nobody else gets it', async () => {
  const [court, slots] = [await amenityOf(), nextSlots()];
  expect((await ann.post(path, { utilityId: court.id, slots, unitId })).code).toBe('WAITLIST_NOT_NEEDED');
  const held = await book(court, slots);
  const first = await waitFor(court, slots, dora, {});
  const second = await waitFor(court, slots);
  expect((await ann.post(path, { utilityId: court.id, slots, unitId: otherUnitId })).code).toBe('WAITLIST_EXISTS');
  const places = `${path}/positions?ids[]=${first.id}&ids[]=${second.id}`;
  expect((await ann.get<Row[]>(places)).data.map(({ position }) => position)).toEqual([1, 2]);
  expect((await dora.get<Row[]>(places)).data.map(({ id }) => id)).toEqual([first.id]);
  await act(held, 'cancel', { reason: 'Bận' });
  expect(await statusesOf(first, second)).toEqual(['OFFERED', 'WAITING']);
  expect(await refusal(ask(court, slots, { unitId: otherUnitId }))).toBe('LIMIT_PER_SLOT');
  const told = (await dora.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);
  expect(told).toContain('WAITLIST_OFFER');
  await change(utilityWaitlist, first.id, { offerUntil: new Date(Date.now() + 30 * MINUTE_MS) });
  const taken = await Promise.all([put(first, 'accept', {}, dora), put(first, 'accept', {}, dora)]);
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
  const done = await get(first);
  expect(done).toMatchObject({ status: 'ACCEPTED', bookingId: expect.any(String) });
  const booked = (await ann.get<Row>(`${utilityBooking.path}/${done.bookingId}`)).data;
  expect(booked).toMatchObject({ unitId, utilityId: court.id, status: 'APPROVED' });
});

it('a place freed at night is kept for the household that waits longest, which is told in the morning', async () => {
  const [court, slots] = [await amenityOf(), nextSlots()];
  const held = await book(court, slots);
  const first = await waitFor(court, slots, dora, {});
  const second = await waitFor(court, slots);
  // Freed without a user action: the booking was cancelled by timeout.
  await change(utilityBooking, held.id, { status: 'CANCELLED' });
  const night = new Date(noon().getTime() + 11 * 60 * MINUTE_MS);
  const morning = new Date(noon().getTime() + 19 * 60 * MINUTE_MS);
  const offers = async () =>
    (await dora.get<Row[]>('/histories/pms?limit=50')).data.filter(
      ({ kind, entityId }) => kind === 'WAITLIST_OFFER' && entityId === first.id,
    );
  await waitsJob.run(night);
  expect(await statusesOf(first, second)).toEqual(['OFFERED', 'WAITING']);
  expect(await refusal(ask(court, slots, { unitId: otherUnitId }))).toBe('LIMIT_PER_SLOT');
  expect(await offers()).toEqual([]);
  // The offer period starts in the morning, and the notification is sent once.
  const until = Date.parse(String((await get(first)).offerUntil));
  expect(until).toBe(morning.getTime() + 30 * MINUTE_MS);
  await waitsJob.run(new Date(morning.getTime() - MINUTE_MS));
  expect(await offers()).toEqual([]);
  for (const after of [1, 2]) await waitsJob.run(new Date(morning.getTime() + after * MINUTE_MS));
  expect(await offers()).toHaveLength(1);
  expect(await statusesOf(first, second)).toEqual(['OFFERED', 'WAITING']);
  await waitsJob.run(new Date(morning.getTime() + 31 * MINUTE_MS));
  expect(await statusesOf(first, second)).toEqual(['EXPIRED', 'OFFERED']);
});

it('an offer that expires or is declined passes to the next household, and a late answer is refused', async () => {
  const [court, slots] = [await amenityOf(), nextSlots()];
  await book(court, slots, { unitId });
  const [first, second] = [await waitFor(court, slots, dora, {}), await waitFor(court, slots)];
  await ann.put(`${utility.path}/${court.id}`, { version: court.version, limitPerSlot: 2 });
  expect(await statusesOf(first, second)).toEqual(['OFFERED', 'WAITING']);
  await waitsJob.run(new Date(noon().getTime() + 31 * MINUTE_MS));
  expect(await statusesOf(first, second)).toEqual(['EXPIRED', 'OFFERED']);
  expect((await put(first, 'accept', {}, dora)).code).toBe('OFFER_EXPIRED');
  expect((await put(second, 'decline', { keepWaiting: true })).data.status).toBe('WAITING');
  expect((await put(second, 'leave')).data.status).toBe('LEFT');
});

it('a household whose request does not fit is passed over and keeps its position; several places go to several households', async () => {
  const [hall, slots] = [await amenityOf({ limitPerSlot: 4 }), nextSlots()];
  const held = await book(hall, slots, { quantity: 4 });
  const first = await waitFor(hall, slots, dora, { quantity: 3 });
  const second = await waitFor(hall, slots, ann, { unitId: otherUnitId, quantity: 2 });
  await ann.put(`${utility.path}/${hall.id}`, { version: hall.version, limitPerSlot: 6 });
  expect(await statusesOf(first, second)).toEqual(['WAITING', 'OFFERED']);
  const [place] = (await ann.get<Row[]>(`${path}/positions?ids[]=${first.id}`)).data;
  expect(place?.position).toBe(1);
  expect((await put(second, 'take-back', { reason: 'Nhầm' })).data.status).toBe('WAITING');
  expect((await put(second, 'offer', {})).error.data?.fields?.reason?.code).toBe('REQUIRED');
  expect((await put(second, 'offer', { reason: 'Có em bé' })).data).toMatchObject({ status: 'OFFERED', offers: 2 });
  expect((await put(first, 'offer', { reason: 'x' })).code).toBe('LIMIT_PER_SLOT');
  expect((await ann.get<Row>(`${utilityBooking.path}/${held.id}`)).data.status).toBe('APPROVED');
});

it('a household with automatic acceptance gets a free place without an offer, and a wait ends with its slot', async () => {
  const [court, slots] = [await amenityOf(), nextSlots()];
  await book(court, slots, { unitId });
  const one = await waitFor(court, slots, dora, { autoAccept: true });
  const late = await waitFor(court, slots);
  await ann.put(`${utility.path}/${court.id}`, { version: court.version, limitPerSlot: 2 });
  await waitsJob.run(new Date());
  expect(await statusesOf(one, late)).toEqual(['ACCEPTED', 'WAITING']);
  await waitsJob.run(new Date(String(slots[0]?.from)));
  expect(await statusesOf(late)).toEqual(['OVER']);
  const wrong = [{ from: slots[0]?.from, to: hours(at, 2)[1]?.to }];
  expect((await ann.post(path, { utilityId: court.id, unitId, slots: wrong })).code).toBe('FRAME_INVALID');
});

it('a household that waits for several amenities or hours is offered the first that is free, and books just that one', async () => {
  const group = await groupOf();
  const [one, two] = [await amenityOf({}, group), await amenityOf({}, group)];
  const slots = nextSlots();
  await book(one, slots, { unitId });
  const other = await book(two, slots, { unitId });
  const both = { utilityIds: [one.id, two.id], slots };
  const foreign = await amenityOf();
  const wrong = await ann.post(path, { ...both, utilityIds: [one.id, foreign.id], unitId: otherUnitId });
  expect([wrong.status, wrong.error?.data?.fields?.utilityIds?.code]).toEqual([422, 'REFERENCE_NOT_SUITABLE']);
  expect((await ann.post(path, { slots, unitId: otherUnitId })).error?.data?.fields?.utilityId?.code).toBe('REQUIRED');
  const waiting = await make(path, { ...both, unitId: otherUnitId });
  expect(waiting.utilityIds).toEqual([one.id, two.id]);
  await act(other, 'cancel', { reason: 'Bận' });
  if ((await get(waiting)).status === 'WAITING') await waitsJob.run(noon());
  expect(await get(waiting)).toMatchObject({ status: 'OFFERED', offeredUtilityId: two.id });
  expect(await refusal(ask(two, slots))).toBe('LIMIT_PER_SLOT');
  await change(utilityWaitlist, waiting.id, { offerUntil: new Date(Date.now() + 30 * MINUTE_MS) });
  const { bookingId } = (await put(waiting, 'accept')).data;
  expect((await ann.get<Row>(`${utilityBooking.path}/${bookingId}`)).data).toMatchObject({ utilityId: two.id });
});

it('an hour earlier or later does for who said so, on the same day', async () => {
  const court = await amenityOf();
  const [before, wish, after] = hours(++at, 3);
  for (const slot of [before, wish, after]) await book(court, [slot ?? { from: '', to: '' }], { unitId });
  const rows = (await ann.get<Row[]>(`${utilityBooking.path}?filter[utilityId][]=${court.id}&sort=startAt`)).data;
  const waiting = await waitFor(court, [wish], ann, { unitId: otherUnitId, flexible: '60' });
  await act(rows[2] ?? ({} as Row), 'cancel', { reason: 'Bận' });
  if ((await get(waiting)).status === 'WAITING') await waitsJob.run(noon());
  expect(await get(waiting)).toMatchObject({ status: 'OFFERED', offeredSlots: [after] });
  const late = await ann.post(path, { utilityId: court.id, slots: [before], unitId: otherUnitId, flexible: '0' });
  expect(late.code).toBe('SUCCESS');
});

/** Waitlist entries for free slots of an amenity that is closed. */
async function shut(amenities: readonly Row[], other?: object) {
  const slots = nextSlots();
  const fillers = await Promise.all(amenities.map(amenity => book(amenity, slots, { unitId })));
  const waits = [await waitFor(amenities[0] ?? ({} as Row), slots, dora, {})];
  if (other) waits.push(await make(path, { ...other, slots, unitId: otherUnitId }));
  const { from, to } = slots[0] ?? {};
  for (const filler of fillers) await change(utilityBooking, filler.id, { status: 'CANCELLED' });
  const closure = await make(utilityClosure.path, {
    utilityIds: amenities.map(({ id }) => id),
    from,
    to,
    reason: 'Sơn lại sân',
  });
  return { slots, waits, closure };
}

it.each(['is removed', 'ends earlier', 'is of others'])(
  'a closure that %s gives its time to who waits in that moment',
  async how => {
    const court = await amenityOf();
    const { slots, waits, closure } = await shut([court]);
    expect(await statusesOf(...waits)).toEqual(['WAITING']);
    const at = `${utilityClosure.path}/${closure.id}`;
    const { from } = slots[0] ?? {};
    const lifted =
      how === 'is removed'
        ? await ann.delete(at)
        : await ann.put(at, {
            version: closure.version,
            ...(how === 'is of others'
              ? { utilityIds: [(await amenityOf()).id] }
              : { from: new Date(Date.parse(String(from)) - 60 * MINUTE_MS).toISOString(), to: from }),
          });
    expect(lifted.status, lifted.text).toBe(200);
    expect(await statusesOf(...waits)).toEqual(['OFFERED']);
    expect(await refusal(ask(court, slots, { unitId: otherUnitId }))).toBe('LIMIT_PER_SLOT');
  },
);

it('a closure of several amenities that is lifted offers each household one place, and asks others about the rest', async () => {
  const group = await groupOf();
  const [one, two] = [await amenityOf({}, group), await amenityOf({}, group)];
  // The entry that accepts both amenities gets the one without an earlier entry.
  const { waits, closure } = await shut([one, two], { utilityIds: [one.id, two.id] });
  expect((await ann.delete(`${utilityClosure.path}/${closure.id}`)).status).toBe(200);
  expect(await statusesOf(...waits)).toEqual(['OFFERED', 'OFFERED']);
  expect((await get(waits[1] ?? ({} as Row))).offeredUtilityId).toBe(two.id);
});

it('an amenity that is in use again goes to who waits', async () => {
  const [court, slots] = [await amenityOf(), nextSlots()];
  const held = await book(court, slots);
  const first = await waitFor(court, slots, dora, {});
  await change(utilityBooking, held.id, { status: 'CANCELLED' });
  await ann.put(`${utility.path}/${court.id}/deactivate`, { reason: 'Sửa' });
  expect(await statusesOf(first)).toEqual(['WAITING']);
  expect((await ann.put(`${utility.path}/${court.id}/activate`, {})).status).toBe(200);
  expect(await statusesOf(first)).toEqual(['OFFERED']);
});
