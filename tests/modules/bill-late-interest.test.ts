import { interestJob } from '@lobby/server/modules/bill/index.ts';
import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import { deductionsJob } from '@lobby/server/modules/unit-account/index.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bankStatement } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { linesOfSvg } from '../setup/files/read-pdf.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays, today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Late');
const { ann, unitId } = site;
const { make, read, act, priced, billsOf, agree, accountOf, pay, till } = await booksAt(site);
const day = today();
const BY = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };
const switched = async (on: boolean) => {
  const held = await projects().findOne({ _id: site.id });
  const features = { ...held?.features, INTEREST_BEFORE_PRINCIPAL: on };
  await changeProject(site.id, held?.version ?? 1, { features }, BY);
};

/** Bill of a service at 10 % interest a year, overdue for a number of days. */
async function late(amount: number, days: number): Promise<Row> {
  const own = await priced({ interestPerYear: 10 });
  const made = await make(bill.path, { unitId, serviceId: own.id, month: '2026-08', amount, dueDate: inDays(-days) });
  expect((await act(bill.path, made, 'release')).status).toBe(200);
  return read(bill.path, made.id);
}
type Part = { kind: string; billId: string; amount: number };
const preview = async (amount: number, more: object = {}) =>
  (await ann.post<Row & { allocations: Part[] }>('/payment/preview', { unitId, amount, ...more })).data;
const single = (amount: number, more: object = {}) =>
  ann.post<Row & { allocations: Part[] }>('/payment/single', {
    unitId,
    methods: [{ kind: 'CASH', fundId: till.id, amount }],
    ...more,
  });
const owed = async () => (await ann.get<Row & { bills: Row[] }>(`/payment/unit/${unitId}`)).data.bills;
const chargedFor = async ({ id, serviceId }: Row) =>
  (await billsOf(serviceId)).filter(
    one => one.createdFor === 'INTEREST' && one.originalId === id && one.status === 'ACTIVE',
  );
const amountsOf = (parts: readonly Part[]) => parts.map(({ kind, amount }) => [kind, amount]);
/** Whichever way the payment came, the interest of a bill is charged once, and is paid. */
async function expectSettled(one: Row, interest: number): Promise<void> {
  expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'PAID', interest: 0, interestCharged: interest });
  const charged = await chargedFor(one);
  expect(charged.map(({ total, paid, paymentState }) => [total, paid, paymentState])).toEqual([
    [interest, interest, 'PAID'],
  ]);
}
const cancelled = async (made: Row) =>
  expect((await act(receipt.path, made, 'cancel', { reason: 'Not theirs' })).status).toBe(200);

it('pays late bills and all of their interest to the day, charged with the receipt and taken back with it', async () => {
  const [one, two] = [await late(500_000, 60), await late(300_000, 30)];
  expect((await owed()).map(({ left, interest }) => [left, interest])).toEqual([
    [500_000, 8219],
    [300_000, 2466],
  ]);
  // One debt wherever it is told, with the interest that is in it; reports read what the job counted last.
  await interestJob.run(new Date());
  const told = { owed: 810_685, interest: 10_685 };
  expect((await ann.get<Row>(`/bill/units/${unitId}/owes`)).data).toMatchObject(told);
  expect((await ann.get<Row[]>('/payment/most-owed')).data).toMatchObject([{ unitId, ...told }]);
  expect((await ann.get<Row[]>(`/payment/multi?unitIds[]=${unitId}`)).data).toMatchObject([told]);
  expect((await ann.get<Row[]>('/debt-tracking')).data).toMatchObject([{ unitId, debt: 810_685, interest: 10_685 }]);
  const aged = async (asOf: string) =>
    (await ann.get<{ rows: Row[]; totals: Row }>(`/statistics/debt/ageing?asOf=${asOf}`)).data;
  const accrued = { total: 800_000, interest: 10_685 };
  expect(await aged(day)).toMatchObject({ rows: [{ key: unitId, ...accrued }], totals: accrued });
  expect((await aged(inDays(-1))).totals.interest).toBe(0);
  const seen = await preview(810_685);
  expect(amountsOf(seen.allocations)).toEqual([
    ['BILL', 500_000],
    ['BILL', 300_000],
    ['INTEREST', 8219],
    ['INTEREST', 2466],
  ]);
  expect(seen).toMatchObject({ interest: 10_685, surplus: 0, leftAfter: 0, refusals: [] });
  // The preview stores nothing.
  expect(await chargedFor(one)).toEqual([]);
  expect(refusal(await single(810_686))).toEqual([422, 'PAYMENT_SURPLUS_UNPLACED']);
  const paid = await single(810_685);
  expect([paid.status, paid.data.surplus, amountsOf(paid.data.allocations)]).toEqual([
    201,
    0,
    amountsOf(seen.allocations),
  ]);
  await expectSettled(one, 8219);
  await expectSettled(two, 2466);
  // The receipt names the bill on which interest accrued instead of the interest bill.
  const { pages } = (await ann.get<{ pages: string[] }>(`${receipt.path}/${paid.data.id}/pages`)).data;
  const interestOn = pages.flatMap(linesOfSvg).filter(line => line.startsWith('Lãi chậm trả'));
  expect(interestOn.map(line => line.split('|').slice(1))).toEqual([
    ['08/2026', one.code, '8.219', '0'],
    ['08/2026', two.code, '2.466', '0'],
  ]);
  const lines = (await ann.get<Row[]>(`${receipt.path}/${paid.data.id}/paid-for`)).data;
  expect(lines.map(({ kind, code, month, amount, left }) => [kind, code, month, amount, left])).toEqual([
    ['BILL', one.code, '2026-08', 500_000, 0],
    ['BILL', two.code, '2026-08', 300_000, 0],
    ['INTEREST', one.code, '2026-08', 8219, 0],
    ['INTEREST', two.code, '2026-08', 2466, 0],
  ]);
  expect(await owed()).toEqual([]);
  expect((await accountOf()).owed).toBe(0);
  await agree();
  // The same days are never charged twice, by this job or a later one.
  await interestJob.run(new Date());
  await expectSettled(one, 8219);
  const charged = (await ann.get<Row>(`${bill.path}/${one.id}/interest`)).data;
  expect(charged).toMatchObject({
    through: day,
    accrued: 0,
    posted: 8219,
    paid: 8219,
    left: 0,
    postings: [{ cause: 'RECEIPT' }],
  });
  await cancelled(paid.data);
  await agree();
  expect(await chargedFor(one)).toEqual([]);
  expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'UNPAID', interest: 8219, interestCharged: 0 });
  expect((await preview(810_685)).interest).toBe(10_685);
  await interestJob.run(new Date());
  await single(810_685);
  await expectSettled(one, 8219);
  await agree();
});

