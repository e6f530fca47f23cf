import { turnBookings } from '@lobby/server/modules/utility-booking/jobs.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { countOf } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, ben, dora, emil, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, make, refusal } = amenitiesOf(site);
const HOUR = 3_600_000;
const { path } = utilityBooking;
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);

describe('limits', () => {
  it('are of a booking, of a household’s day, and of what it has to come', async () => {
    const court = await amenityOf({ capacity: 9, usageLimit: 2, unitLimit: 3, openLimit: 2 });
    expect(await refusal(ask(court, hours(3, 3)))).toBe('BOOKING_USAGE_LIMIT');
    expect(await refusal(ask(court, []))).toBe('VALIDATION_FAILED');
    const first = await book(court, hours(3, 2));
    expect(await refusal(ask(court, hours(3, 2, 2)))).toBe('BOOKING_UNIT_LIMIT');
    await book(court, hours(3, 1, 2));
    expect(await refusal(ask(court, hours(4)))).toBe('BOOKING_TOO_MANY');
    await book(court, hours(3, 2), { unitId: otherUnitId });
    await act(first, 'cancel', { reason: 'Bận' });
    await book(court, hours(4));
  });

  it('hold for one household that asks 20 times at once', async () => {
    const court = await amenityOf({ capacity: 50, unitLimit: 2 });
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, one) => ann.at(one % 2 ? server.url : second.url).post(path, ask(court))),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('are the frames that it serves, on days that it is open, in time', async () => {
    const court = await amenityOf({ preorderUnit: 'DAY', preorderMin: 1, preorderMax: 5 });
    const half = (slot = hours(3)[0]) => new Date(Date.parse(String(slot?.startAt)) + HOUR / 2).toISOString();
    expect(await refusal(ask(court, [{ startAt: half(), endAt: hours(3, 2)[1]?.endAt ?? '' }]))).toBe(
      'BOOKING_FRAME_INVALID',
    );
    expect(await refusal(ask(court, [...hours(3), ...hours(3)]))).toBe('BOOKING_FRAME_INVALID');
    expect(await refusal(ask(court, hours(-2)))).toBe('BOOKING_IN_PAST');
    expect(await refusal(ask(court, [...hours(3), ...hours(40)]))).toBe('BOOKING_TOO_LONG');
    expect(await refusal(ask(court, hours(9)))).toBe('BOOKING_OUTSIDE_PREORDER');
    const day = dayOf(new Date(hours(3)[0]?.startAt ?? ''), 'Asia/Ho_Chi_Minh');
    await ann.put(`${utility.path}/${court.id}`, { version: 1, blackouts: [{ from: day, to: day, cause: 'Sơn sân' }] });
    expect(await refusal(ask(court))).toBe('BOOKING_FRAME_INVALID');
    await book(court, hours(4));
    const gym = await amenityOf({ type: 'NO_RESERVATION' });
    expect(await refusal(ask(gym))).toBe('AMENITY_NOT_BOOKABLE');
  });

  it('are told all at once with the price, before anything is asked for', async () => {
    const court = await amenityOf({
      usageLimit: 1,
      price: 90_000,
      deposit: 200_000,
      surcharge: 10_000,
      approval: true,
    });
    await book(court);
    const { data } = await dora.post(`${path}/check`, { utilityId: court.id, slots: hours(3, 2), quantity: 1 });
    expect(data).toMatchObject({ allowed: false, fee: 180_000, deposit: 200_000, surcharge: 10_000, total: 390_000 });
    expect((data.refusals as Row[]).map(({ code }) => code)).toEqual(['BOOKING_USAGE_LIMIT', 'BOOKING_SLOT_FULL']);
    const free = await dora.post(`${path}/check`, { utilityId: court.id, slots: hours(5) });
    expect(free.data).toMatchObject({ allowed: true, refusals: [], approval: true, payBy: null });
    expect(await countOf(utilityBooking, site.id, { utilityId: court.id })).toBe(1);
  });
});

