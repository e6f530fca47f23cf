import { bookingsJob } from '@lobby/server/modules/utility-booking/jobs.ts';
import { readVietQr } from '@lobby/shared/billing/vietqr.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { act, amenityOf, ask, book, refusal } = amenitiesOf(site);
const { path } = utilityBooking;
const after = (booking: Row, ms: number) => new Date(Date.parse(String(booking.endAt)) + ms);
const statusOf = async ({ id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data.status;

it('a household pays a booking into the building’s own account, with the amount due in the VietQR', async () => {
  await ann.post(bankAccount.path, { bankBin: '970436', accountNumber: '0123456789', accountName: 'BAN QUAN LY' });
  const booking = await book(await amenityOf({ price: 70_000 }), hours(5));
  const { data } = await dora.get<Row & { qr: string | null }>(`${path}/${booking.id}/payment-due`);
  expect(data.amount).toBe(70_000);
  if (data.qr) expect(readVietQr(data.qr)).toMatchObject({ amount: 70_000 });
});

describe('a household', () => {
  it('agrees to the rules before it books', async () => {
    const pool = await amenityOf({ rules: 'Tắm trước khi xuống hồ.' });
    const { unitId: _unit, ...wanted } = ask(pool);
    expect(await refusal(wanted, dora)).toBe('RULES_NOT_AGREED');
    expect((await dora.post(path, { ...wanted, rulesAgreed: true })).status).toBe(201);
  });

  it('checks in by the code at the door alone, and staff by seeing it, when it is time', async () => {
    const court = await amenityOf();
    const booking = await book(court, hours(4));
    const { code } = (await ann.get<{ code: string }>(`${utility.path}/${court.id}/door-code`)).data;
    const other = await amenityOf();
    const wrong = (await ann.get<{ code: string }>(`${utility.path}/${other.id}/door-code`)).data.code;
    expect((await act(booking, 'check-in', { token: wrong }, dora)).error.data?.fields?.token?.code).toBe('INVALID');
    expect((await act(booking, 'check-in', { token: code }, dora)).code).toBe('CHECK_IN_TOO_EARLY');
    expect((await act(booking, 'check-in')).code).toBe('CHECK_IN_TOO_EARLY');
    const span = { startAt: new Date(Date.now() - 1000), endAt: new Date(Date.now() + 3_600_000) };
    await change(utilityBooking, booking.id, span);
    expect((await act(booking, 'check-in', { token: code }, dora)).data).toMatchObject({
      status: 'WAITING_FOR_COMPLETED',
      checkedInAt: expect.any(String),
    });
    expect((await dora.get(`${utility.path}/${court.id}/door-code`)).status).toBe(403);
  });

  it('adds pictures of its payment to what waits, and nothing else', async () => {
    const { unitId: _unit, ...asked } = ask(await amenityOf({ approval: 'MANUAL' }));
    const mine = (await dora.post<Row>(path, asked)).data;
    const upload = await dora.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
    const paymentImages = [upload.data[0]?.id];
    expect((await dora.put(`${path}/${mine.id}`, { version: 1, note: 'x', paymentImages })).status).toBe(400);
    expect((await dora.put<Row>(`${path}/${mine.id}`, { version: 1, paymentImages })).data.paymentImages).toHaveLength(
      1,
    );
    await act(mine, 'approve');
    expect((await dora.put(`${path}/${mine.id}`, { version: 3, paymentImages: [] })).code).toBe('STATUS_NOT_ALLOWED');
  });

  it('that does not come is noted, and may not book for a while when that was too often', async () => {
    const court = await amenityOf({ checkIn: 'STAFF', noShowLimit: 2, banDays: 365 });
    const missed = [await book(court, hours(1)), await book(court, hours(2))];
    const came = await book(court, hours(2, 1, 3));
    await change(utilityBooking, came.id, { status: 'WAITING_FOR_COMPLETED', checkedInAt: new Date() });
    for (const booking of [...missed, came])
      for (let turn = 0; turn < 2; turn++) await bookingsJob.run(after(booking, 16 * 60_000));
    // The first booking is completed a day later, like all others.
    expect(await Promise.all(missed.map(statusOf))).toEqual(['COMPLETED', 'WAITING_FOR_COMPLETED']);
    expect((await ann.get<Row>(`${path}/${missed[0]?.id}`)).data.noShow).toBe(true);
    expect(await statusOf(came)).toBe('WAITING_FOR_COMPLETED');
    expect(await refusal(ask(court, hours(9)))).toBe('UNIT_BANNED');
    expect(await refusal(ask(court, hours(9), { unitId: site.otherUnitId }))).toBe('SUCCESS');
    expect(unitId).not.toBe(site.otherUnitId);
  });
});
