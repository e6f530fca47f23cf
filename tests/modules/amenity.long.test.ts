import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { waitsJob } from '@lobby/server/modules/utility-booking/behaviour.ts';
import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import { type Booked, SlotModel } from '../setup/amenities/slot-model.ts';
import type { Row } from '../setup/caller.ts';
import { copies, countOf } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { act, amenityOf, ask, book, make } = amenitiesOf(site);
const { path } = utilityBooking;
const LONG = 30 * MINUTE_MS;
const at = (n: number) => ann.at(n % 2 ? server.url : second.url);
/** Noon in Vietnam on a future day: no offers are sent at night. */
const noon = () => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 5 * 60 * MINUTE_MS);
const homes = await copies(unit, unitId, 200, n => ({ code: `L-${String(n).padStart(3, '0')}` }));

it(
  'one of 200 simultaneous bookings gets the last place; the others are refused, wait in order, and the next one is offered it',
  async () => {
    const court = await amenityOf({
      price: 100_000,
      noRefundBefore: 2,
      tiers: [{ from: 12, unit: 'HOUR', percent: 50 }],
      preOrderMax: 2,
      preOrderMaxUnit: 'MONTH',
    });
    const slots = hours(20);
    const begun = Date.now();
    const tries = await Promise.all(homes.map((home, n) => at(n).post<Row>(path, ask(court, slots, { unitId: home }))));
    const took = Date.now() - begun;
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(tries.filter(({ status, code }) => status === 409 && code === 'LIMIT_PER_SLOT')).toHaveLength(199);
    expect(await countOf(utilityBooking, site.id, { utilityId: court.id })).toBe(1);
    const won = tries.findIndex(({ status }) => status === 201);
    const waits: Row[] = [];
    for (const [n, home] of homes.entries())
      if (n !== won) waits.push(await make(utilityWaitlist.path, { utilityId: court.id, slots, unitId: home }));
    for (let from = 0; from < waits.length; from += 50) {
      const part = waits.slice(from, from + 50);
      const asked = part.map(({ id }) => `ids[]=${id}`).join('&');
      const { data } = await ann.get<Row[]>(`${utilityWaitlist.path}/positions?${asked}`);
      const places = new Map(data.map(({ id, position }) => [id, position]));
      expect(part.map(({ id }) => places.get(id))).toEqual(part.map((_, n) => from + n + 1));
    }
    // The refund follows the tier that was shown.
    const booking = tries[won]?.data as Row;
    const shown = (await ann.get<Row>(`${path}/${booking.id}/cancel-preview`)).data;
    expect(shown).toMatchObject({ percent: 100, fee: 0 });
    expect((await act(booking, 'cancel', { reason: 'Bận' })).status).toBe(200);
    const [next] = waits;
    const get = async () => (await ann.get<Row>(`${utilityWaitlist.path}/${next?.id}`)).data;
    // No offers are sent between 22:00 and 07:00.
    if ((await get()).status === 'WAITING') await waitsJob.run(noon());
    expect((await get()).status).toBe('OFFERED');
    expect(await countOf(utilityWaitlist, site.id, { utilityId: court.id, status: 'OFFERED' })).toBe(1);
    const others = await Promise.all(
      homes.slice(1, 40).map((home, n) => at(n).post(path, ask(court, slots, { unitId: home }))),
    );
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['LIMIT_PER_SLOT']));
    expect((await checkBooks(site.id)).flatMap(({ wrong }) => wrong)).toEqual([]);
    console.info(`200 at once: ${took} ms`);
  },
  LONG,
);

it(
  'one of 200 simultaneous approvals for one place succeeds',
  async () => {
    const court = await amenityOf({
      approval: 'MANUAL',
      pendingHolds: false,
      preOrderMax: 2,
      preOrderMaxUnit: 'MONTH',
    });
    const { unitId: _unit, ...asked } = ask(court, hours(21));
    const waiting: Row[] = [];
    for (let n = 0; n < 200; n++) waiting.push(await make(path, asked, dora));
    const done = await Promise.all(waiting.map((one, n) => act(one, 'approve', {}, at(n))));
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(done.filter(({ code }) => code === 'APPROVED_BOOKING_AT_THE_SAME_TIME')).toHaveLength(199);
    expect(await countOf(utilityBooking, site.id, { utilityId: court.id, status: 'PENDING', noRoom: true })).toBe(199);
  },
  LONG,
);

/** First hour in the model, counted like `hours`. */
const FIRST = 30;
const HOURS = 14;

