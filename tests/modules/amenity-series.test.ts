import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { seriesByCode } from '@lobby/server/migrations/2026-11-30-series-by-code.ts';
import { timesBy } from '@lobby/server/modules/utility-booking/slots/repeats.ts';
import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { runTwice } from '../setup/migrated.ts';
import { countOf, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, otherUnitId } = site;
const { act, amenityOf, ask, book, make } = amenitiesOf(site);
const { path } = utilityBooking;
const FAR = { preOrderMax: 3, preOrderMaxUnit: 'MONTH' };

interface Series {
  seriesId: string;
  done: { id: string; code: string; from: string }[];
  refused: { from: string; code: string; message: string }[];
}
const repeat = (amenity: Row, rrule: string, more: object = {}) =>
  ann.post<Series & Row>(path, { ...ask(amenity), rrule, ...more });

it('a booking repeats by its rule; what is closed or taken is left out and named', async () => {
  const court = await amenityOf(FAR);
  const [closed] = hours(10);
  const closure = { utilityIds: [court.id], from: closed?.from, to: closed?.to, reason: 'Sơn lại sân' };
  await make(utilityClosure.path, closure);
  const asked = await ann.post<Row>(`${path}/check`, { ...ask(court), rrule: 'FREQ=WEEKLY;COUNT=4' });
  const times = asked.data.occurrences as unknown as { from: string; code: string | null }[];
  expect(times.map(({ code }) => code)).toEqual([null, 'UTILITY_CLOSED', null, null]);
  const key = { 'Idempotency-Key': 'one-series' };
  const { data } = await ann.post<Series>(path, { ...ask(court), rrule: 'FREQ=WEEKLY;COUNT=4' }, key);
  expect(data.done.map(({ from }) => from)).toEqual([3, 17, 24].map(day => hours(day)[0]?.from));
  expect(data.refused).toMatchObject([{ from: hours(10)[0]?.from, code: 'UTILITY_CLOSED' }]);
  expect(data.refused[0]?.message).toContain('Sơn lại sân');
  const again = await ann.post<Series>(path, { ...ask(court), rrule: 'FREQ=WEEKLY;COUNT=4' }, key);
  expect(again.data).toEqual(data);
  const found = await ann.get<Row[]>(`${path}?filter[seriesId][]=${data.seriesId}`);
  expect(new Set(found.data.map(({ seriesCode }) => seriesCode))).toEqual(new Set([data.done[0]?.code]));
  expect(found.data.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
  const none = await repeat(court, 'FREQ=WEEKLY;COUNT=4');
  expect([none.status, none.code]).toEqual([422, 'SERIES_NOT_POSSIBLE']);
  expect(await countOf(utilityBooking, site.id, { utilityId: court.id })).toBe(3);
});

it('bookings of a series that was stored without its name are named by the first of them', async () => {
  const court = await amenityOf(FAR);
  const [older, named] = [await repeat(court, 'FREQ=DAILY;COUNT=3'), await repeat(court, 'FREQ=WEEKLY;COUNT=2')];
  const single = await book(await amenityOf(FAR), hours(3));
  const bookings = rowsIn(collectionOf(utilityBooking));
  const { seriesId } = older.data;
  await bookings.updateMany({ seriesId }, { $unset: { seriesCode: '' } });
  const codes = async (id: string) => {
    const { data } = await ann.get<Row[]>(`${path}?filter[seriesId][]=${id}`);
    return data.map(({ seriesCode }) => seriesCode);
  };
  expect(await codes(seriesId)).toEqual([null, null, null]);
  const before = await codes(named.data.seriesId);
  await runTwice(seriesByCode, [utilityBooking]);
  const [first] = older.data.done;
  expect(await codes(seriesId)).toEqual([first?.code, first?.code, first?.code]);
  expect(await codes(named.data.seriesId)).toEqual(before);
  expect((await ann.get<Row>(`${path}/${single.id}`)).data).toMatchObject({ seriesId: null, seriesCode: null });
});

it('a series books the first occurrences, as many as a unit may have, and refuses the rest', async () => {
  const court = await amenityOf({ ...FAR, maxOpen: 3 });
  const { data } = await repeat(court, 'FREQ=DAILY;COUNT=5');
  expect(data.done).toHaveLength(3);
  expect(data.refused.map(({ code }) => code)).toEqual(['TOO_MANY_BOOKINGS', 'TOO_MANY_BOOKINGS']);
  expect(data.refused.map(({ from }) => from)).toEqual([6, 7].map(day => hours(day)[0]?.from));
});

it('is refused where its rule is none, too long, or residents may not repeat', async () => {
  const court = await amenityOf(FAR);
  for (const rule of [
    'FREQ=HOURLY;COUNT=2',
    'FREQ=DAILY',
    'COUNT=2',
    'x',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'FREQ=WEEKLY;UNTIL=20290101',
  ]) {
    const wrong = await repeat(court, rule);
    expect([wrong.status, wrong.code, wrong.error?.data?.fields?.rrule?.code], rule).toEqual([
      400,
      'RRULE_INVALID',
      'RRULE_INVALID',
    ]);
  }
  const long = await repeat(court, 'FREQ=DAILY;COUNT=53');
  expect([long.status, long.code]).toEqual([422, 'TOO_MANY_BOOKINGS']);
  const { unitId: _unit, ...own } = ask(court);
  const barred = await dora.post(path, { ...own, rrule: 'FREQ=DAILY;COUNT=2' });
  expect([barred.status, barred.code]).toEqual([422, 'RECURRING_NOT_ALLOWED']);
  const open = (await ann.put<Row>(`${utility.path}/${court.id}`, { version: court.version, recurring: true })).data;
  expect(open.recurring).toBe(true);
  const made = await dora.post<Series>(path, { ...own, rrule: 'FREQ=DAILY;COUNT=2' });
  expect(made.data.done).toHaveLength(2);
});

it('a unit that may not book makes no series either', async () => {
  const court = await amenityOf(FAR);
  const today = dayOf(new Date(), VIETNAM);
  const ban = {
    unitId: otherUnitId,
    scope: 'AMENITY',
    utilityId: court.id,
    from: today,
    until: today,
    cause: 'RULES',
    reason: 'Gây ồn ào',
  };
  await make(utilityBan.path, ban);
  const { status, code } = await repeat(court, 'FREQ=DAILY;COUNT=3', { unitId: otherUnitId });
  expect([status, code]).toEqual([422, 'UNIT_BANNED']);
});

it('is cancelled from one of it on, with all that goes back shown first', async () => {
  const court = await amenityOf({ ...FAR, price: 100_000, fullRefundFrom: 1, fullRefundFromUnit: 'HOUR' });
  const { data } = await repeat(court, 'FREQ=WEEKLY;COUNT=4');
  const [, second] = data.done;
  const shown = await ann.get<Row>(`${path}/${second?.id}/cancel-preview?scope=FOLLOWING`);
  expect(shown.data).toMatchObject({ count: 3, fee: 0 });
  const done = await act({ id: String(second?.id) } as Row, 'cancel', { reason: 'Nghỉ hè', scope: 'FOLLOWING' });
  expect(done.data.status).toBe('CANCELLED');
  const { data: rows } = await ann.get<Row[]>(`${path}?filter[seriesId][]=${data.seriesId}&sort=startAt`);
  expect(rows.map(({ status }) => status)).toEqual(['APPROVED', 'CANCELLED', 'CANCELLED', 'CANCELLED']);
  const last = (await ann.get<Row>(`${path}/${data.done[3]?.id}`)).data;
  expect(last).toMatchObject({ reason: 'Nghỉ hè', cancelledBy: 'BUILDING' });
});

it('has a slip on paper with its code', async () => {
  const court = await amenityOf();
  const { id } = await book(court);
  for (const who of [ann, dora]) {
    const paper = await who.get(`${path}/${id}/pdf`);
    expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  }
});

it.each([
  ['FREQ=MONTHLY;COUNT=3', '2027-12-31', ['2027-12-31', '2028-01-31', '2028-03-31']],
  ['FREQ=DAILY;COUNT=3', '2028-02-28', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['FREQ=DAILY;UNTIL=20270301', '2027-02-27', ['2027-02-27', '2027-02-28', '2027-03-01']],
  ['FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4', '2026-12-28', ['2026-12-28', '2026-12-31', '2027-01-04', '2027-01-07']],
])('%s from %s on is of the days where the building stands, over midnight too', (rule, first, days) => {
  const at = (day: string, hours: number) => new Date(Date.parse(`${day}T00:00:00+07:00`) + hours * 3_600_000);
  const slots = (day: string) => [
    { from: at(day, 23), to: at(day, 24) },
    { from: at(day, 24), to: at(day, 25) },
  ];
  expect(timesBy(rule, slots(first), 'Asia/Ho_Chi_Minh')).toEqual(days.map(slots));
});
