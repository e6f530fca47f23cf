import { bookingsJob } from '@lobby/server/modules/utility-booking/jobs.ts';
import { dayOf, HOUR_MS, VIETNAM, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { countOf } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, ben, dora, emil, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, make, refusal } = amenitiesOf(site);
const { path } = utilityBooking;
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=20')).data.map(({ kind }) => kind);

describe('limits', () => {
  it('are of a booking, of what a household has in a day or week, and of what it has to come', async () => {
    const court = await amenityOf({ limitPerSlot: 9, limitPerUsage: 2, limitPerUnit: 3, maxOpen: 2 });
    expect(await refusal(ask(court, hours(3, 3)))).toBe('LIMIT_PER_USAGE');
    expect(await refusal(ask(court, []))).toBe('VALIDATION_FAILED');
    const first = await book(court, hours(3, 2));
    const used = await ann.post(path, ask(court, hours(3, 2, 2)));
    expect([used.status, used.code, used.error.data]).toMatchObject([422, 'LIMIT_PER_UNIT', { used: 2, limit: 3 }]);
    await book(court, hours(3, 1, 2));
    expect(await refusal(ask(court, hours(4)))).toBe('TOO_MANY_BOOKINGS');
    await book(court, hours(3, 2), { unitId: otherUnitId });
    await act(first, 'cancel', { reason: 'Bận' });
    await book(court, hours(4));
  });

  it('of a week begin again on Monday', async () => {
    const court = await amenityOf({ limitPerUnit: 4, limitPerUnitPer: 'WEEK' });
    const today = weekdayOf(dayOf(new Date(), VIETNAM));
    // Sunday of next week, and the following Monday.
    const sunday = ((7 - today) % 7) + 7;
    await book(court, hours(sunday, 4));
    expect(await refusal(ask(court, hours(sunday, 1, 5)))).toBe('LIMIT_PER_UNIT');
    await book(court, hours(sunday + 1));
  });

  it('hold for one household that asks 20 times at once', async () => {
    const court = await amenityOf({ limitPerSlot: 50, limitPerUnit: 2 });
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, one) => ann.at(one % 2 ? server.url : second.url).post(path, ask(court))),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('are the frames that it serves, one after another, in time', async () => {
    const court = await amenityOf({ preOrderMin: 1, preOrderMax: 5 });
    const half = (slot = hours(3)[0]) => new Date(Date.parse(String(slot?.from)) + HOUR_MS / 2).toISOString();
    expect(await refusal(ask(court, [{ from: half(), to: hours(3, 2)[1]?.to ?? '' }]))).toBe('FRAME_INVALID');
    expect(await refusal(ask(court, [...hours(3), ...hours(3)]))).toBe('FRAME_INVALID');
    expect(await refusal(ask(court, [...hours(3), ...hours(3, 1, 2)]))).toBe('FRAME_INVALID');
    expect(await refusal(ask(court, hours(-2)))).toBe('OUTSIDE_PRE_ORDER_TIME_SLOT');
    expect(await refusal(ask(court, hours(9)))).toBe('OUTSIDE_PRE_ORDER_TIME_SLOT');
    expect(await refusal({ ...ask(court, hours(9)), override: true, reason: 'Họp tổ dân phố' })).toBe('SUCCESS');
    expect(await refusal({ ...ask(court, hours(-2)), override: true, reason: 'x' })).toBe(
      'OUTSIDE_PRE_ORDER_TIME_SLOT',
    );
    const gym = await amenityOf({ type: 'NO_RESERVATION' });
    expect(await refusal(ask(gym))).toBe('UTILITY_NOT_BOOKABLE');
  });

  it('are told all at once with the price, before anything is asked for', async () => {
    const court = await amenityOf({
      limitPerUsage: 1,
      price: 90_000,
      deposit: 200_000,
      approval: 'MANUAL',
      surcharges: [{ name: 'Lamp', price: 10_000, per: 'BOOKING', required: true }],
    });
    await book(court);
    const { data } = await dora.post(`${path}/check`, { utilityId: court.id, slots: hours(3, 2), quantity: 1 });
    expect(data).toMatchObject({ allowed: false, fee: 180_000, deposit: 200_000, surcharge: 10_000, total: 190_000 });
    expect((data.refusals as Row[]).map(({ code }) => code)).toEqual(['LIMIT_PER_USAGE', 'LIMIT_PER_SLOT']);
    expect(data.lines).toHaveLength(2);
    const free = await dora.post(`${path}/check`, { utilityId: court.id, slots: hours(5) });
    expect(free.data).toMatchObject({ allowed: true, refusals: [], needsApproval: true, payBefore: null });
    const none = await dora.post(`${path}/check`, { utilityId: court.id, slots: [] });
    expect((none.data.refusals as Row[]).map(({ code }) => code)).toEqual(['FRAME_REQUIRED']);
    expect(await countOf(utilityBooking, site.id, { utilityId: court.id })).toBe(1);
  });
});

