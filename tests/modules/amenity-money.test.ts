import { turnBookings } from '@lobby/server/modules/utility-booking/jobs.ts';
import { utility, utilityGroup, WEEKDAYS } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, dora, unitId } = await makeSite(server.url, 'Alpha');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { path } = utilityBooking;

let n = 0;
const make = async (at: string, values: object): Promise<Row> => {
  const made = await ann.post(at, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};
const group = await make(utilityGroup.path, { name: 'Hội họp', code: 'HH', order: 1 });
const hallOf = (values: object = {}) =>
  make(utility.path, {
    ...{ name: `Hall ${++n}`, code: `H${n}`, order: n, icon: 'HALL', groupId: group.id, capacity: 9 },
    ...{ price: 100_000, deposit: 500_000, surcharge: 50_000, noRefundHours: 2 },
    refundTiers: [
      { before: 6, beforeUnit: 'HOUR', percent: 33 },
      { before: 2, beforeUnit: 'DAY', percent: 90 },
    ],
    serveTimes: WEEKDAYS.map(weekday => ({ weekday, hours: '00:00-24:00' })),
    ...values,
  });
/** A booking of two hours, some hours from now. */
const book = (hall: Row, ahead = 5 * 24) => {
  const first = (Math.floor(Date.now() / HOUR) + ahead) * HOUR;
  const slots = [0, 1].map(at => ({
    startAt: new Date(first + at * HOUR).toISOString(),
    endAt: new Date(first + (at + 1) * HOUR).toISOString(),
  }));
  return make(path, { unitId, utilityId: hall.id, slots });
};
const put = ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);
const post = ({ id }: Row, name: string, input: object = {}) => ann.post(`${path}/${id}/${name}`, input);
const paid = async (hall: Row, ahead?: number) => {
  const booking = await book(hall, ahead);
  expect((await post(booking, 'pay-manual-fee', { depositAmount: 500_000 })).status).toBe(200);
  return booking;
};

it('the fee is taken with the deposit, whose amount is confirmed, and the surcharge by itself', async () => {
  const booking = await book(await hallOf());
  expect(booking).toMatchObject({
    fee: 200_000,
    deposit: 500_000,
    surcharge: 50_000,
    total: 750_000,
    feeState: 'UNPAID',
  });
  expect((await post(booking, 'pay-manual-fee')).error.data?.fields?.depositAmount?.code).toBe('REQUIRED');
  expect((await post(booking, 'pay-manual-fee', { depositAmount: 400_000 })).code).toBe('BOOKING_DEPOSIT_DIFFERS');
  const done = await post(booking, 'pay-manual-fee', { depositAmount: 500_000, method: 'TRANSFER' });
  expect(done.data).toMatchObject({ status: 'PENDING', feeState: 'PAID', depositState: 'PAID', method: 'TRANSFER' });
  expect((await post(booking, 'pay-manual-fee', { depositAmount: 500_000 })).code).toBe('BOOKING_PAYMENT_NOT_ALLOWED');
  const more = await post(booking, 'pay-manual-surcharge', { amount: 80_000 });
  expect(more.data).toMatchObject({ surcharge: 80_000, surchargeState: 'PAID', total: 780_000 });
  expect((await ann.get(`${path}/${booking.id}/activities`)).status).toBe(200);
  expect((await ann.delete(`${path}/${booking.id}`)).code).toBe('BOOKING_FIXED');
});

