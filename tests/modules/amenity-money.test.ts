import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { paymentStateOf } from '@lobby/server/modules/utility-booking/money/money.ts';
import { addDays, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { amenitiesOf } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { few } from '../setup/contract/whole.ts';
import { booksAt } from '../setup/money/books.ts';
import { takeMoney } from '../setup/money/paying.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { act, amenityOf, make } = amenitiesOf(site);
const { path } = utilityBooking;
const till = await make(fund.path, { name: 'Till', code: 'TILL', kind: 'CASH' });

const hallOf = (values: object = {}) =>
  amenityOf({
    price: 100_000,
    vat: 8,
    limitPerSlot: 50,
    deposit: 500_000,
    approval: 'MANUAL',
    noRefundBefore: 2,
    surcharges: [{ name: 'Coal', price: 50_000, per: 'BOOKING', required: true }],
    tiers: [
      { from: 6, unit: 'HOUR', percent: 33 },
      { from: 2, unit: 'DAY', percent: 90 },
    ],
    ...values,
  });
/** Booking of two hours. */
const book = (hall: Row, ahead = 5 * 24) => {
  const first = (Math.floor(Date.now() / HOUR_MS) + ahead) * HOUR_MS;
  const slots = [0, 1].map(n => ({
    from: new Date(first + n * HOUR_MS).toISOString(),
    to: new Date(first + (n + 1) * HOUR_MS).toISOString(),
  }));
  return make(path, { unitId, utilityId: hall.id, slots });
};
const post = ({ id }: Row, name: string, input: object = {}) =>
  ann.post<Row & { booking: Row }>(`${path}/${id}/${name}`, input);
const paid = async (hall: Row, ahead?: number) => {
  const booking = await book(hall, ahead);
  expect((await post(booking, 'pay-manual-fee')).status).toBe(200);
  expect((await post(booking, 'pay-manual-deposit', { amount: 500_000 })).status).toBe(200);
  return booking;
};
const set = ({ id }: Row, values: Record<string, unknown>) => change(utilityBooking, id, values);
const booksAgree = async () => expect((await checkBooks(site.id)).flatMap(one => one.wrong)).toEqual([]);
const entriesOf = async (number: unknown) =>
  (
    await Promise.all(
      (
        await ann.get<Row[]>(`${journalEntry.path}?filter[q]=${number}`)
      ).data.map(({ id }) => ann.get<Row>(`${journalEntry.path}/${id}`)),
    )
  ).map(({ data }) => data as Row & { lines: { account: string; debit: number | null; credit: number | null }[] });

it('each part is paid once and whole, by a receipt that stands in the books', async () => {
  const booking = await book(await hallOf());
  expect(booking).toMatchObject({
    status: 'PENDING',
    fee: 200_000,
    surcharge: 50_000,
    total: 250_000,
    deposit: 500_000,
    paymentState: 'UNPAID',
    depositStatus: 'WAIT_FOR_DEPOSIT',
    feeNet: 185_185,
    feeVat: 14_815,
  });
  const { data: requests } = await ann.get<Row[]>(`${depositRequest.path}?filter[q]=${booking.code}`);
  expect(requests).toMatchObject([{ amount: 500_000, origin: 'BOOKING', status: 'WAIT_FOR_DEPOSIT' }]);
  const fee = await post(booking, 'pay-manual-fee', { method: 'CASH', fundId: till.id });
  expect(fee.data.booking).toMatchObject({ paidFee: 200_000, paid: 200_000, paymentState: 'PARTIAL' });
  const { data: voucher } = await ann.get<Row>(`${receipt.path}/${fee.data.receiptId}`);
  expect(voucher).toMatchObject({ code: fee.data.number, amount: 200_000, net: 185_185, vat: 14_815, unitId });
  expect(
    (await entriesOf(fee.data.number))[0]?.lines.map(line => [line.account, line.debit ?? 0, line.credit ?? 0]),
  ).toEqual([
    ['FUND', 200_000, 0],
    ['REVENUE', 0, 185_185],
    ['VAT_PAYABLE', 0, 14_815],
  ]);
  expect((await post(booking, 'pay-manual-fee')).code).toBe('ALREADY_PAID');
  expect((await post(booking, 'pay-manual-surcharge')).data.booking).toMatchObject({ paymentState: 'PAID' });
  const none = await post(booking, 'pay-manual-deposit');
  expect([none.status, none.code]).toEqual([400, 'DEPOSIT_AMOUNT_REQUIRED']);
  expect((await post(booking, 'pay-manual-deposit', { amount: 400_000 })).code).toBe('DEPOSIT_AMOUNT_MISMATCH');
  const held = await post(booking, 'pay-manual-deposit', { amount: 500_000 });
  expect(held.data.booking).toMatchObject({ depositStatus: 'DEPOSITED', paidDeposit: 500_000 });
  expect((await ann.get<Row>(`${deposit.path}/${held.data.depositId}`)).data).toMatchObject({
    receiptId: held.data.receiptId,
    remaining: 500_000,
    originCode: booking.code,
  });
  expect((await ann.get<Row>(`${receipt.path}/${held.data.receiptId}`)).data).toMatchObject({
    code: held.data.number,
    type: 'DEPOSIT',
    originCode: booking.code,
    allocations: [{ kind: 'DEPOSIT', depositId: held.data.depositId, amount: 500_000 }],
  });
  expect((await act(booking, 'reject', { reason: 'x' })).code).toBe('BOOKING_HAS_PAYMENT');
  await booksAgree();
});

it('is paid while a booking waits or is in use, on a day that is open', async () => {
  const booking = await book(await hallOf());
  await act(booking, 'approve');
  expect((await post(booking, 'pay-manual-fee')).code).toBe('PAYMENT_NOT_ALLOWED');
  await set(booking, { status: 'WAITING_FOR_COMPLETED' });
  const future = await post(booking, 'pay-manual-fee', { accountingDate: '2999-01-01' });
  expect([future.status, future.error.data?.fields?.accountingDate?.code]).toEqual([400, 'DATE_IN_FUTURE']);
  await make('/transaction-lock-date', { transactionLockDate: '2020-01-31' });
  const locked = await post(booking, 'pay-manual-fee', { accountingDate: '2020-01-15' });
  expect([locked.status, locked.code]).toEqual([422, 'data_is_locked']);
  expect((await act(booking, 'complete')).code).toBe('BOOKING_UNPAID');
  const tries = await Promise.all(Array.from({ length: 10 }, () => post(booking, 'pay-manual-fee')));
  expect(tries.map(({ code }) => code).filter(code => code === 'SUCCESS')).toHaveLength(1);
  expect(tries.every(({ code }) => code === 'SUCCESS' || code === 'ALREADY_PAID')).toBe(true);
});

it.each([
  [5 * 24, 180_000, 45_000],
  [30, 66_000, 16_500],
  [4, 0, 0],
])('cancelled by its household %d hours before, %d of the fee is due', async (ahead, fee, surcharge) => {
  const booking = await paid(await hallOf(), ahead);
  await post(booking, 'pay-manual-surcharge');
  const preview = await dora.get<Row>(`${path}/${booking.id}/cancel-preview`);
  expect(preview.data).toMatchObject({ fee, surcharge, deposit: 500_000 });
  const stale = await act(booking, 'cancel', { reason: 'Bận', amount: 999_999_999 }, dora);
  expect([stale.status, stale.code]).toEqual([409, 'DATA_STALE']);
  const sum = fee + surcharge + 500_000;
  expect((await act(booking, 'cancel', { reason: 'Bận', amount: sum }, dora)).data).toMatchObject({
    status: 'WAITING_FOR_CANCELLED',
    dueFee: fee,
    dueSurcharge: surcharge,
    dueDeposit: 500_000,
    cancelledBy: 'RESIDENT',
    refundDue: true,
  });
  if (fee === 0) expect((await post(booking, 'refund-fee')).code).toBe('REFUND_TOTAL_ZERO');
  else {
    const back = await post(booking, 'refund-fee');
    expect(back.data.booking).toMatchObject({ status: 'WAITING_FOR_CANCELLED', refundedFee: fee });
    expect((await ann.get<Row>(`${payslip.path}/${back.data.payslipId}`)).data).toMatchObject({
      code: back.data.number,
      purpose: 'BOOKING_REFUND',
      amount: fee,
    });
    await post(booking, 'refund-surcharge', { to: 'UNIT_ACCOUNT' });
  }
  expect((await post(booking, 'refund-deposits')).data.booking).toMatchObject({
    status: 'CANCELLED',
    depositStatus: 'REFUNDED',
    refundDue: false,
  });
  await booksAgree();
});

it('a fee is no longer unpaid once its booking was closed without payment', () => {
  const costs = { fee: 200_000, surcharge: 50_000 };
  expect(paymentStateOf(costs)).toBe('UNPAID');
  expect(paymentStateOf({ ...costs, closeReason: 'Khách quen' })).toBe('NONE');
  expect(paymentStateOf({ ...costs, paidSurcharge: 50_000, closeReason: 'Khách quen' })).toBe('PAID');
});

it('a fee is refunded once, never with nothing, never above what was paid, and only after the booking', async () => {
  const booking = await paid(await hallOf());
  expect((await post(booking, 'refund-fee')).code).toBe('REFUND_NOT_ALLOWED');
  await set(booking, { status: 'WAITING_FOR_COMPLETED' });
  expect((await act(booking, 'complete', { withoutPayment: true })).status).toBe(400);
  await act(booking, 'complete', { withoutPayment: true, reason: 'Khách quen' });
  expect((await post(booking, 'refund-fee')).code).toBe('REFUND_TOTAL_ZERO');
  expect((await post(booking, 'refund-surcharge')).code).toBe('REFUND_TOTAL_ZERO');
  expect((await post(booking, 'refund-fee', { amount: 200_001, reason: 'x' })).code).toBe('REFUND_EXCEEDS_BOOKING');
  expect((await post(booking, 'refund-fee', { amount: 50_000 })).error.data?.fields?.reason?.code).toBe('REQUIRED');
  const tries = await Promise.all(
    Array.from({ length: 50 }, () => post(booking, 'refund-fee', { amount: 50_000, reason: 'Thiện chí' })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(tries.map(({ code }) => code))).toEqual(new Set(['SUCCESS', 'REFUND_ALREADY']));
  await booksAgree();
});

it('a deduction from a deposit is kept as income, and a payslip refunds the rest', async () => {
  const booking = await paid(await hallOf());
  await set(booking, { status: 'COMPLETED' });
  expect((await post(booking, 'refund-deposits', { amount: 500_001 })).code).toBe('REFUND_EXCEEDS_DEPOSIT');
  expect((await post(booking, 'refund-deposits', { deduction: 200_000 })).status).toBe(400);
  expect((await post(booking, 'refund-deposits', { amount: 100_000, reason: 'x' })).code).toBe(
    'DEPOSIT_PARTIAL_REFUND_OFF',
  );
  const back = await post(booking, 'refund-deposits', { deduction: 200_000, deductionReason: 'Vỡ vỉ nướng' });
  expect(back.data.booking).toMatchObject({
    depositStatus: 'REFUNDED',
    refundedDeposit: 300_000,
    deduction: 200_000,
  });
  expect((await ann.get<Row>(`${payslip.path}/${back.data.payslipId}`)).data).toMatchObject({
    amount: 300_000,
    purpose: 'DEPOSIT_REFUND',
  });
  const { data: held } = await ann.get<Row[]>(`${deposit.path}?filter[q]=${booking.code}`);
  expect(held).toMatchObject([{ status: 'REFUNDED', remaining: 0, refundAmount: 300_000, kept: 200_000 }]);
  expect((await post(booking, 'refund-deposits')).code).toBe('REFUND_ALREADY');
  await booksAgree();
});

it('a deduction from a deposit stays when the payslip of the rest is cancelled, and the rest is refunded again', async () => {
  const booking = await paid(await hallOf());
  await set(booking, { status: 'COMPLETED' });
  const back = await post(booking, 'refund-deposits', { deduction: 200_000, deductionReason: 'Vỡ vỉ nướng' });
  const takenBack = await ann.put(`${payslip.path}/${back.data.payslipId}/cancel`, { reason: 'Sai số tài khoản' });
  expect(takenBack.status, takenBack.text).toBe(200);
  const state = async () => (await ann.get<Row>(`${path}/${booking.id}`)).data;
  expect(await state()).toMatchObject({ depositStatus: 'DEPOSITED', refundedDeposit: 0, deduction: 200_000 });
  const held = async () => (await ann.get<Row[]>(`${deposit.path}?filter[q]=${booking.code}`)).data;
  expect(await held()).toMatchObject([{ status: 'DEPOSITED', remaining: 300_000, refundAmount: 0, kept: 200_000 }]);
  await booksAgree();
  // The deposit is partly refunded, so its receipt cannot be cancelled any more.
  const taken = ((await state()).payments as Row[]).find(({ part }) => part === 'DEPOSIT');
  expect((await ann.put(`${receipt.path}/${taken?.receiptId}/cancel`, { reason: 'x' })).status).not.toBe(200);
  expect((await post(booking, 'refund-deposits', { amount: 300_001 })).code).toBe('REFUND_EXCEEDS_DEPOSIT');
  const again = await post(booking, 'refund-deposits', { deduction: 50_000, deductionReason: 'Dọn vệ sinh' });
  expect(again.data.booking).toMatchObject({
    depositStatus: 'REFUNDED',
    refundedDeposit: 250_000,
    deduction: 250_000,
  });
  expect(await held()).toMatchObject([{ status: 'REFUNDED', remaining: 0, refundAmount: 250_000, kept: 250_000 }]);
  await booksAgree();
});

it('follows a cancelled receipt and payslip, and the building gives all back', async () => {
  const booking = await paid(await hallOf());
  const { data } = await post(booking, 'pay-manual-surcharge');
  const cancelled = await ann.put(`${receipt.path}/${data.receiptId}/cancel`, { reason: 'Nhầm' });
  expect(cancelled.status).toBe(200);
  expect((await ann.get<Row>(`${path}/${booking.id}`)).data).toMatchObject({
    paidSurcharge: 0,
    paymentState: 'PARTIAL',
  });
  expect((await act(booking, 'cancel', { reason: 'Bảo trì' })).data).toMatchObject({
    dueFee: 200_000,
    dueDeposit: 500_000,
    cancelledBy: 'BUILDING',
  });
  await post(booking, 'refund-deposits');
  const back = await post(booking, 'refund-fee');
  expect(back.data.booking.status).toBe('CANCELLED');
  expect((await ann.put(`${payslip.path}/${back.data.payslipId}/cancel`, { reason: 'Nhầm' })).status).toBe(200);
  expect((await ann.get<Row>(`${path}/${booking.id}`)).data).toMatchObject({
    status: 'WAITING_FOR_CANCELLED',
    refundedFee: 0,
    refundDue: true,
  });
  const fee = ((await ann.get<Row>(`${path}/${booking.id}`)).data.payments as Row[])[0];
  expect((await ann.put(`${receipt.path}/${fee?.receiptId}/cancel`, { reason: 'x' })).code).toBe('VOUCHER_OF_BOOKING');
  await booksAgree();
});

it('comes out of what the unit has, or is refused', async () => {
  const booking = await book(await hallOf());
  expect((await post(booking, 'pay-manual-fee', { fromUnitAccount: true })).code).toBe('UNIT_ACCOUNT_NOT_ENOUGH');
  await takeMoney(ann, {
    type: 'UNIT_ACCOUNT',
    unitId,
    amount: 300_000,
    method: 'CASH',
    fundId: till.id,
    payerName: 'Dora',
    accountingDate: dayOf(new Date(), VIETNAM),
  });
  expect((await post(booking, 'pay-manual-fee', { fromUnitAccount: true })).data.booking).toMatchObject({
    paidFee: 200_000,
  });
  await booksAgree();
});

it('has surcharges that staff add until they are paid', async () => {
  const booking = await book(await hallOf({ deposit: 0 }));
  const lines = [{ name: 'Thêm giờ', price: 30_000, quantity: 2 }];
  expect((await act(booking, 'surcharge', { lines })).data).toMatchObject({ surcharge: 110_000, total: 310_000 });
  await set(booking, { status: 'WAITING_FOR_COMPLETED' });
  await post(booking, 'pay-manual-surcharge');
  expect((await act(booking, 'surcharge', { lines: [] })).code).toBe('ALREADY_PAID');
});

it('the books agree after simultaneous payments, refunds and cancels of one unit', async () => {
  const hall = await hallOf({ limitPerSlot: 200 });
  const count = few(12, 4);
  const bookings = await Promise.all(Array.from({ length: count }, () => book(hall)));
  const parts = (one: Row) => [
    ...['pay-manual-fee', 'pay-manual-surcharge'].map(name => () => post(one, name)),
    () => post(one, 'pay-manual-deposit', { amount: 500_000 }),
  ];
  const twice = (acts: readonly (() => Promise<{ status: number; code: string }>)[]) =>
    Promise.all([...acts, ...acts].map(act => act()));
  const paying = await twice(bookings.flatMap(parts));
  expect(paying.filter(({ status }) => status === 200)).toHaveLength(3 * count);
  await Promise.all(bookings.slice(0, count / 2).map(booking => set(booking, { status: 'COMPLETED' })));
  await Promise.all(bookings.slice(count / 2).map(booking => act(booking, 'cancel', { reason: 'Bảo trì' })));
  const reason = { reason: 'Thiện chí' };
  const back = await twice(
    bookings.flatMap((booking, n) => [
      () => post(booking, 'refund-fee', { amount: 50_000, ...reason, to: n % 2 ? 'UNIT_ACCOUNT' : 'CASH' }),
      () => post(booking, 'refund-surcharge', { amount: 20_000, ...reason }),
      () =>
        post(booking, 'refund-deposits', {
          deduction: 100_000,
          deductionReason: 'Vỡ',
          to: n % 3 ? 'CASH' : 'UNIT_ACCOUNT',
        }),
    ]),
  );
  expect(new Set(back.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([409]));
  expect(back.filter(({ status }) => status === 200)).toHaveLength(3 * count);
  await booksAgree();
});

it('a unit with a bill overdue by more days than the amenity allows may not book; others may', async () => {
  const own = await makeSite(server.url, 'Beta');
  const { amenityOf: amenityIn, refusal } = amenitiesOf(own);
  const { released } = await booksAt(own);
  const court = await amenityIn({ blockOverdueDays: 10, limitPerSlot: 50 });
  const ask = (ahead: number) => {
    const first = (Math.floor(Date.now() / HOUR_MS) + 48 + ahead) * HOUR_MS;
    const slots = [{ from: new Date(first).toISOString(), to: new Date(first + HOUR_MS).toISOString() }];
    return { unitId: own.unitId, utilityId: court.id, slots };
  };
  expect(await refusal(ask(0))).toBe('SUCCESS');
  const { id } = await released();
  const today = dayOf(new Date(), VIETNAM);
  await change(bill, id, { dueDate: addDays(today, -9) });
  expect(await refusal(ask(1))).toBe('SUCCESS');
  await change(bill, id, { dueDate: addDays(today, -10) });
  expect(await refusal(ask(2))).toBe('UNIT_IN_DEBT');
});