describe('an amenity that is booked', () => {
  it('stays what its bookings stand on; price and policy may change, each booking keeps its own', async () => {
    const court = await amenityOf({ price: 10_000, limitPerSlot: 2 });
    const booking = await book(court, hours(3), { quantity: 2 });
    const put = (values: object, version = 1) => ann.put(`${utility.path}/${court.id}`, { version, ...values });
    const sunday = [{ weekday: String(new Date(String(booking.startAt)).getUTCDay()), from: '00:00', to: '01:00' }];
    for (const values of [{ limitPerSlot: 1 }, { timeStep: '30' }, { serveTime: sunday }]) {
      const refused = await put(values);
      expect([refused.status, refused.code]).toEqual([409, 'AMENITY_WITH_ORDERS_CANNOT_BE_CHANGED']);
      expect(refused.error.data).toMatchObject({ bookings: [{ code: booking.code }] });
    }
    expect((await put({ price: 5, limitPerSlot: 9, nameEn: 'Court' })).status).toBe(200);
    expect((await ann.get<Row>(`${path}/${booking.id}`)).data.fee).toBe(20_000);
    expect((await ann.delete(`${utility.path}/${court.id}`)).code).toBe('IN_USE');
    expect((await ann.put(`${utility.path}/${court.id}/deactivate`, { reason: 'Sửa' })).data.active).toBe(false);
    expect(await refusal(ask(court))).toBe('UTILITY_NOT_BOOKABLE');
  });

  it('costs what it costs when it is asked for, never what it did a moment before', async () => {
    const court = await amenityOf({ limitPerSlot: 50, price: 10_000 });
    const [changed, ...tries] = await Promise.all([
      ann.at(second.url).put(`${utility.path}/${court.id}`, { version: 1, price: 70_000 }),
      ...Array.from({ length: 10 }, () => ann.post(path, ask(court))),
    ]);
    expect([changed?.status, ...tries.map(({ status }) => status)]).toEqual([200, ...tries.map(() => 201)]);
    // Numbers are assigned in the order of writing: bookings after the price change do not have the old price.
    const fees = tries.map(({ data }) => data).sort((a, b) => String(a.code).localeCompare(String(b.code)));
    const inOrder = fees.map(({ fee }) => Number(fee));
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    expect(new Set([...inOrder, 10_000, 70_000]).size).toBe(2);
    expect((await book(court, hours(4))).fee).toBe(70_000);
  });
});