it(
  'after 20,000 acts no moment of any amenity holds more than it has, each answer is the one of the model, and money agrees',
  async () => {
    const wide = {
      preOrderMax: 2,
      preOrderMaxUnit: 'MONTH',
      price: 10_000,
      payBefore: 1,
      payBeforeUnit: 'HOUR',
      fullRefundFrom: 1,
      fullRefundFromUnit: 'HOUR',
    };
    const hall = await amenityOf({ ...wide, approval: 'MANUAL' });
    const amenities = [
      hall,
      await amenityOf({ ...wide, wholeId: hall.id, limitPerSlot: 2 }),
      await amenityOf({ ...wide, wholeId: hall.id }),
      await amenityOf({ ...wide, limitPerSlot: 4, bufferAfter: 15 }),
    ];
    const model = new SlotModel([
      { capacity: 1, cleaning: 0 },
      { capacity: 2, whole: 0, cleaning: 0 },
      { capacity: 1, whole: 0, cleaning: 0 },
      { capacity: 4, cleaning: 15 },
    ]);
    const till = await make('/fund', { name: 'Till', code: 'TILL', kind: 'CASH' });
    let seed = 11;
    const dice = (sides: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % sides;
    };
    const begin = Date.parse(String(hours(FIRST)[0]?.from));
    const minutes = (time: unknown) => (Date.parse(String(time)) - begin) / MINUTE_MS;
    const some = () => {
      const first = dice(HOURS);
      return hours(FIRST, Math.min(1 + dice(3), HOURS - first), first);
    };
    const idOf = () => [...model.bookings.keys()][dice(Math.max(1, model.bookings.size))] ?? '';
    let acts = 0;
    const counts: Record<string, number> = {};
    const expected = (code: string, wanted: string, what: string) => {
      counts[code] = (counts[code] ?? 0) + 1;
      expect(code, `${what} of act ${acts}`).toBe(wanted);
    };
    const span = (slots: ReturnType<typeof hours>) => [minutes(slots[0]?.from), minutes(slots.at(-1)?.to)] as const;
    for (; acts < 20_000; acts++) {
      const who = at(acts);
      const id = idOf();
      const old = model.bookings.get(id);
      const kind = old && old.status !== 'ENDED' ? dice(10) : 0;
      const places = 1 + dice(2);
      if (kind < 4 || !old) {
        const amenity = dice(amenities.length);
        const slots = some();
        const [from, to] = span(slots);
        const fits = model.fits(amenity, from, to, places);
        const target = amenities[amenity] as Row;
        const { code, data } = await who.post<Row>(path, ask(target, slots, { quantity: places }));
        expected(code, fits ? 'SUCCESS' : 'LIMIT_PER_SLOT', 'create');
        if (!fits) continue;
        const booked: Booked = { amenity, from, to, places, status: 'PENDING', cost: 0, paid: 0, back: 0 };
        model.bookings.set(data.id, { ...booked, cost: Number(data.total) });
      } else if (kind < 7) {
        const slots = some();
        const [from, to] = span(slots);
        // Free places are checked before the price; bookings of the same length cost the same.
        const same = to - from === old.to - old.from;
        const fits = model.fits(old.amenity, from, to, old.places, id);
        const moved = await act({ id } as Row, 'move', { slots }, who);
        expected(moved.code, !fits ? 'LIMIT_PER_SLOT' : same ? 'SUCCESS' : 'BOOKING_PRICE_DIFFERS', 'move');
        if (fits && same) Object.assign(old, { from, to });
      } else if (kind < 9) {
        const done = await act({ id } as Row, 'cancel', { reason: 'Đổi ý' }, who);
        expected(done.code, 'SUCCESS', 'cancel');
        expect(done.data.status).toBe(old.paid > 0 ? 'WAITING_FOR_CANCELLED' : 'CANCELLED');
        old.status = 'ENDED';
        if (old.paid === 0) continue;
        const back = await who.post(`${path}/${id}/refund-fee`, { fundId: till.id });
        expected(back.code, 'SUCCESS', 'refund');
        old.back = old.paid;
      } else {
        // A payment approves the booking if no approval is required; an approved booking is already paid.
        const wanted = old.paid === 0 ? 'SUCCESS' : old.status === 'APPROVED' ? 'PAYMENT_NOT_ALLOWED' : 'ALREADY_PAID';
        const paid = await who.post(`${path}/${id}/pay-manual-fee`, { fundId: till.id });
        expected(paid.code, wanted, 'pay');
        if (old.paid > 0) continue;
        Object.assign(old, { paid: old.cost, ...(old.amenity > 0 && { status: 'APPROVED' }) });
      }
    }
    console.info(counts);
    for (const [n, one] of amenities.entries())
      expect(model.most(n, HOURS * 60)).toBeLessThanOrEqual(Number(one.limitPerSlot));
    // The bookings in the database match the model one by one.
    for (const amenity of amenities) {
      const open = [...model.bookings].filter(([, of]) => amenities[of.amenity] === amenity && of.status !== 'ENDED');
      const query = { utilityId: amenity.id, status: { $in: ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'] } };
      expect(await countOf(utilityBooking, site.id, query)).toBe(open.length);
      for (const [id, of] of open.slice(0, 50)) {
        const { data } = await ann.get<Row>(`${path}/${id}`);
        expect([minutes(data.startAt), minutes(data.endAt), data.quantity]).toEqual([of.from, of.to, of.places]);
      }
    }
    for (const [n, one] of amenities.entries()) {
      const { data } = await ann.get<Row>(`${path}/statistics?utilityId=${one.id}`);
      expect((data.amenities as unknown as Row[])[0]?.income).toBe(model.brought(n));
    }
    expect((await checkBooks(site.id)).flatMap(({ wrong }) => wrong)).toEqual([]);
  },
  4 * LONG,
);

it(
  'money that is paid and refunded at random agrees with the model and the books',
  async () => {
    const wide = { preOrderMax: 2, preOrderMaxUnit: 'MONTH', price: 30_000, limitPerSlot: 1000 };
    const pool = await amenityOf({
      ...wide,
      fullRefundFrom: 1,
      fullRefundFromUnit: 'HOUR',
      approval: 'MANUAL',
      payBefore: 1,
      payBeforeUnit: 'HOUR',
    });
    const { id: fundId } = await make('/fund', { name: 'Box', code: 'BOX', kind: 'CASH' });
    const model = new SlotModel([{ capacity: 1000, cleaning: 0 }]);
    const codes: string[] = [];
    for (let n = 0; n < 300; n++) {
      const booking = await book(pool, hours(40, 1, n % 8));
      const one: Booked = { amenity: 0, from: 0, to: 60, places: 1, status: 'PENDING', cost: 30_000, paid: 0, back: 0 };
      model.bookings.set(booking.id, one);
      if (n % 3 === 0) continue;
      // Two simultaneous payments: one succeeds.
      const tries = await Promise.all([0, 1].map(m => at(m).post(`${path}/${booking.id}/pay-manual-fee`, { fundId })));
      codes.push(...tries.map(({ code }) => code));
      one.paid = 30_000;
      if (n % 3 === 1) continue;
      await act(booking, 'cancel', { reason: 'Đổi ý' });
      const back = await Promise.all([0, 1].map(m => at(m).post(`${path}/${booking.id}/refund-fee`, { fundId })));
      codes.push(...back.map(({ code }) => code));
      one.back = 30_000;
    }
    expect(new Set(codes)).toEqual(new Set(['SUCCESS', 'ALREADY_PAID', 'REFUND_ALREADY']));
    expect(codes.filter(code => code === 'SUCCESS')).toHaveLength(300);
    const [income] = (await ann.get<Row>(`${path}/statistics?utilityId=${pool.id}`)).data.amenities as unknown as Row[];
    expect(income?.income).toBe(model.brought(0));
    expect((await checkBooks(site.id)).flatMap(({ wrong }) => wrong)).toEqual([]);
  },
  LONG,
);

it(
  '500 who look at a calendar hear of each of 50 bookings, and none of them reads more than there is',
  async () => {
    const court = await amenityOf({ limitPerSlot: 60, preOrderMax: 2, preOrderMaxUnit: 'MONTH' });
    const ears = [];
    for (let n = 0; n < 500; n += 25)
      ears.push(
        ...(await Promise.all(
          Array.from({ length: 25 }, async (_, m) => {
            const live = await listen(m % 2 ? server.url : second.url, dora.token);
            await live.ask('subscribe', { unitId, modules: [utility.code] });
            return live;
          }),
        )),
      );
    await Promise.all(homes.slice(0, 50).map((home, n) => at(n).post(path, ask(court, hours(22), { unitId: home }))));
    const last = Date.now();
    await Promise.all(ears.map(live => live.hear(one => one.action === 'slots' && Date.parse(one.at) >= last - 2000)));
    const day = String(hours(22)[0]?.from).slice(0, 10);
    const { data } = await dora.get<Row[]>(`/utility-group/${court.id}/available-slots?startDateUsage=${day}`);
    const slots = (data[0]?.slots ?? []) as unknown as Row[];
    const slot = slots.find(({ from }) => from === hours(22)[0]?.from);
    expect(slot).toMatchObject({ taken: 50, free: 10 });
  },
  LONG,
);