it('pays bill by bill, interest before its principal, where the project has it so, else all principal first', async () => {
  const [one, two] = [await late(500_000, 60), await late(500_000, 18)];
  expect((await owed()).map(({ interest }) => interest)).toEqual([8219, 2466]);
  expect(amountsOf((await preview(510_000)).allocations)).toEqual([
    ['BILL', 500_000],
    ['BILL', 10_000],
  ]);
  await switched(true);
  const seen = await preview(510_000);
  expect(amountsOf(seen.allocations)).toEqual([
    ['INTEREST', 8219],
    ['BILL', 500_000],
    ['INTEREST', 1781],
  ]);
  expect(seen).toMatchObject({ interest: 10_000, surplus: 0, leftAfter: 500_685 });
  const paid = await single(510_000);
  expect(amountsOf(paid.data.allocations)).toEqual(amountsOf(seen.allocations));
  await expectSettled(one, 8219);
  const [rest] = await chargedFor(two);
  expect(rest).toMatchObject({ total: 2466, paid: 1781, remaining: 685, paymentState: 'PARTIAL_PAID' });
  expect(await owed()).toMatchObject([{ id: two.id, left: 500_000, interest: 685 }]);
  await agree();
  // Interest paid by another receipt stays charged, and is owed again.
  const last = await single(500_685);
  await cancelled(paid.data);
  expect(await chargedFor(one)).toEqual([]);
  expect(await chargedFor(two)).toMatchObject([{ total: 2466, paid: 685, remaining: 1781 }]);
  await agree();
  await cancelled(last.data);
  expect(await owed()).toMatchObject([
    { id: one.id, left: 500_000, interest: 8219 },
    { id: two.id, left: 500_000, interest: 2466 },
  ]);
  await switched(false);
  await single(1_010_685);
  expect(await owed()).toEqual([]);
  await agree();
});