describe('a resident', () => {
  it('sees what can be booked, books it, and cancels what is their own', async () => {
    const court = await amenityOf({ nameEn: 'Blue court', approval: 'MANUAL' });
    const { data: groups } = await dora.get<Row[]>('/utility-group/booking');
    expect(groups.flatMap(group => (group.amenities as Row[]).map(({ name }) => name))).toContain('Blue court');
    // Unit of the price: an hour, since the slots are hours.
    const shown = groups.flatMap(group => group.amenities as Row[]).find(({ id }) => id === court.id);
    expect(shown).toMatchObject({ priceUnit: 'HOUR', priceVaries: false });
    expect((await dora.get(`${utility.path}/${court.id}`)).data).not.toHaveProperty('commissionRate');
    const { unitId: _unit, ...asked } = ask(court);
    const mine = await make(path, asked, dora);
    expect(mine).toMatchObject({ status: 'PENDING', unitId, residentId: dora.id });
    expect(await toldTo(ben)).toContain('BOOKING_NEW');
    expect((await emil.get<Row[]>(path)).data.map(({ id }) => id)).not.toContain(mine.id);
    expect((await act(mine, 'cancel', { reason: 'x' }, emil)).status).toBe(404);
    expect((await act(mine, 'approve', {}, dora)).status).toBe(403);
    await act(mine, 'approve');
    expect(await toldTo(dora)).toContain('BOOKING_APPROVED');
    expect((await act(mine, 'cancel', { reason: 'Bận' }, dora)).data).toMatchObject({ status: 'CANCELLED' });
    expect(await toldTo(ben)).toContain('BOOKING_CANCELLED');
  });

  it('sees from how much it is sold where its price varies by the hour', async () => {
    const evening = { weekdays: null, from: '17:00', to: '24:00', factor: 1.5 };
    const morning = { weekdays: null, from: '00:00', to: '08:00', factor: 0.8 };
    const priceOf = async (coefficients: object[]) => {
      const { id } = await amenityOf({ price: 100_000, coefficients });
      const { data: groups } = await dora.get<Row[]>('/utility-group/booking');
      const shown = groups.flatMap(group => group.amenities as Row[]).find(one => one.id === id);
      return [shown?.priceFrom, shown?.priceVaries];
    };
    expect(await priceOf([])).toEqual([100_000, false]);
    expect(await priceOf([evening])).toEqual([100_000, true]);
    expect(await priceOf([evening, morning])).toEqual([80_000, true]);
    // The same factor at all hours is no variation.
    expect(await priceOf([{ weekdays: null, from: '00:00', to: '24:00', factor: 2 }])).toEqual([200_000, false]);
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
  it('begins the use of what was agreed to, warns of and ends what nobody agreed to, completes what is over', async () => {
    const court = await amenityOf({ limitPerSlot: 5, approval: 'MANUAL' });
    const { unitId: _unit, ...asked } = ask(court);
    const [agreed, forgotten] = [await book(court), await make(path, asked, dora)];
    const start = Date.parse(String(agreed.startAt));
    for (let turn = 0; turn < 2; turn++) await bookingsJob.run(new Date(start - HOUR_MS));
    const notices = (await dora.get<Row[]>('/histories/pms?limit=100')).data;
    const warned = notices.filter(notice => notice.kind === 'BOOKING_LAPSING' && notice.entityId === forgotten.id);
    expect(warned).toHaveLength(1);
    for (let turn = 0; turn < 2; turn++) await bookingsJob.run(new Date(start + 1000));
    expect((await ann.get(`${path}/${agreed.id}`)).data.status).toBe('WAITING_FOR_COMPLETED');
    expect((await ann.get(`${path}/${forgotten.id}`)).data).toMatchObject({
      status: 'CANCELLED',
      cancelledBy: 'SYSTEM',
      reason: expect.stringMatching(/./),
    });
    const told = (await dora.get<Row[]>('/histories/pms?limit=100')).data.filter(one => one.entityId === agreed.id);
    expect(told.filter(({ kind }) => kind === 'BOOKING_BEGUN')).toHaveLength(1);
    expect((await act(agreed, 'cancel', { reason: 'Bận' }, dora)).code).toBe('STATUS_NOT_ALLOWED');
    await bookingsJob.run(new Date(start + 26 * HOUR_MS));
    expect((await ann.get(`${path}/${agreed.id}`)).data.status).toBe('COMPLETED');
    const all = await ann.get<Row[]>(`${path}?limit=1&filter[status][]=ALL`);
    expect(all.status).toBe(200);
  });

  it('of paying first ends what is not paid; the payment agrees to what only waited for it', async () => {
    const court = await amenityOf({ limitPerSlot: 5, price: 50_000, payBefore: 24 });
    await make('/fund', { name: 'Till', code: 'TILL', kind: 'CASH' });
    const [first, late] = [await book(court, hours(4)), await book(court, hours(4))];
    expect(first).toMatchObject({ status: 'PENDING' });
    expect(Date.parse(String(first.payBeforeAt))).toBe(Date.parse(String(first.startAt)) - 24 * HOUR_MS);
    expect((await act(first, 'approve')).code).toBe('BOOKING_NOT_PAID');
    expect((await ann.post<Row>(`${path}/${first.id}/pay-manual-fee`, {})).data.booking).toMatchObject({
      status: 'APPROVED',
    });
    await bookingsJob.run(new Date(Date.parse(String(first.payBeforeAt)) + 1000));
    expect((await ann.get(`${path}/${late.id}`)).data.status).toBe('CANCELLED');
    expect((await ann.get(`${path}/${first.id}`)).data.status).toBe('APPROVED');
  });
});
