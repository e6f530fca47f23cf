import { bansJob } from '@lobby/server/modules/utility-booking/bans/ban-routes.ts';
import { sinceOf } from '@lobby/server/modules/utility-booking/bans/bans.ts';
import { bookingsJob } from '@lobby/server/modules/utility-booking/jobs.ts';
import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const { act, amenityOf, ask, book, refusal } = amenitiesOf(site);
const day = (ms: number) => dayOf(new Date(Date.now() + ms), VIETNAM);

/** Booking that ended some hours ago, before its completion. */
async function over(amenity: Row, n: number, values: object = {}, of: string = unitId): Promise<Row> {
  const booking = await book(amenity, hours(2, 1, n), { unitId: of });
  const startAt = new Date(Date.now() - (3 + n) * HOUR_MS);
  const endAt = new Date(startAt.getTime() + HOUR_MS);
  await change(utilityBooking, booking.id, { startAt, endAt, status: 'WAITING_FOR_COMPLETED', ...values });
  return booking;
}
const bansOf = async (of = unitId) =>
  (await ann.get<Row[]>(`${utilityBan.path}?filter[unitId][]=${of}&filter[status][]=ACTIVE`)).data;
const liftAll = async () => {
  for (const { id } of await bansOf()) await ann.put(`${utilityBan.path}/${id}/lift`, { reason: 'Dọn sau phép thử' });
};

it('three bookings that nobody came to bar from the group, told with the day; one mark taken back lifts it', async () => {
  const court = await amenityOf({ checkIn: 'STAFF', noShowLimit: 3, noShowDays: 60, banDays: 30 });
  const missed = [await over(court, 0), await over(court, 1), await over(court, 2)];
  for (const one of missed.slice(0, 2)) await act(one, 'no-show', { note: 'Bảo vệ thấy sân trống' });
  expect(await bansOf()).toEqual([]);
  expect((await act(missed[2] as Row, 'no-show')).data).toMatchObject({
    status: 'WAITING_FOR_COMPLETED',
    noShow: true,
  });
  expect((await act(missed[2] as Row, 'no-show')).code).toBe('STATUS_CHANGED');
  const [ban] = await bansOf();
  expect(ban).toMatchObject({ scope: 'GROUP', groupId: court.groupId, cause: 'NO_SHOW' });
  const refused = await ann.post(utilityBooking.path, ask(court, hours(9)));
  expect(refused).toMatchObject({ status: 422, code: 'UNIT_BANNED' });
  expect(refused.error.data).toMatchObject({ until: ban?.until });
  expect(await refusal(ask(court, hours(9), { unitId: otherUnitId }))).toBe('SUCCESS');
  const standing = (await dora.get<Row[]>(`${utilityBan.path}/standing`)).data;
  expect(standing.find(one => one.utilityId === court.id)).toMatchObject({ limit: 3, noShows: 0, until: ban?.until });
  expect((await act(missed[0] as Row, 'show')).status).toBe(400);
  expect((await act(missed[0] as Row, 'show', { reason: 'Có đến, quên quét mã' })).status).toBe(200);
  expect(await bansOf()).toEqual([]);
  expect(await refusal(ask(court, hours(10)))).toBe('SUCCESS');
  const kinds = (await dora.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['BOOKING_NO_SHOW', 'UNIT_BANNED', 'BOOKING_SHOWN', 'UNIT_BAN_ENDED']));
});

it('two simultaneous no-show marks that reach the limit make one ban', async () => {
  const court = await amenityOf({ checkIn: 'STAFF', noShowLimit: 2, banDays: 7 });
  const missed = [await over(court, 0), await over(court, 1)];
  await Promise.all(missed.map(one => act(one, 'no-show')));
  expect(await bansOf()).toHaveLength(1);
  await liftAll();
});

it('the job marks a no-show once; a late check-in from an offline desk lifts the mark and its ban', async () => {
  const court = await amenityOf({ checkIn: 'STAFF', noShowLimit: 1, banDays: 7 });
  const booking = await over(court, 0, { status: 'APPROVED' });
  const none = await over(await amenityOf({ noShowLimit: 1 }), 5, { status: 'APPROVED' });
  for (let turn = 0; turn < 4; turn++) await bookingsJob.run(new Date());
  expect((await ann.get<Row>(`${utilityBooking.path}/${booking.id}`)).data.noShow).toBe(true);
  expect((await ann.get<Row>(`${utilityBooking.path}/${none.id}`)).data.noShow).toBe(false);
  expect(await bansOf()).toHaveLength(1);
  expect((await act(booking, 'check-in', { at: `${day(DAY_MS)}T00:00:00Z` })).error.data?.fields?.at?.code).toBe(
    'DATE_IN_FUTURE',
  );
  const at = new Date(Date.now() - 3 * HOUR_MS + 5 * 60_000).toISOString();
  expect((await act(booking, 'check-in', { at })).data).toMatchObject({ noShow: false, checkedInAt: at });
  expect(await bansOf()).toEqual([]);
  expect((await act(booking, 'no-show')).code).toBe('BOOKING_CHECKED_IN');
});

it('staff ban by hand with a reason, once for the same days, and lift it; days that are over end it', async () => {
  const court = await amenityOf();
  const values = { unitId, scope: 'ALL', from: day(0), until: day(7 * DAY_MS), cause: 'DAMAGE', reason: 'Làm vỡ kính' };
  expect((await ann.post(utilityBan.path, { ...values, reason: '' })).status).toBe(400);
  expect((await ann.post(utilityBan.path, { ...values, cause: 'NO_SHOW' })).error.data?.fields?.cause?.code).toBe(
    'INVALID',
  );
  expect((await ann.post(utilityBan.path, { ...values, until: day(400 * DAY_MS) })).status).toBe(400);
  const made = await ann.post<Row>(utilityBan.path, values);
  expect(made.status).toBe(201);
  expect((await ann.post(utilityBan.path, values)).code).toBe('BAN_EXISTS');
  expect((await dora.post(utilityBan.path, values)).status).toBe(403);
  expect(await refusal(ask(court, hours(4)))).toBe('UNIT_BANNED');
  const override = { override: true, reason: 'Ban quản lý đồng ý' };
  expect(await refusal({ ...ask(court, hours(4)), ...override })).toBe('SUCCESS');
  await bansJob.run(new Date(Date.now() + 9 * DAY_MS));
  expect((await ann.get<Row>(`${utilityBan.path}/${made.data.id}`)).data.status).toBe('OVER');
  expect(await refusal(ask(court, hours(5)))).toBe('SUCCESS');
});

it('a household does not inherit the no-show marks of those who lived there before', () => {
  const stay = (from: string | null, to: string | null) => ({ from, to });
  expect(sinceOf([])).toBeNull();
  expect(sinceOf([stay('2020-01-01', '2024-01-01')])).toBeNull();
  expect(sinceOf([stay(null, null)])).toBe('');
  expect(sinceOf([stay('2020-01-01', '2024-05-01'), stay('2024-04-01', null)])).toBe('');
  expect(sinceOf([stay('2020-01-01', '2024-01-01'), stay('2024-03-01', null), stay('2025-01-01', null)])).toBe(
    '2024-03-01',
  );
});
