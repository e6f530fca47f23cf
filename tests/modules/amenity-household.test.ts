import { turnBookings } from '@lobby/server/modules/utility-booking/jobs.ts';
import { readVietQr } from '@lobby/shared/billing/vietqr.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { describe, expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { act, amenityOf, ask, book, refusal } = amenitiesOf(site);
const { path } = utilityBooking;
const after = (booking: Row, ms: number) => new Date(Date.parse(String(booking.endAt)) + ms);
const statusOf = async ({ id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data.status;

describe('a cancellation', () => {
  it('promises what it then gives back', async () => {
    const hall = await amenityOf({
      ...{ price: 100_000, deposit: 300_000 },
      refundTiers: [{ before: 1, beforeUnit: 'DAY', percent: 40 }],
    });
    const booking = await book(hall, hours(6));
    await act(booking, 'pay-manual-fee', { depositAmount: 300_000 });
    expect((await dora.get(`${path}/${booking.id}/cancellation`)).data).toEqual({
      ...{ percent: 40, fee: 0, deposit: 0, surcharge: 0 },
    });
    const waits = await book(
      await amenityOf({ price: 100_000, deposit: 300_000, approval: true, refundTiers: hall.refundTiers }),
      hours(6),
    );
    await act(waits, 'pay-manual-fee', { depositAmount: 300_000 });
    const { data } = await dora.get<Row>(`${path}/${waits.id}/cancellation`);
    expect(data).toEqual({ percent: 40, fee: 40_000, deposit: 300_000, surcharge: 0 });
    const cancelled = await act(waits, 'cancel', { reason: 'Bận' }, dora);
    expect(cancelled.data).toMatchObject({ status: 'WAITING_FOR_CANCELLED', refundDue: data.fee });
  });
});

it('is paid by the building’s own account, with the amount that is due', async () => {
  await ann.post(bankAccount.path, { bank: 'VCB', number: '0123456789', name: 'BAN QUAN LY', main: true });
  const booking = await book(await amenityOf({ price: 70_000 }), hours(5));
  const { data } = await dora.get<Row & { qr: string | null }>(`${path}/${booking.id}/payment`);
  expect(data.amount).toBe(70_000);
  if (data.qr) expect(readVietQr(data.qr)).toMatchObject({ amount: 70_000 });
});

describe('a household', () => {
  it('agrees to the rules before it books', async () => {
    const pool = await amenityOf({ rules: 'Tắm trước khi xuống hồ.' });
    const { unitId: _unit, ...wanted } = ask(pool);
    expect(await refusal(wanted, dora)).toBe('BOOKING_RULES_NOT_AGREED');
    expect((await dora.post(path, { ...wanted, rulesAgreed: true })).status).toBe(201);
  });

  it('checks in by the code at the door alone, and staff by seeing it', async () => {
    const court = await amenityOf();
    const booking = await book(court, hours(4));
    const { code } = (await ann.get<{ code: string }>(`${utility.path}/${court.id}/door-code`)).data;
    const other = await amenityOf();
    const wrong = (await ann.get<{ code: string }>(`${utility.path}/${other.id}/door-code`)).data.code;
    expect((await act(booking, 'check-in', { doorCode: wrong }, dora)).code).toBe('BOOKING_DOOR_CODE_WRONG');
    expect((await act(booking, 'check-in', { doorCode: code }, dora)).code).toBe('BOOKING_NOT_NOW');
    expect((await act(booking, 'check-in')).data.checkedInAt).toBeTruthy();
    expect((await dora.get(`${utility.path}/${court.id}/door-code`)).status).toBe(403);
  });

  it('that does not come is noted, and may not book for a while when that was too often', async () => {
    const court = await amenityOf({ checkIn: true, banAfter: 2, banDays: 365 });
    const missed = [await book(court, hours(1)), await book(court, hours(2))];
    const came = await book(court, hours(2, 1, 3));
    await act(came, 'check-in');
    for (const booking of [...missed, came]) {
      await turnBookings(new Date(String(booking.startAt)));
      await turnBookings(after(booking, 1000));
    }
    expect(await Promise.all(missed.map(statusOf))).toEqual(['COMPLETED', 'COMPLETED']);
    expect((await ann.get<Row>(`${path}/${missed[0]?.id}`)).data.noShow).toBe(true);
    expect(await statusOf(came)).toBe('WAITING_FOR_COMPLETED');
    expect(await refusal(ask(court, hours(9)))).toBe('BOOKING_BANNED');
    expect(await refusal(ask(court, hours(9), { unitId: site.otherUnitId }))).toBe('SUCCESS');
    expect(unitId).not.toBe(site.otherUnitId);
  });
});
