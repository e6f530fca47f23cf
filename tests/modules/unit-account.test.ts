import { deductionsJob } from '@lobby/server/modules/unit-account/index.ts';
import { projects } from '@lobby/server/platform/projects/projects.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId } = site;
const { read, act, released, agree, pay, accountOf, priced } = await booksAt(site);

const move = (values: object) => ann.post<Row>(accountMovement.path, { unitId, accountingDate: today(), ...values });
const ahead = async (serviceId: unknown) =>
  (await ann.get<Row[]>(`${serviceAdvance.path}?filter[serviceId][]=${serviceId}`)).data[0];

it('begins with what was there, once, and pays bills of its money and of what was paid ahead for a service', async () => {
  const own = await released(100_000);
  const opening = await move({ amount: 80_000, toServiceId: own.serviceId });
  expect(opening.status).toBe(201);
  expect(refusal(await move({ amount: 1, toServiceId: own.serviceId }))).toEqual([
    422,
    'UNIT_ACCOUNT_IMPORT_INVALID',
    'unitId',
  ]);
  expect(await ahead(own.serviceId)).toMatchObject({ balance: 80_000, paidIn: 80_000 });
  const from = { type: 'DEDUCTION', fromServiceId: own.serviceId };
  expect(refusal(await move({ ...from, amount: 80_001 }))).toEqual([422, 'UNIT_ACCOUNT_EXCEEDED', 'amount']);
  const paid = await move({ ...from, amount: 80_000 });
  expect(paid.data).toMatchObject({ type: 'DEDUCTION', allocations: [{ billId: own.id, amount: 80_000 }] });
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'PARTIAL_PAID', remaining: 20_000 });
  expect(await ahead(own.serviceId)).toMatchObject({ balance: 0, used: 80_000 });
  expect(refusal(await act(accountMovement.path, opening.data, 'cancel', { reason: 'No' }))).toEqual([
    409,
    'ADVANCE_NOT_ENOUGH',
  ]);
  await agree();
  expect((await act(accountMovement.path, paid.data, 'cancel', { reason: 'A wrong bill' })).status).toBe(200);
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'UNPAID', remaining: 100_000 });
  await agree();
});

it('moves between services and back to the payer, never more than is there', async () => {
  const [one, other] = [await priced({}), await priced({})];
  const taken = await pay({ type: 'ADVANCE', amount: 50_000, serviceId: one.id });
  expect(taken.data).toMatchObject({ type: 'ADVANCE_SERVICE', surplus: 50_000, surplusTo: 'ADVANCE' });
  const transfer = { type: 'TRANSFER', fromServiceId: one.id };
  expect(refusal(await move({ ...transfer, amount: 10, toServiceId: one.id }))).toEqual([
    422,
    'TRANSFER_SAME_SERVICE',
    'toServiceId',
  ]);
  expect((await move({ ...transfer, amount: 20_000, toServiceId: other.id })).status).toBe(201);
  expect([(await ahead(one.id))?.balance, (await ahead(other.id))?.balance]).toEqual([30_000, 20_000]);
  expect((await move({ ...transfer, amount: 10_000 })).status).toBe(201);
  const { balance } = await accountOf();
  expect(refusal(await act(receipt.path, taken.data, 'cancel', { reason: 'No' }))).toEqual([
    422,
    'RECEIPT_CANCEL_ADVANCE_USED',
  ]);
  expect(refusal(await move({ type: 'REFUND', amount: Number(balance) + 1 }))).toEqual([
    422,
    'UNIT_ACCOUNT_EXCEEDED',
    'amount',
  ]);
  const back = await move({ type: 'REFUND', amount: 10_000 });
  expect(back.data.fundId).toEqual(expect.any(String));
  expect((await accountOf()).balance).toBe(Number(balance) - 10_000);
  await agree();
});

it('is never overdrawn, of many who take at once', async () => {
  await pay({ type: 'UNIT_ACCOUNT', amount: 30_000 });
  const most = Math.floor(Number((await accountOf()).balance) / 10_000);
  const tries = await Promise.all(Array.from({ length: most + 6 }, () => move({ type: 'REFUND', amount: 10_000 })));
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(most);
  await agree();
});

it('pays what was released by itself, where the building allows it, and once however often the job runs', async () => {
  const own = await released(25_000);
  await pay({ type: 'ADVANCE', amount: 40_000, serviceId: own.serviceId });
  await deductionsJob.run(new Date());
  expect(await read(bill.path, own.id)).toMatchObject({ remaining: 25_000 });
  await projects().updateOne({ _id: site.id } as object, { $set: { 'features.AUTO_DEDUCTION': true } });
  await Promise.all([deductionsJob.run(new Date()), deductionsJob.run(new Date())]);
  await deductionsJob.run(new Date());
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'PAID', remaining: 0 });
  expect(await ahead(own.serviceId)).toMatchObject({ balance: 15_000 });
  const account = await accountOf();
  const sums = await Promise.all(
    ['service', 'unit', 'block', 'month'].map(async group => {
      const asked = `from=2026-01-01&to=${today()}&group=${group}`;
      const { rows, group: _group, ...all } = (await ann.get<Row>(`/statistics/advance-payment?${asked}`)).data;
      return { all, last: (rows as unknown as Row[]).at(-1) };
    }),
  );
  // Every grouping has the same total, which is that of the advances, without the account balances.
  for (const sum of sums) expect(sum.all).toEqual(sums[0]?.all);
  expect(sums[0]?.all).toMatchObject({ closing: account.advance });
  const moves = await ann.get<Row>(`/unit-account/${unitId}/advance/${own.serviceId}/history`);
  expect(moves.data).toMatchObject({ opening: 0, closing: 15_000, rows: [{ in: 40_000 }, { out: 25_000 }] });
  const all = (sums[0]?.all ?? {}) as Row;
  const of = (...names: string[]) => names.reduce((sum, name) => sum + Number(all[name]), 0);
  const came = of('opening', 'received', 'transferredIn');
  expect(came - of('transferredOut', 'used', 'refunded')).toBe(all.closing);
  expect(sums[3]?.last?.closing).toBe(all.closing);
  await projects().updateOne({ _id: site.id } as object, { $set: { 'features.AUTO_DEDUCTION': false } });
  await agree();
});