describe('an amenity that is booked', () => {
  it('stays what its bookings stand on, and is not closed', async () => {
    const court = await amenityOf();
    const booking = await book(court);
    const put = (values: object, version = 1) => ann.put(`${utility.path}/${court.id}`, { version, ...values });
    for (const values of [
      { price: 5 },
      { capacity: 2 },
      { step: '30' },
      { serveTimes: [{ weekday: '1', hours: '08:00-09:00' }] },
    ])
      expect((await put(values)).code).toBe('AMENITY_HAS_ORDERS');
    expect((await put({ active: false })).code).toBe('AMENITY_IN_USE');
    const day = dayOf(new Date(String(booking.startAt)), 'Asia/Ho_Chi_Minh');
    expect((await put({ blackouts: [{ from: day, to: day }] })).error.data?.fields?.blackouts?.code).toBe(
      'AMENITY_HAS_ORDERS',
    );
    expect((await put({ nameEn: 'Court', step: '60' })).status).toBe(200);
    expect((await ann.delete(`${utility.path}/${court.id}`)).code).toBe('IN_USE');
    await act(booking, 'cancel', { reason: 'Bận' });
    expect((await put({ price: 5, active: false }, 2)).status).toBe(200);
    expect(await refusal(ask(court))).toBe('AMENITY_NOT_BOOKABLE');
  });

  it('costs what it costs when it is asked for, never what it did a moment before', async () => {
    const court = await amenityOf({ capacity: 50, price: 10_000 });
    const [changed, ...tries] = await Promise.all([
      ann.at(second.url).put(`${utility.path}/${court.id}`, { version: 1, price: 70_000 }),
      ...Array.from({ length: 10 }, () => ann.post(path, ask(court))),
    ]);
    const fees = new Set(tries.map(({ data }) => data.fee));
    expect(fees.size).toBe(1);
    expect([...fees]).toEqual([changed?.status === 200 ? 70_000 : 10_000]);
  });
});

describe('a resident', () => {
  it('sees what can be booked, books it, and cancels what is their own', async () => {
    const court = await amenityOf({ nameEn: 'Blue court', approval: true });
    const { data: groups } = await dora.get<Row[]>('/utility-group/booking');
    expect(groups.flatMap(group => (group.amenities as Row[]).map(({ name }) => name))).toContain('Blue court');
    expect((await dora.get(`${utility.path}/${court.id}`)).data).not.toHaveProperty('partnerId');
    const { unitId: _unit, ...asked } = ask(court);
    const mine = await make(path, asked, dora);
    expect(mine).toMatchObject({ status: 'PENDING', unitId, residentId: dora.id, bookerName: 'Dora' });
    expect(await toldTo(ben)).toContain('UTILITY_BOOKING_NEW');
    expect((await emil.get<Row[]>(path)).data.map(({ id }) => id)).not.toContain(mine.id);
    expect((await act(mine, 'cancel', { reason: 'x' }, emil)).status).toBe(404);
    expect((await act(mine, 'approve', {}, dora)).status).toBe(403);
    await act(mine, 'approve');
    expect(await toldTo(dora)).toContain('UTILITY_BOOKING_APPROVED');
    expect((await act(mine, 'cancel', { reason: 'Bận' }, dora)).data).toMatchObject({ status: 'CANCELLED' });
    expect(await toldTo(ben)).toContain('UTILITY_BOOKING_CANCELLED');
  });

  it('of another project finds nothing here, nor do its staff', async () => {
    const court = await amenityOf();
    const mine = await book(court);
    for (const who of [other.ann, other.dora]) {
      expect((await who.get(`/utility-group/${court.groupId}/available-slots`)).status).toBe(404);
      expect((await who.get(`${path}/${mine.id}`)).status).toBe(404);
      expect((await who.post(`${path}/check`, { utilityId: court.id, slots: hours(3) })).code).toBe(
        'REFERENCE_NOT_FOUND',
      );
    }
    expect((await act(mine, 'pay-manual-fee', {}, other.ann)).status).toBe(404);
    expect((await other.ann.post(path, { ...ask(court), unitId: other.unitId })).code).toBe('REFERENCE_NOT_FOUND');
    expect((await other.ann.get<Row[]>('/utility-group/booking')).data).toEqual([]);
  });
});

describe('time', () => {
  it('begins the use of what was agreed to, and ends what nobody agreed to', async () => {
    const court = await amenityOf({ capacity: 5, approval: true });
    const [agreed, forgotten] = [await book(court), await book(court)];
    await act(agreed, 'approve');
    const now = new Date(Date.parse(String(agreed.startAt)) + 1000);
    for (let turn = 0; turn < 2; turn++) await turnBookings(now);
    expect((await ann.get(`${path}/${agreed.id}`)).data.status).toBe('WAITING_FOR_COMPLETED');
    expect((await ann.get(`${path}/${forgotten.id}`)).data).toMatchObject({
      status: 'CANCELLED',
      reason: expect.stringMatching(/./),
    });
    const told = (await dora.get<Row[]>('/histories/pms?limit=100')).data.filter(one => one.entityId === agreed.id);
    expect(told.filter(({ kind }) => kind === 'UTILITY_BOOKING_BEGUN')).toHaveLength(1);
    expect((await act(agreed, 'cancel', { reason: 'Bận' }, dora)).code).toBe('BOOKING_BEGUN');
    expect((await act(agreed, 'complete')).data.status).toBe('COMPLETED');
  });
});