it('charges once of two receipts at once, and by a choice no more than there is', async () => {
  const one = await late(500_000, 60);
  const choose = (amount: number) => single(amount, { allocations: [{ kind: 'INTEREST', billId: one.id, amount }] });
  expect(refusal(await choose(8220))).toEqual([422, 'PAYMENT_EXCEEDS_BILL', 'allocations.0.amount']);
  const [first, second] = await Promise.all([choose(8219), choose(8219), interestJob.run(new Date())]);
  const [won, lost] = [first.status, second.status].toSorted();
  expect(won).toBe(201);
  expect(lost).toBeGreaterThanOrEqual(409);
  expect((await chargedFor(one)).map(({ total }) => total)).toEqual([8219]);
  const both = await Promise.all([single(250_000), single(250_000)]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  await expectSettled(one, 8219);
  await agree();
});

it('counts to the day of a receipt, what is dated back too', async () => {
  const one = await late(500_000, 60);
  await interestJob.run(new Date());
  expect(await read(bill.path, one.id)).toMatchObject({ interest: 8219 });
  const back = { accountingDate: inDays(-30) };
  expect((await preview(504_110, back)).interest).toBe(4110);
  const paid = await single(504_110, back);
  expect(paid.status, paid.text).toBe(201);
  await expectSettled(one, 4110);
  expect(await chargedFor(one)).toMatchObject([{ accountingDate: inDays(-30) }]);
  expect(await owed()).toEqual([]);
  await interestJob.run(new Date());
  await expectSettled(one, 4110);
  await agree();
  // Backdated payment of principal only: interest is calculated on the rest from that day.
  const two = await late(500_000, 60);
  await interestJob.run(new Date());
  await single(250_000, { ...back, allocations: [{ billId: two.id, amount: 250_000 }] });
  expect(await owed()).toMatchObject([{ left: 250_000, interest: 6164 }]);
  await interestJob.run(new Date());
  expect(await read(bill.path, two.id)).toMatchObject({ interest: 6164 });
  await single(256_164);
  await agree();
});

it('is none within the days of grace, and after them of all days since the due day', async () => {
  const path = `${service.path}/settings`;
  const settings = async (values: object) => {
    const { version } = (await ann.get<Row>(path)).data;
    expect((await ann.put(path, { version, ...values })).status).toBe(200);
  };
  await settings({ interestGraceDays: 5 });
  const one = await late(1_000_000, 6);
  const until = async (back: number) =>
    (await ann.get<Row>(`${bill.path}/${one.id}/interest?until=${inDays(-back)}`)).data.accrued;
  expect([await until(1), await until(0)]).toEqual([0, 1644]);
  await settings({ interestGraceDays: 0 });
  expect(await until(1)).toBe(1370);
  await act(bill.path, one, 'waive-interest', { reason: 'Agreed' });
  await pay({ amount: 1_000_000, allocations: [{ billId: one.id, amount: 1_000_000 }] });
  await agree();
});

it('is paid by every way in which money comes', async () => {
  const account = await make(bankAccount.path, { bankBin: '970418', accountNumber: '1018000778', accountName: 'BQL' });
  await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
  const all = 508_219;
  // Payment of many units.
  let one = await late(500_000, 60);
  expect((await ann.get<Row[]>(`/payment/multi?unitIds[]=${unitId}`)).data).toMatchObject([{ owed: all }]);
  const many = { rows: [{ unitId }], kind: 'CASH', fundId: till.id };
  expect((await ann.post<Row>('/payment/multi/preview', many)).data.done).toMatchObject([{ amount: all, surplus: 0 }]);
  expect((await ann.post<Row>('/payment/multi', many)).data.done).toMatchObject([{ amount: all }]);
  await expectSettled(one, 8219);
  // Bank statement line that names the bill.
  one = await late(500_000, 60);
  const csv = `Ngày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải\n${day};FT778;;${all};chuyen tien ${one.code}`;
  const query = new URLSearchParams({ bankAccountId: String(account.id) });
  const sent = await ann.post<Row>(
    `${bankStatement.path}?${query}`,
    formOf([{ name: 's.csv', body: Buffer.from(csv) }]),
  );
  expect(sent.data, sent.text).toMatchObject({ new: 1, matched: 1 });
  await expectSettled(one, 8219);
  // From the unit account: by hand, in bulk, automatically, by a movement, and by an offset.
  const fill = () => pay({ type: 'UNIT_ACCOUNT', amount: all });
  const own = `/unit-account/${unitId}`;
  const ways: (() => Promise<{ status: number; text: string }>)[] = [
    () => ann.post(`${own}/deduct`, {}),
    () => ann.put('/unit-account/deduct-multi', { ids: [unitId] }),
    () => ann.post(accountMovement.path, { type: 'DEDUCTION', unitId, amount: all, accountingDate: day }),
    () => ann.put(`${debtComparison.path}/offset`, { unitIds: [unitId], withInterest: true }),
    async () => {
      const set = await ann.put('/payment-method/settings', { version: 1, autoDeduct: 'ADVANCE_AND_ACCOUNT' });
      await deductionsJob.run(new Date());
      return set;
    },
  ];
  for (const way of ways) {
    await fill();
    one = await late(500_000, 60);
    expect((await ann.post<Row>(`${own}/deduct/preview`, {})).data).toMatchObject({ amount: all, after: 0 });
    const done = await way();
    expect(done.status, `${way} ${done.text}`).toBeLessThan(300);
    await expectSettled(one, 8219);
    expect((await accountOf()).balance, way.toString()).toBe(0);
    await agree();
  }
  expect((await reconcile(site.id)).filter(({ ok }) => !ok)).toEqual([]);
});
