import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { takeMoney } from '../setup/money/paying.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, unitId, otherUnitId } = site;
const { read, act, released, agree, pay, accountOf } = await booksAt(site);

describe('money that comes in', () => {
  it('pays bills, part of one, and leaves the rest on the account of the unit', async () => {
    const [one, other] = [await released(60_000), await released(50_000)];
    const part = await pay({
      amount: 80_000,
      allocations: [
        { billId: one.id, amount: 60_000 },
        { billId: other.id, amount: 20_000 },
      ],
    });
    expect(part.data).toMatchObject({ status: 'NOT_CANCELED', surplus: 0, cashierId: ann.id });
    expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'PAID', remaining: 0 });
    expect(await read(bill.path, other.id)).toMatchObject({ paymentState: 'PARTIAL_PAID', remaining: 30_000 });
    expect(refusal(await pay({ amount: 40_000, allocations: [{ billId: other.id, amount: 40_000 }] }))).toEqual([
      422,
      'PAYMENT_EXCEEDS_BILL',
      'allocations.0.amount',
    ]);
    const before = Number((await accountOf()).balance);
    const rest = await pay({ amount: 45_000, allocations: [{ billId: other.id, amount: 30_000 }] });
    expect(rest.data).toMatchObject({ surplus: 15_000 });
    expect((await accountOf()).balance).toBe(before + 15_000);
    expect(refusal(await act(bill.path, one, 'cancel', { reason: 'No' }))).toEqual([409, 'BILL_PAID']);
    await agree();
    expect((await act(receipt.path, rest.data, 'cancel', { reason: 'A wrong unit' })).status).toBe(200);
    expect(await read(bill.path, other.id)).toMatchObject({ paymentState: 'PARTIAL_PAID', remaining: 30_000 });
    expect((await accountOf()).balance).toBe(before);
    await agree();
  });

  it('is named by the services and months that it paid, in the language of who asks', async () => {
    const [one, other] = [await released(60_000), await released(50_000)];
    const both = [one, other].map(({ id, total }) => ({ billId: id, amount: Number(total) }));
    const { data } = await pay({ amount: 110_000, allocations: both, content: 'Tiền nhà' });
    const said = async (language: string) => {
      const answer = await ann.get<(Row & { bills: { service: string; month: string }[] })[]>(
        `${receipt.path}/units/${unitId}`,
        { 'Accept-Language': language },
      );
      return answer.data.find(({ id }) => id === data.id);
    };
    const english = await said('en');
    expect(english).toMatchObject({
      amount: 110_000,
      content: 'Tiền nhà',
      cancelled: false,
      deposit: false,
      booking: null,
    });
    expect(english?.bills.map(({ month }) => month)).toEqual([one.month, other.month]);
    expect(new Set(english?.bills.map(({ service }) => service))).not.toContain('');
    expect((await ann.get(`${receipt.path}/units/${'0'.repeat(24)}`)).status).toBe(404);
    await act(receipt.path, data, 'cancel', { reason: 'A wrong unit' });
    expect(await said('vi')).toMatchObject({ cancelled: true });
  });

  it('refuses what does not fit: another unit, a draft, less than is given out, a day to come', async () => {
    const own = await released();
    const given = (amount: number, values: object = {}) =>
      pay({ amount, allocations: [{ billId: own.id, amount }], ...values });
    expect(refusal(await given(10, { unitId: otherUnitId }))).toEqual([
      404,
      'BILL_NOT_EXISTING',
      'allocations.0.billId',
    ]);
    expect(refusal(await pay({ amount: 10, allocations: [{ billId: own.id, amount: 20 }] }))).toEqual([
      400,
      'PAYMENT_TOTAL_INVALID',
      'amount',
    ]);
    expect(refusal(await given(10, { accountingDate: '2099-01-01' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'accountingDate',
    ]);
    expect(refusal(await given(10, { fundId: unitId }))).toEqual([422, 'REFERENCE_NOT_FOUND', 'methods.0.fundId']);
  });

  it('is numbered without gaps, and pays each bill once, of 20 cashiers at once', async () => {
    const own = await released(100_000);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        pay(
          { amount: 30_000, allocations: [{ billId: own.id, amount: 30_000 }] },
          ann.at(at % 2 ? server.url : second.url),
        ),
      ),
    );
    const taken = tries.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(3);
    expect(await read(bill.path, own.id)).toMatchObject({ paid: 90_000, remaining: 10_000 });
    const { data } = await ann.get<Row[]>(`${receipt.path}?limit=100`);
    const numbers = data.map(({ code }) => Number(String(code).slice(-5))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    await agree();
  });

  it('cannot be taken back once it was spent', async () => {
    const first = await pay({ type: 'UNIT_ACCOUNT', unitId: otherUnitId, amount: 10_000 });
    expect(first.data).toMatchObject({ surplus: 10_000 });
    expect((await accountOf(otherUnitId)).balance).toBe(10_000);
    expect((await act(receipt.path, first.data, 'cancel', { reason: 'Sent back' })).status).toBe(200);
    expect(refusal(await act(receipt.path, first.data, 'cancel', { reason: 'Again' }))).toEqual([
      409,
      'STATUS_CHANGED',
    ]);
    await agree();
  });

  it('is in the cashbook, with what went out', async () => {
    const far = await makeSite(server.url, 'Cashbook');
    const { data: box } = await far.ann.post<Row>(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
    await far.ann.put(`${fund.path}/${box.id}/opening`, { amount: 1000, accountingDate: '2026-01-01' });
    const day = today();
    const money = { method: 'CASH', fundId: box.id, accountingDate: day };
    const came = await takeMoney(far.ann, { ...money, type: 'OTHER', amount: 500, payerName: 'Mai' });
    expect(came.text).toContain('PT-');
    await far.ann.post(payslip.path, {
      ...money,
      amount: 200,
      payeeName: 'Hoa',
      content: 'Soap',
      category: 'CLEANING',
    });
    const { data } = await far.ann.get<Row>(`/cashbook?fundId=${box.id}&from=${day}&to=${day}`);
    expect(data).toMatchObject({ opening: 1000, totalIn: 500, totalOut: 200, closing: 1300 });
    expect((data.rows as unknown as Row[]).map(({ source, balance }) => [String(source).slice(0, 3), balance])).toEqual(
      [
        ['PT-', 1500],
        ['PC-', 1300],
      ],
    );
    expect((await far.ben.get(`/cashbook?from=${day}&to=2026-01-01`)).status).toBe(400);
  });
});

