import { utility, utilityGroup } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { change, countOf } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const { act, amenityOf, ask, book, draft, groupOf, refusal } = amenitiesOf(site);
const { path } = utilityBooking;

describe('room', () => {
  it('is given as often as it is there, of 60 at once through two servers', async () => {
    const pool = await amenityOf({ capacity: 3 });
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, one) => ann.at(one % 2 ? server.url : second.url).post(path, ask(pool))),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set(['SUCCESS', 'BOOKING_SLOT_FULL']));
    expect(await countOf(utilityBooking, site.id, { utilityId: pool.id })).toBe(3);
    await book(pool, hours(3, 1, 1));
  }, 60_000);

  it('is of as many places as are asked for, and free again when a booking is cancelled', async () => {
    const pool = await amenityOf({ capacity: 5 });
    const first = await book(pool, hours(3, 2), { quantity: 4 });
    expect(await refusal(ask(pool, hours(3, 1, 1), { quantity: 2 }))).toBe('BOOKING_SLOT_FULL');
    await book(pool, hours(3, 1, 1), { quantity: 1 });
    await act(first, 'cancel', { reason: 'Bận' });
    await book(pool, hours(3, 1, 1), { quantity: 4 });
  });

  it('is shared by the amenities of a hall: two courts, or the whole of it', async () => {
    const hall = await groupOf(2);
    const [one, two, whole] = [
      await amenityOf({}, hall),
      await amenityOf({}, hall),
      await amenityOf({ share: 2 }, hall),
    ];
    const [first] = [await book(one), await book(two)];
    expect(await refusal(ask(whole))).toBe('BOOKING_SLOT_FULL');
    await act(first, 'cancel', { reason: 'Bận' });
    expect(await refusal(ask(whole))).toBe('BOOKING_SLOT_FULL');
    await book(whole, hours(4));
    const slots = await dora.get<Row[]>(
      `/utility-group/${hall.id}/available-slots?startDateUsage=${hours(4)[0]?.startAt}`,
    );
    const at = (id: string) =>
      (slots.data.find(amenity => amenity.id === id) as unknown as { slots: Row[] }).slots.find(
        slot => slot.startAt === hours(4)[0]?.startAt,
      );
    for (const { id } of [one, two, whole]) expect(at(id)).toMatchObject({ free: 0, refused: 'BOOKING_SLOT_FULL' });
    expect((await ann.put(`${utilityGroup.path}/${hall.id}`, { version: 1, capacity: 1 })).code).toBe(
      'AMENITY_HAS_ORDERS',
    );
    expect((await ann.post(utility.path, draft(hall, { share: 3 }))).code).toBe('UTILITY_SHARE_TOO_LARGE');
  });

  it('is looked at again when a booking is approved, by several at once too', async () => {
    const court = await amenityOf({ capacity: 2, approval: true });
    const asked = [await book(court), await book(court)];
    await change(utility, court.id, { capacity: 1 });
    const done = await Promise.all(asked.map((one, at) => act(one, 'approve', {}, at ? ann : ann.at(second.url))));
    expect(done.map(({ code }) => code).toSorted()).toEqual(['BOOKING_OVERLAPS', 'SUCCESS']);
  });

  it('of a booking that is moved is its own', async () => {
    const court = await amenityOf({ approval: true });
    const { id } = await book(court, hours(3, 2));
    const moved = await ann.put(`${path}/${id}`, { version: 1, slots: hours(3, 2, 1) });
    expect(moved.data).toMatchObject({ startAt: hours(3, 1, 1)[0]?.startAt, status: 'PENDING' });
    await book(court, hours(3));
    for (const slots of [hours(3), hours(3, 2)])
      expect((await ann.put(`${path}/${id}`, { version: 2, slots })).code).toBe('BOOKING_SLOT_FULL');
    await act({ ...moved.data, id }, 'approve');
    expect((await ann.put(`${path}/${id}`, { version: 3, quantity: 2 })).code).toBe('BOOKING_FIXED');
    expect((await ann.put(`${path}/${id}`, { version: 3, note: 'Mang vợt' })).status).toBe(200);
  });
});

it('after 400 acts of many at once no hour of any amenity holds more than it has', async () => {
  const hall = await groupOf(3);
  const pool = await amenityOf({ capacity: 4, approval: true });
  const amenities = [
    ...[await amenityOf({}, hall), await amenityOf({ capacity: 2 }, hall), await amenityOf({ share: 2 }, hall)],
    pool,
  ];
  const shares = new Map(amenities.map(({ id, share }) => [id, Number(share)]));
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
    } else if (kind < 8) await who.put(`${path}/${old.id}`, { version: old.version, slots: some() });
    else await act(old, kind === 8 ? 'approve' : 'cancel', { reason: 'Đổi ý' }, who);
  }
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, (_, n) => once(n)));
  const held: Row[] = [];
  for (const { id } of amenities)
    for (const status of ['PENDING', 'APPROVED']) {
      const { data } = await ann.get<Row[]>(`${path}?limit=100&filter[utilityId][]=${id}&filter[status][]=${status}`);
      for (const row of data) held.push((await ann.get(`${path}/${row.id}`)).data);
    }
  expect(held.length).toBeGreaterThan(10);
  for (const { startAt } of hours(6, 9)) {
    const at = held.filter(one => (one.slots as { startAt: string }[]).some(slot => slot.startAt === startAt));
    for (const { id, capacity } of amenities) {
      const places = at.filter(one => one.utilityId === id).reduce((sum, one) => sum + Number(one.quantity), 0);
      expect(places, startAt).toBeLessThanOrEqual(Number(capacity));
    }
    const shared = at.filter(one => one.groupId === hall.id);
    const taken = shared.reduce((sum, one) => sum + (shares.get(String(one.utilityId)) ?? 0), 0);
    expect(taken, startAt).toBeLessThanOrEqual(3);
  }
}, 90_000);
