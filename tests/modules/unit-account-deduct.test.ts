import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { deductionsJob } from '@lobby/server/modules/unit-account/index.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Deductions');
const { ann, dora, emil, unitId, otherUnitId } = site;
const { make, read, act, released, agree, pay, accountOf } = await booksAt(site);
const day = today();
const of = (id = unitId) => `${unitAccount.path}/${id}`;
const deduct = (values: object = {}, id = unitId) => ann.post<Row>(`${of(id)}/deduct`, values);
const period = `from=2026-01-01&to=${day}`;

it('pays the oldest bills out of the account as a receipt, and owes them again once that is cancelled', async () => {
  await pay({ type: 'UNIT_ACCOUNT', amount: 1_000_000 });
  const own = await released(871_020);
  const seen = await ann.post<Row>(`${of()}/deduct/preview`, {});
  expect(seen.data).toMatchObject({ amount: 871_020, before: 1_000_000, after: 128_980, fromOpening: 0 });
  expect((await deduct({ bills: [] })).error.data?.fields?.bills?.code).toBe('EMPTY_BILL_SELECTED');
  const tooMuch = await deduct({ bills: [{ billId: own.id, amount: 871_021 }] });
  expect(refusal(tooMuch)).toEqual([422, 'PAYMENT_EXCEEDS_BILL', 'allocations.0.amount']);
  const { data: paid, status } = await deduct();
  expect([status, paid.type, paid.amount]).toEqual([201, 'DEDUCTION', 871_020]);
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'PAID' });
  expect((await accountOf()).balance).toBe(128_980);
  expect(refusal(await deduct())).toEqual([422, 'NOTHING_TO_DEDUCT']);
  expect((await act(receipt.path, paid, 'cancel', { reason: 'Not asked for' })).status).toBe(200);
  const { data } = await ann.get<Row>(`${of()}/history?${period}`);
  expect((data.rows as unknown as Row[]).map(({ kind, balance }) => [kind, balance])).toEqual([
    ['RECEIPT_SURPLUS', 1_000_000],
    ['DEDUCTION', 128_980],
    ['REVERSAL', 1_000_000],
  ]);
  expect(data).toMatchObject({ opening: 0, closing: 1_000_000 });
  const many = await ann.put<{ done: string[]; refused: Row[] }>(`${unitAccount.path}/deduct-multi`, {
    ids: [unitId, otherUnitId],
  });
  expect(many.data.done).toEqual([unitId]);
  expect((await accountOf()).balance).toBe(128_980);
  await agree();
});

it('takes what it began with first, by itself where the building has set it, and once', async () => {
  await make(accountMovement.path, { type: 'OPENING', unitId: otherUnitId, amount: 200_000, accountingDate: day });
  await pay({ type: 'UNIT_ACCOUNT', unitId: otherUnitId, amount: 100_000 });
  await released(250_000, otherUnitId);
  await deductionsJob.run(new Date());
  expect((await accountOf(otherUnitId)).balance).toBe(300_000);
  await ann.put('/payment-method/settings', { version: 1, autoDeduct: 'ADVANCE_AND_ACCOUNT' });
  await Promise.all([deductionsJob.run(new Date()), deductionsJob.run(new Date())]);
  expect(await accountOf(otherUnitId)).toMatchObject({ balance: 50_000, balanceOpening: 0, owed: 0 });
  const { data } = await ann.get<Row[]>(`${receipt.path}?filter[unitId][]=${otherUnitId}&filter[type][]=DEDUCTION`);
  expect(data).toHaveLength(1);
  await ann.put('/payment-method/settings', { version: 2, autoDeduct: 'OFF' });
  await agree();
});

it('is seen whole by householders; others of the unit see what is owed alone', async () => {
  const role = (residentId: string, value: string) =>
    db()
      .collection(collectionOf(residency))
      .updateOne({ projectId: site.id, residentId }, { $set: { role: value } });
  await role(dora.id, 'HOUSEHOLDER');
  expect((await dora.get<Row>(of())).data).toMatchObject({ balance: 128_980 });
  expect((await dora.get<Row>(`${of()}/history?${period}`)).status).toBe(200);
  expect((await emil.get(`${of()}/history?${period}`)).status).toBe(404);
  await role(dora.id, 'RENTER');
  expect((await dora.get<Row>(of())).data).toMatchObject({ balance: 0, owed: expect.any(Number) });
  expect((await dora.get(`${of()}/history?${period}`)).status).toBe(403);
});

it('shows who only lives with a household no paper from before they moved in', async () => {
  const home = await makeSite(server.url, 'Lodgers');
  const books = await booksAt(home);
  const earlier = addDays(day, -40);
  const made = [];
  for (const accountingDate of [earlier, day])
    made.push((await books.pay({ type: 'UNIT_ACCOUNT', amount: 1000, accountingDate })).data.id);
  const [first, last] = made;
  const lives = (of: typeof home.dora, set: object, definition: typeof residency | typeof resident) => {
    const who = definition === residency ? { residentId: of.id } : { _id: of.id as never };
    return db()
      .collection(collectionOf(definition))
      .updateOne({ projectId: home.id, ...who }, { $set: set });
  };
  await lives(home.dora, { role: 'MEMBER', movedInAt: addDays(day, -1) }, residency);
  await lives(home.dora, { role: 'MEMBER' }, resident);
  const seen = async () => (await home.dora.get<Row[]>(receipt.path)).data.map(({ id }) => id);
  expect(await seen()).toEqual([last]);
  expect((await home.dora.get(`${receipt.path}/${first}`)).status).toBe(404);
  expect((await home.dora.get(`${receipt.path}/${first}/pdf`)).status).toBe(404);
  expect((await home.dora.get(`${receipt.path}/${last}`)).status).toBe(200);
});
