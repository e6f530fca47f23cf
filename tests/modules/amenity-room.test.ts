import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { few } from '../setup/contract/whole.ts';
import { countOf } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, make, refusal } = amenitiesOf(site);
const { path } = utilityBooking;

interface Slot {
  from: string;
  to: string;
  free: number;
  state: string;
  bookings?: Row[];
}
const slotsOf = async ({ id }: Row, day: string, who: Caller = dora) => {
  const { data } = await who.get<Row[]>(`/utility-group/${id}/available-slots?startDateUsage=${day}`);
  return (data[0]?.slots ?? []) as unknown as Slot[];
};
const slotAt = async (amenity: Row, [slot]: ReturnType<typeof hours>, who: Caller = dora) =>
  (await slotsOf(amenity, String(slot?.from), who)).find(({ from }) => from === slot?.from);

describe('room', () => {
  it('is given as often as it is there, of many at once through two servers', async () => {
    const pool = await amenityOf({ limitPerSlot: 3 });
    const tries = await Promise.all(
      Array.from({ length: few(60, 16) }, (_, one) => ann.at(one % 2 ? server.url : second.url).post(path, ask(pool))),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set(['SUCCESS', 'LIMIT_PER_SLOT']));
    expect(await countOf(utilityBooking, site.id, { utilityId: pool.id })).toBe(3);
    const refused = await ann.post(path, ask(pool));
    expect([refused.status, refused.error.data]).toMatchObject([409, { free: 0, from: hours(3)[0]?.from }]);
  }, 60_000);

  it('is of as many places as are asked for, and free again when a booking is cancelled', async () => {
    const pool = await amenityOf({ limitPerSlot: 5 });
    const first = await book(pool, hours(3, 2), { quantity: 4 });
    expect(await refusal(ask(pool, hours(3, 1, 1), { quantity: 2 }))).toBe('LIMIT_PER_SLOT');
    await book(pool, hours(3, 1, 1), { quantity: 1 });
    await act(first, 'cancel', { reason: 'Bận' });
    await book(pool, hours(3, 1, 1), { quantity: 4 });
  });

  it('of a hall is closed by its rooms and closes them; the rooms do not hinder each other', async () => {
    const hall = await amenityOf();
    const [one, two] = [await amenityOf({ wholeId: hall.id }), await amenityOf({ wholeId: hall.id })];
    await book(hall, hours(3, 2));
    expect(await refusal(ask(one, hours(3, 1, 1)))).toBe('LIMIT_PER_SLOT');
    await book(one, hours(4));
    expect(await slotAt(hall, hours(4))).toMatchObject({ free: 0, state: 'FULL' });
    expect(await slotAt(two, hours(4))).toMatchObject({ free: 1, state: 'FREE' });
    await book(two, hours(4));
    const wrong = await ann.put(`/utility/${hall.id}`, { version: hall.version, wholeId: one.id });
    expect([wrong.status, wrong.code]).toEqual([422, 'UTILITY_WHOLE_INVALID']);
  });

  it('has its buffers between any two bookings, none within one', async () => {
    const court = await amenityOf({ bufferAfter: 15 });
    await book(court, hours(3));
    expect(await refusal(ask(court, hours(3, 1, 1)))).toBe('LIMIT_PER_SLOT');
    await book(court, hours(4, 2));
    await book(court, hours(3, 1, 2));
  });

  it('is looked at again when a booking is approved, by several at once too', async () => {
    const court = await amenityOf({ approval: 'MANUAL', pendingHolds: false });
    const { unitId: _unit, ...asked } = ask(court);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => make(path, asked, dora)));
    const done = await Promise.all(waiting.map((one, n) => act(one, 'approve', {}, n % 2 ? ann : ann.at(second.url))));
    expect(done.filter(({ code }) => code === 'SUCCESS')).toHaveLength(1);
    expect(new Set(done.map(({ code }) => code))).toEqual(new Set(['SUCCESS', 'APPROVED_BOOKING_AT_THE_SAME_TIME']));
  });

  it('of a booking that is moved is its own; the status stays', async () => {
    const court = await amenityOf();
    const booking = await book(court, hours(3, 2));
    const moved = await act(booking, 'move', { slots: hours(3, 2, 1) });
    expect(moved.data).toMatchObject({ startAt: hours(3, 1, 1)[0]?.from, status: 'APPROVED' });
    await book(court, hours(3));
    for (const slots of [hours(3), hours(3, 2)])
      expect((await act(booking, 'move', { slots })).code).toBe('LIMIT_PER_SLOT');
    expect((await ann.put(`${path}/${booking.id}`, { version: 2, quantity: 2 })).status).toBe(400);
    expect((await ann.put(`${path}/${booking.id}`, { version: 2, note: 'Mang vợt' })).status).toBe(200);
    const dear = await amenityOf({ price: 50_000, coefficients: [{ from: '12:00', to: '24:00', factor: 2 }] });
    const cheap = await book(dear, hours(3));
    expect((await act(cheap, 'move', { slots: hours(3, 1, 5) })).code).toBe('BOOKING_PRICE_DIFFERS');
  });
});