it('says what is owed by how long', async () => {
  const { data: aged } = await ann.get<{ totals: Row }>('/statistics/debt/ageing');
  const data = aged.totals;
  const owed = (await checkBooks(site.id)).find(({ rule }) => rule === 'RECEIVABLE_IS_BILLS')?.expected;
  expect(data.total).toBe(owed);
  expect(data.notDue).toBe(owed);
});

it('is closed to who may not', async () => {
  const [{ carl }] = [site];
  for (const path of [
    bill.path,
    receipt.path,
    '/cashbook?from=2026-01-01&to=2026-01-31',
    '/statistics/debt/ageing',
    '/statistics/journal/check',
  ])
    expect((await carl.get(path)).status, path).toBe(403);
  expect(ben).toBeDefined();
});

it('agrees after whatever was done', async () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % most;
  };
  const [bills, receipts]: [Row[], Row[]] = [[], []];
  const any = <T>(all: T[]): T | undefined => all[random(Math.max(1, all.length))];
  for (let at = 0; at < 60; at++) {
    const unit = random(2) ? unitId : otherUnitId;
    const what = random(5);
    const own = any(bills);
    if (what === 0 || !own) bills.push(await released(1000 + random(200_000), unit));
    else if (what === 1) {
      const { remaining, unitId: home } = await read(bill.path, own.id);
      const amount = 1 + random(Number(remaining) + 1000);
      const part = Math.min(amount, Number(remaining));
      const paid = await pay({
        unitId: home,
        amount,
        type: part > 0 ? 'FEES' : 'UNIT_ACCOUNT',
        allocations: part > 0 ? [{ billId: own.id, amount: part }] : [],
      });
      if (paid.status === 201) receipts.push(paid.data);
    } else if (what === 2) await act(bill.path, own, 'cancel', { reason: 'By chance' });
    else if (what === 3) {
      const direction = random(2) ? 'UP' : 'DOWN';
      await act(bill.path, own, 'adjust', { direction, amount: 1 + random(50_000), reason: 'By chance' });
    } else {
      const slip = any(receipts);
      if (slip) await act(receipt.path, slip, 'cancel', { reason: 'By chance' });
    }
  }
  await agree();
}, 60_000);