it('is taken once, however many take it at once', async () => {
  const booking = await book(await hallOf());
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => post(booking, 'pay-manual-fee', { depositAmount: 500_000 })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('is taken while a booking waits or is in use, and not when its time is over', async () => {
  const hall = await hallOf();
  const booking = await book(hall);
  await put(booking, 'approve');
  expect((await post(booking, 'pay-manual-fee', { depositAmount: 500_000 })).code).toBe('BOOKING_PAYMENT_NOT_ALLOWED');
  await change(utilityBooking, booking.id, { status: 'WAITING_FOR_COMPLETED' });
  expect((await post(booking, 'pay-manual-fee', { depositAmount: 500_000 })).status).toBe(200);
  const late = await book(hall);
  await change(utilityBooking, late.id, { endAt: new Date(Date.now() - HOUR) });
  expect((await post(late, 'pay-manual-fee', { depositAmount: 500_000 })).code).toBe('BOOKING_PAY_TOO_LATE');
});

it.each([
  [5 * 24, 180_000],
  [30, 66_000],
  [4, 0],
])('cancelled %d hours before, %d goes back by the tiers', async (ahead, due) => {
  const booking = await paid(await hallOf(), ahead);
  const { data } = await put(booking, 'cancel', { reason: 'Bận' }, dora);
  expect(data).toMatchObject({ status: 'WAITING_FOR_CANCELLED', refundDue: due });
  const fee = await post(booking, 'refund-fee');
  if (due === 0) expect([fee.status, fee.code]).toEqual([422, 'BOOKING_REFUND_ZERO']);
  else expect(fee.data).toMatchObject({ status: 'WAITING_FOR_CANCELLED', feeState: 'REFUNDED', refundedFee: due });
  expect((await post(booking, 'refund-deposits')).data).toMatchObject({
    status: 'CANCELLED',
    refundedDeposit: 500_000,
  });
});

it('goes back once, never nothing, never more than was paid, and only at the end', async () => {
  const booking = await paid(await hallOf());
  expect((await post(booking, 'refund-fee')).code).toBe('BOOKING_REFUND_NOT_ALLOWED');
  for (const status of ['APPROVED', 'WAITING_FOR_COMPLETED']) await change(utilityBooking, booking.id, { status });
  await put(booking, 'complete');
  expect((await post(booking, 'refund-fee')).code).toBe('BOOKING_REFUND_ZERO');
  expect((await post(booking, 'refund-surcharge')).code).toBe('BOOKING_REFUND_ZERO');
  expect((await post(booking, 'refund-deposits', { amount: 500_001 })).code).toBe('BOOKING_REFUND_ABOVE');
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => post(booking, 'refund-deposits', { amount: 400_000 })),
  );
  expect(tries.filter(({ status }) => status === 200).map(({ data }) => data)).toMatchObject([
    { status: 'COMPLETED', refundedDeposit: 400_000 },
  ]);
  expect((await post(booking, 'refund-deposits')).code).toBe('BOOKING_REFUNDED');
  expect((await put(booking, 'refund-deposits')).code).toBe('STATUS_NOT_ALLOWED');
});

it('goes back whole when the building says no, or is kept with a reason', async () => {
  const hall = await hallOf();
  const refused = await paid(hall);
  expect((await put(refused, 'reject', { reason: 'Bảo trì' })).data).toMatchObject({
    ...{ status: 'WAITING_FOR_CANCELLED', refundDue: 200_000, reason: 'Bảo trì' },
  });
  const kept = await paid(hall);
  await put(kept, 'cancel', { reason: 'Bận' });
  expect((await put(kept, 'waive', {})).status).toBe(400);
  expect((await put(kept, 'waive', { reason: 'Khách đồng ý' })).data.status).toBe('CANCELLED');
  const free = await book(hall);
  expect((await put(free, 'reject', { reason: 'Bảo trì' })).data.status).toBe('REJECTED');
});

it('comes first where the amenity wants it, and what is not paid in time lapses', async () => {
  const hall = await hallOf({ payFirst: true, payBefore: 24, approval: false });
  const [first, late] = [await book(hall), await book(hall)];
  expect(first).toMatchObject({ status: 'PENDING' });
  expect(Date.parse(String(first.payBy))).toBe(Date.parse(String(first.startAt)) - DAY);
  expect((await put(first, 'approve')).code).toBe('BOOKING_NOT_PAID');
  // Who asks later than that has until it begins.
  const soon = await book(hall, 5);
  expect(soon.payBy).toBe(soon.startAt);
  expect((await post(first, 'pay-manual-fee', { depositAmount: 500_000 })).data.status).toBe('APPROVED');
  await turnBookings(new Date(Date.parse(String(first.payBy)) + 1000));
  expect((await ann.get(`${path}/${late.id}`)).data.status).toBe('CANCELLED');
  expect((await ann.get(`${path}/${first.id}`)).data.status).toBe('APPROVED');
});