describe('a calendar', () => {
  it('names an instant or its day, of a group or an amenity; residents see no names', async () => {
    const court = await amenityOf();
    await book(court, hours(3), { unitId: otherUnitId });
    const day = String(hours(3)[0]?.from).slice(0, 10);
    const before = new Date(Date.parse(`${day}T00:00:00+07:00`)).toISOString();
    expect(await slotsOf(court, day)).toEqual(await slotsOf(court, before));
    const { data } = await dora.get(`/utility-group/${court.groupId}/available-slots?startDateUsage=${day}`);
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(otherUnitId);
    expect((await slotAt(court, hours(3), ann))?.bookings).toMatchObject([{ status: 'APPROVED' }]);
    expect(await slotAt(court, hours(3))).not.toHaveProperty('bookings');
    await book(court, hours(3, 1, 2), { unitId });
    expect(await slotAt(court, hours(3, 1, 2))).toMatchObject({ state: 'MINE' });
    const far = await dora.get(
      `/utility-group/${court.id}/available-slots?startDateUsage=2027-01-01&endDateUsage=2027-03-01`,
    );
    expect(far.status).toBe(400);
  });
});

describe('a closure', () => {
  const closure = (amenity: Row, slots: ReturnType<typeof hours>, more: object = {}) => ({
    utilityIds: [amenity.id],
    from: slots[0]?.from,
    to: slots.at(-1)?.to,
    reason: 'Sơn lại sân',
    ...more,
  });

  it('refuses what it would lie over, or cancels it with all that was paid to go back', async () => {
    const court = await amenityOf();
    const booking = await book(court, hours(3));
    const refused = await ann.post(utilityClosure.path, closure(court, hours(3)));
    expect([refused.status, refused.code]).toEqual([409, 'CLOSURE_HAS_BOOKINGS']);
    expect(refused.error.data).toMatchObject({ bookings: [{ code: booking.code }] });
    const made = await make(utilityClosure.path, closure(court, hours(3), { cancelBookings: true }));
    expect((await ann.get<Row>(`${path}/${booking.id}`)).data).toMatchObject({
      status: 'CANCELLED',
      cancelledBy: 'BUILDING',
    });
    expect(await refusal(ask(court))).toBe('UTILITY_CLOSED');
    expect(await slotAt(court, hours(3))).toMatchObject({ state: 'CLOSED' });
    expect((await act(booking, 'cancel', { reason: 'x' })).status).toBe(409);
    expect((await ann.put(`${utilityClosure.path}/${made.id}/open-earlier`, {})).code).toBe('STATUS_NOT_ALLOWED');
    const over = await ann.post(path, { ...ask(court), override: true });
    expect(over.status).toBe(400);
    const passed = await make(path, { ...ask(court), override: true, reason: 'Giải đấu cư dân' });
    expect(passed).toMatchObject({ overridden: true, overrideReason: 'Giải đấu cư dân' });
    const own = (await dora.get<Row>(`${path}/${passed.id}`)).data;
    expect([own.overridden, own.overrideReason]).toEqual([undefined, undefined]);
  });

  it('offers the holidays of the calendar, and closes nothing by them', async () => {
    await ann.post('/holiday', { name: 'Quốc khánh', startsOn: '2027-09-02', endsOn: '2027-09-03' });
    const { data } = await ann.get<Row[]>(`${utilityClosure.path}/holidays?year=2027`);
    expect(data).toMatchObject([{ from: '2027-09-01T17:00:00.000Z', to: '2027-09-03T17:00:00.000Z' }]);
  });
});

it('after acts of many at once no hour of any amenity holds more than it has', async () => {
  const hall = await amenityOf({ approval: 'MANUAL' });
  const parts = [await amenityOf({ wholeId: hall.id }), await amenityOf({ wholeId: hall.id, limitPerSlot: 2 })];
  const pool = await amenityOf({ limitPerSlot: 4 });
  const amenities = [hall, ...parts, pool];
  let seed = 7;
  const dice = (sides: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % sides;
  };
  const some = () => hours(6, 1 + dice(3), dice(6));
  const made: Row[] = [];
  async function once(n: number): Promise<void> {
    const who = ann.at(n % 2 ? server.url : second.url);
    const [amenity, old] = [amenities[dice(amenities.length)], made[dice(Math.max(1, made.length))]];
    const kind = dice(10);
    if (kind < 6 || !old) {
      const { status, data } = await who.post(path, ask(amenity ?? pool, some(), { quantity: 1 + dice(2) }));
      if (status === 201) made.push(data);
    } else if (kind < 8) await act(old, 'move', { slots: some() }, who);
    else await act(old, kind === 8 ? 'approve' : 'cancel', { reason: 'Đổi ý' }, who);
  }
  for (let round = 0; round < few(20, 4); round++) await Promise.all(Array.from({ length: 20 }, (_, n) => once(n)));
  const held: Row[] = [];
  for (const { id } of amenities)
    for (const status of ['PENDING', 'APPROVED']) {
      const { data } = await ann.get<Row[]>(`${path}?limit=100&filter[utilityId][]=${id}&filter[status][]=${status}`);
      for (const row of data) held.push((await ann.get(`${path}/${row.id}`)).data);
    }
  expect(held.length).toBeGreaterThan(5);
  for (const { from } of hours(6, 9)) {
    const at = held.filter(one => (one.slots as unknown as Slot[]).some(slot => slot.from === from));
    const places = ({ id }: Row) =>
      at.filter(one => one.utilityId === id).reduce((sum, one) => sum + Number(one.quantity), 0);
    for (const amenity of amenities) expect(places(amenity), from).toBeLessThanOrEqual(Number(amenity.limitPerSlot));
    if (places(hall) > 0) expect(parts.map(places), from).toEqual([0, 0]);
  }
}, 90_000);
