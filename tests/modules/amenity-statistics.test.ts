import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { WEEKDAYS } from '@lobby/shared/modules/utility-terms.ts';
import { expect, it } from 'vitest';
import { amenitiesOf } from '../setup/amenities/amenities.ts';
import { ordersOf } from '../setup/amenities/orders.ts';
import { callerOf, type Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl, dora, unitId } = site;
const { amenityOf, book, make, act } = amenitiesOf(site);
const day = (from: number) => addDays(dayOf(new Date(), VIETNAM), from);
const hour = (from: number, of: number) => {
  const at = Date.parse(`${day(from)}T00:00:00+07:00`) + of * 3_600_000;
  return { from: new Date(at).toISOString(), to: new Date(at + 3_600_000).toISOString() };
};
interface Figures extends Row {
  totals: Record<string, number>;
  heat: number[][];
  amenities: Record<string, unknown>[];
  series: Record<string, unknown>[];
}
const figures = async (query: string, who = ann) =>
  (await who.get<Figures>(`${utilityBooking.path}/statistics?${query}`)).data;
const EIGHT_TO_TEN = WEEKDAYS.map(weekday => ({ weekday, from: '08:00', to: '10:00' }));

it('a court of two hours a day that is booked for one of them is half used; a closure of the other fills it', async () => {
  const court = await amenityOf({ serveTime: EIGHT_TO_TEN, limitPerSlot: 1 });
  for (let n = 1; n <= 7; n++) await book(court, [hour(n, 8)]);
  const of = `from=${day(1)}&to=${day(7)}&by=day&utilityId=${court.id}`;
  const { totals, heat, amenities, series } = await figures(of);
  expect(totals).toMatchObject({ use: 50, bookings: 7, frames: 7, persons: 7, refused: 0 });
  expect(heat.map(row => [row[8], row[9], row[10]])).toEqual(Array.from({ length: 7 }, () => [100, 0, -1]));
  expect(amenities).toMatchObject([{ utilityId: court.id, openHours: 14, usedHours: 7, use: 50 }]);
  expect(series.map(({ bookings }) => bookings)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await make(utilityClosure.path, { utilityIds: [court.id], reason: 'Sơn vạch', ...hour(3, 9) });
  expect((await figures(`from=${day(3)}&to=${day(3)}&utilityId=${court.id}`)).totals.use).toBe(100);
  const refused = await ann.post(utilityBooking.path, { unitId, utilityId: court.id, slots: [hour(2, 8)] });
  expect(refused.code).toBe('LIMIT_PER_SLOT');
  expect((await figures(of)).totals).toMatchObject({ refused: 1, requested: 8 });
});

it('an amenity counts as open since it was created, not before', async () => {
  const court = await amenityOf({ serveTime: EIGHT_TO_TEN, limitPerSlot: 1 });
  const { amenities } = await figures(`from=${day(-30)}&to=${day(1)}&by=day&utilityId=${court.id}`);
  // Today and tomorrow, two hours each.
  expect(amenities).toMatchObject([{ openHours: 4 }]);
});

it('what was open counts as it was then, several places as several, over midnight by its minutes', async () => {
  const night = WEEKDAYS.map(weekday => ({ weekday, from: '00:00', to: '24:00' }));
  const hall = await amenityOf({ serveTime: night, limitPerSlot: 4 });
  const booking = await book(hall, [hour(2, 8)], { quantity: 2 });
  const slots = [hour(2, 23), hour(3, 0)];
  await change(utilityBooking, booking.id, { slots, startAt: new Date(String(slots[0]?.from)) });
  const { heat } = await figures(`from=${day(2)}&to=${day(3)}&utilityId=${hall.id}`);
  const weekday = (from: number) => new Date(`${day(from)}T00:00:00Z`).getUTCDay();
  expect([heat[weekday(2)]?.[23], heat[weekday(3)]?.[0], heat[weekday(3)]?.[1]]).toEqual([50, 50, 0]);
});

it('income is by the day of its payment, and what the journal has to the dong', async () => {
  const till = await make(fund.path, { name: 'Till', code: 'TILL', kind: 'CASH' });
  const court = await amenityOf({ price: 300_000 });
  const booking = await book(court, [hour(4, 9)]);
  await change(utilityBooking, booking.id, { status: 'WAITING_FOR_COMPLETED' });
  const on = (from: number) => ({ fundId: till.id, accountingDate: day(from) });
  const paid = await ann.post(`${utilityBooking.path}/${booking.id}/pay-manual-fee`, on(-2));
  expect(paid.status).toBe(200);
  await change(utilityBooking, booking.id, { status: 'COMPLETED' });
  const back = await ann.post(`${utilityBooking.path}/${booking.id}/refund-fee`, {
    amount: 150_000,
    reason: 'Mưa',
    ...on(-1),
  });
  expect(back.status).toBe(200);
  const of = (from: number) => figures(`from=${day(from)}&to=${day(from)}&utilityId=${court.id}`);
  expect((await of(-2)).totals).toMatchObject({ income: 300_000, fee: 300_000, refunds: 0 });
  expect((await of(-1)).totals).toMatchObject({ income: -150_000, refunds: 150_000 });
  const both = await figures(`from=${day(-2)}&to=${day(-1)}&by=day`);
  const lines = (await rowsIn(`${journalEntry.name}s`).find({ projectId: site.id }).toArray()).flatMap(
    one => one.lines as Record<string, number | string>[],
  );
  const sum = lines
    .filter(line => line.account === 'FUND')
    .reduce((all, one) => all + Number(one.debit ?? 0) - Number(one.credit ?? 0), 0);
  expect(both.totals.income).toBe(sum);
  expect(both.series.map(({ income }) => income)).toEqual([300_000, -150_000]);
  expect(both.totals.refundsBy).toContainEqual({ cause: 'BUILDING', count: 1, amount: 150_000 });
  await act(booking, 'no-show');
});

it('is for those who may see figures; the days are those that can be counted', async () => {
  const path = `${utilityBooking.path}/statistics`;
  await site.allow({ AMENITIES_ORDERS: ['read'] });
  for (const at of [path, `${path}/export`]) expect((await carl.get(at)).status).toBe(403);
  await site.allow(everything);
  expect((await dora.get(path)).status).toBe(403);
  expect((await ann.get(`${path}?from=${day(0)}&to=${day(-1)}`)).error.data?.fields?.to?.code).toBe('END_BEFORE_START');
  expect((await ann.get(`${path}?from=2010-01-01&to=2026-01-01`)).code).toBe('REPORT_PERIOD_TOO_LONG');
  const file = await ann.file(`${path}/export`);
  expect([file.status, file.body.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

it('commissions are rounded order by order', async () => {
  const beside = await makeSite(server.url, 'Beta');
  const { order, sent } = await ordersOf(server.url, beside);
  const [{ asked, partnerId }, other] = [await sent(), await order()];
  const done = { status: 'COMPLETED', commissionRate: 8, partnerId, finishedAt: new Date() };
  await change(merchantOrder, asked.id, { ...done, total: 1_250_000, commission: 100_000 });
  await change(merchantOrder, other.id, { ...done, total: 999_999, commission: 80_000 });
  const nobody = callerOf(
    () => server.url,
    () => ({}),
  );
  expect((await nobody.get(`${merchantOrder.path}/statistics`)).status).toBe(401);
  const { data } = await beside.ann.get<Figures & { commissions: Row[] }>(`${merchantOrder.path}/statistics`);
  expect(data.commissions).toMatchObject([{ partnerId, orders: 2, total: 2_249_999, commission: 180_000, rate: 8 }]);
  expect(data.totals).toMatchObject({ total: 2_249_999, commission: 180_000 });
});

it('stands on paper, and an hour of it names the bookings behind it', async () => {
  const court = await amenityOf({ serveTime: EIGHT_TO_TEN });
  const [booking] = [await book(court, [hour(5, 8)]), await book(court, [hour(5, 9)])];
  const of = `from=${day(5)}&to=${day(5)}&utilityId=${court.id}`;
  const weekday = new Date(`${day(5)}T00:00:00Z`).getUTCDay();
  const at = async (more: string) =>
    (await ann.get<Row[]>(`${utilityBooking.path}/statistics/hour?${of}&${more}`)).data.map(({ code }) => code);
  expect(await at(`weekday=${weekday}&hour=8`)).toEqual([booking?.code]);
  expect(await at(`weekday=${weekday}&hour=7`)).toEqual([]);
  expect(await at(`weekday=${(weekday + 1) % 7}&hour=8`)).toEqual([]);
  for (const path of [utilityBooking.path, merchantOrder.path]) {
    const paper = await ann.get(`${path}/statistics/pdf?from=${day(-30)}&to=${day(30)}`);
    expect([paper.status, paper.text.slice(0, 5)], path).toEqual([200, '%PDF-']);
  }
});
