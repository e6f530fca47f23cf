import { newId } from '@lobby/server/kit/database/database.ts';
import { records } from '@lobby/server/kit/store/records.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { interestJob } from '@lobby/server/modules/bill/index.ts';
import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { lastDayOf } from '@lobby/shared/kit/dates.ts';
import type { owes as unitOwes } from '@lobby/shared/kit/money.contract.ts';
import { OWES } from '@lobby/shared/kit/money.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { operationalResult } from '@lobby/shared/modules/financial-reports.contract.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf, rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, MONTH, NOTICE_MONTH, refusal, today } from '../setup/money/books.ts';
import { change, rowsIn } from '../setup/records.ts';
import { readsOf } from '../setup/server/profile.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Figures');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, priced, register, billsOf, run, agree, pay } = await booksAt(site);
await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000019', accountName: 'BAN QUAN LY' });
const sumOf = (rows: readonly Row[], name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
const isOffered = ({ status }: Row) => bill.removedIn?.some(one => one === status);
const write = (values: object) => ann.post<Row>(bill.path, { unitId, month: MONTH, amount: 100_000, ...values });

it('comes to what is owed after its adjustment, and the columns of list and file add up to it', async () => {
  const own = await priced({}, { tiers: [{ price: 806_500 }], vat: 8 });
  const values = { serviceId: own.id, quantity: 1, mode: 'QUANTITY', amount: undefined };
  const one = (await write(values)).data;
  const more = (await write({ ...values, month: '2026-09' })).data;
  for (const each of [one, more]) await act(bill.path, each, 'release');
  expect(await read(bill.path, one.id)).toMatchObject({ total: 871_020, originalTotal: 871_020 });
  const adjust = (of: Row, type: string, totalPayment: number) =>
    act(bill.path, of, 'adjust', { type, totalPayment, reason: 'Measured again' });
  const down = await adjust(one, 'ADJUST_DOWN', 100_000);
  expect(down.data, down.text).toMatchObject({
    bill: { total: 771_020, originalTotal: 871_020, remaining: 771_020 },
    adjustment: { type: 'ADJUST_DOWN', total: 0, originalTotal: -100_000, net: -92_593, vat: -7407, surcharge: 0 },
  });
  const up = await adjust(more, 'ADJUST_UP', 50_000);
  expect(up.data).toMatchObject({ bill: { total: 921_020 }, adjustment: { originalTotal: 50_000, net: 46_296 } });
  const rows = await billsOf(own.id);
  expect(rows).toHaveLength(4);
  const owed = 771_020 + 921_020;
  expect([sumOf(rows, 'total'), sumOf(rows, 'originalTotal'), sumOf(rows, 'remaining')]).toEqual([owed, owed, owed]);
  expect(sumOf(rows, 'net') + sumOf(rows, 'vat') + sumOf(rows, 'surcharge')).toBe(owed);
  const totals = (await ann.get<Row>(`${bill.path}/totals?filter[serviceId][]=${own.id}`)).data;
  expect(totals).toMatchObject({ count: 2, receivable: owed, remaining: owed });
  const [heads = [], ...cells] = await rowsOfSheet(
    (await ann.file(`${bill.path}/export?filter[serviceId][]=${own.id}`)).body,
  );
  const columnOf = (name: string) => {
    const at = heads.indexOf(name);
    expect(at, `${name} of ${heads.join()}`).toBeGreaterThanOrEqual(0);
    return cells.reduce((sum, row) => sum + Number(row[at] || 0), 0);
  };
  expect(['Total', 'Original total'].map(columnOf)).toEqual([owed, owed]);
  expect(['Net', 'VAT amount', 'Surcharge'].map(columnOf).reduce((sum, one_) => sum + one_)).toBe(owed);
  expect(columnOf('Discount')).toBe(0);
  // The overpayment after an adjustment goes to the unit account, and all ledger checks pass.
  await pay({ amount: 921_020, allocations: [{ billId: more.id, amount: 921_020 }] });
  const third = (await write({ ...values, month: '2026-08', release: true })).data;
  await pay({ amount: 871_020, allocations: [{ billId: third.id, amount: 871_020 }] });
  expect((await adjust(third, 'ADJUST_DOWN', 71_020)).data).toMatchObject({ bill: { total: 800_000, paid: 800_000 } });
  expect((await reconcile(site.id)).filter(({ ok }) => !ok)).toEqual([]);
  // A payment of the adjusted total settles the bill; cancelling the adjustment reopens the difference.
  await pay({ amount: 771_020, allocations: [{ billId: one.id, amount: 771_020 }] });
  expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'PAID', remaining: 0 });
  const { adjustment } = down.data as unknown as { adjustment: Row };
  expect((await act(bill.path, adjustment, 'cancel', { reason: 'It was right' })).status).toBe(200);
  const called = `${bill.path}/totals?filter[serviceId][]=${own.id}&filter[status][]=CANCELLED`;
  expect((await ann.get<Row>(called)).data).toMatchObject({ count: 1, units: 1, receivable: -100_000 });
  expect(await read(bill.path, one.id)).toMatchObject({ total: 871_020, remaining: 100_000, adjusted: false });
  await agree();
});

it('is of the whole month where a month is charged whole, whenever it began', async () => {
  const own = await priced({ periodType: 'ONE_MONTH' });
  await make(serviceRegistration.path, { unitId, serviceId: own.id, startDate: '2026-10-20' });
  const part = await priced({ periodType: 'PART_OF_MONTH' });
  await make(serviceRegistration.path, { unitId, serviceId: part.id, startDate: '2026-10-20' });
  await run([own.id, part.id]);
  const days = async ({ id }: Row) => {
    const [made] = await billsOf(id);
    const { periodStart, periodEnd, total } = await read(bill.path, made?.id);
    return [periodStart, periodEnd, total];
  };
  expect(await days(own)).toEqual(['2026-10-01', '2026-10-31', 10_000]);
  expect(await days(part)).toEqual(['2026-10-20', '2026-10-31', 3871]);
});

describe('what was read', () => {
  it('is free again once its draft is deleted, which is offered of drafts alone', async () => {
    const water = await priced({ source: 'METER' });
    await register(water.id);
    await make(meter.path, { code: 'F-1', startDate: '2026-01-01', unitId, serviceId: water.id, startIndex: 100 });
    const used = await make(usage.path, { unitId, serviceId: water.id, month: MONTH, newIndex: 110 });
    await run([water.id]);
    const [draft] = await billsOf(water.id);
    expect(await read(usage.path, used.id)).toMatchObject({ state: 'BILLED', billId: draft?.id });
    const gone = await ann.delete(`${bill.path}/${draft?.id}`);
    expect(gone.status, gone.text).toBe(200);
    expect(await read(usage.path, used.id)).toMatchObject({ state: 'OPEN', billId: null });
    await run([water.id]);
    const [again] = await billsOf(water.id);
    expect(again).toMatchObject({ status: 'DRAFT', quantity: 10 });
    const removal = async (row: Row) => [isOffered(row), (await ann.delete(`${bill.path}/${row.id}`)).code];
    await act(bill.path, again as Row, 'cancel', { reason: 'Misread' });
    expect(await removal(await read(bill.path, again?.id))).toEqual([false, 'BILL_RELEASED']);
    const released = (await write({ serviceId: (await priced({})).id, release: true })).data;
    expect(await removal(await read(bill.path, released.id))).toEqual([false, 'BILL_RELEASED']);
  });

  it('stands on its notice where it is nothing, and every bill of it is due when the notice is', async () => {
    const home = otherUnitId;
    const water = await priced({ source: 'METER' });
    await register(water.id, home);
    await make(meter.path, {
      code: 'F-2',
      startDate: '2026-01-01',
      unitId: home,
      serviceId: water.id,
      startIndex: 100,
    });
    await make(usage.path, { unitId: home, serviceId: water.id, month: MONTH, newIndex: 100 });
    await run([water.id]);
    const [none] = await billsOf(water.id);
    expect((await act(bill.path, none as Row, 'release')).data).toMatchObject({ total: 0, paymentState: 'EMPTY' });
    const [soon, later] = [inDays(5), inDays(40)];
    const bills = await Promise.all(
      [soon, later].map(async dueDate => {
        const { id: serviceId } = await priced({});
        return (await write({ unitId: home, serviceId, dueDate, release: true })).data;
      }),
    );
    const built = await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true, unitIds: [home] });
    expect(built.status, built.text).toBeLessThan(300);
    const [row] = (await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${home}`)).data;
    const notice = await read(feeNotice.path, row?.id);
    const lines = notice.lines as unknown as Row[];
    expect(lines.map(({ billId, total }) => [billId, total])).toEqual(
      expect.arrayContaining([
        [none?.id, 0],
        [bills[0]?.id, 100_000],
        [bills[1]?.id, 100_000],
      ]),
    );
    expect(notice).toMatchObject({ totalPayment: 200_000 });
    for (const { id } of bills)
      expect(await read(bill.path, id)).toMatchObject({ publication: 'PUBLISHED', dueDate: notice.dueDate });
    await agree();
  });
});

it('was due by the end of its own month where an old debt says no day, by form and by sheet, and is paid first', async () => {
  const own = await priced({ interestPerYear: 10 });
  const debt = { unitId, serviceId: own.id, createdFor: 'DEBT' };
  const typed = await ann.post<Row>(bill.path, { ...debt, debtMonth: '2025-11', amount: 400_000, release: true });
  expect(typed.data, typed.text).toMatchObject({ dueDate: '2025-11-30', overdue: true });
  expect(Number(typed.data.overdueDays)).toBeGreaterThan(300);
  const body = await bookOf(ann, bill, [{ ...debt, debtMonth: '2025-10', amount: 300_000 }]);
  const sheet = await ann.post<Row>(`${bill.path}/import`, formOf([{ name: 'a.xlsx', body }]));
  expect(sheet.data, sheet.text).toMatchObject({ created: 1 });
  const read_ = (await billsOf(own.id)).find(({ month }) => month === '2025-10') as Row;
  await act(bill.path, read_, 'release');
  expect(await read(bill.path, read_.id)).toMatchObject({ dueDate: '2025-10-31', overdue: true });
  const { data: seen } = await ann.post<{ allocations: Row[] }>('/payment/preview', { unitId, amount: 500_000 });
  expect(seen.allocations.map(({ billId, amount }) => [billId, amount])).toEqual([
    [read_.id, 300_000],
    [typed.data.id, 200_000],
  ]);
  await interestJob.run(new Date());
  expect(Number((await read(bill.path, read_.id)).interest)).toBeGreaterThan(0);
  await agree();
});

it('is not due before the day on which it comes onto the books', async () => {
  const own = await priced({ repeatable: true });
  const [before, day] = [inDays(-3), inDays(-2)];
  const due = [422, 'INVALID_DATES', 'dueDate'];
  const of = { serviceId: own.id, month: today().slice(0, 7) };
  expect(refusal(await write({ ...of, dueDate: before, accountingDate: day }))).toEqual(due);
  expect(refusal(await write({ ...of, dueDate: before, release: true }))).toEqual(due);
  const draft = (await write({ ...of, dueDate: before })).data;
  expect(refusal(await act(bill.path, draft, 'release', { accountingDate: day }))).toEqual(due);
  expect(refusal(await act(bill.path, draft, 'release'))).toEqual(due);
  expect((await act(bill.path, draft, 'release', { accountingDate: before })).data).toMatchObject({
    accountingDate: before,
    dueDate: before,
  });
});

it('is revenue on the last day of its month, of what was paid ahead in the months that it is for', async () => {
  const own = await priced({ type: 'PREPAID' });
  const ahead = await pay({ type: 'ADVANCE', serviceId: own.id, amount: 300_000 });
  expect(ahead.status, ahead.text).toBe(201);
  const earned = async () => {
    const from = `${path}?from=2026-08-01&to=${today()}`;
    const { data } = await ann.get<{ columns: string[]; revenue: { key: string; amounts: number[] }[] }>(from);
    const line = data.revenue.find(({ key }) => key === own.id);
    return Object.fromEntries(data.columns.map((month, n) => [month, line?.amounts[n] ?? 0]));
  };
  const path = '/statistics/operational';
  const none = { '2026-08': 0, '2026-09': 0, '2026-10': 0, '2026-11': 0 };
  expect(await earned()).toEqual(none);
  for (const month of ['2026-08', '2026-09', '2026-10']) {
    const made = (await write({ serviceId: own.id, month, release: true })).data;
    expect(made).toMatchObject({ accountingDate: lastDayOf(month), voucherDate: lastDayOf(month) });
    const [entry] = (await ann.get<Row[]>(`${journalEntry.path}?filter[q]=${made.code}`)).data;
    expect(entry).toMatchObject({ accountingDate: lastDayOf(month), kind: 'BILL_RELEASE' });
  }
  expect(await earned()).toEqual({ ...none, '2026-08': 100_000, '2026-09': 100_000, '2026-10': 100_000 });
  const report = async (query: string) =>
    (await ann.get<AnswerOf<typeof operationalResult>>(`${path}?from=2026-08-01&to=2026-10-31&${query}`)).data;
  const lineIn = ({ revenue }: AnswerOf<typeof operationalResult>) => revenue.find(({ key }) => key === own.id);
  const quarters = await report('group=quarter');
  expect([quarters.columns, lineIn(quarters)?.amounts]).toEqual([
    ['2026-Q3', '2026-Q4'],
    [200_000, 100_000],
  ]);
  const blocks = await report('group=block');
  expect(lineIn(blocks)?.amounts.toSorted()).toEqual([...blocks.columns.slice(1).map(() => 0), 300_000]);
  expect(blocks.columns[lineIn(blocks)?.amounts.indexOf(300_000) ?? -1]).toBe(
    (await ann.get<Row>(`/unit/${unitId}`)).data.blockId,
  );
  const beside = `${path}?from=2026-10-01&to=2026-10-31&compare=previous`;
  const { data: october } = await ann.get<AnswerOf<typeof operationalResult>>(beside);
  expect(october.comparedWith).toEqual({ from: '2026-09-01', to: '2026-09-30' });
  expect(lineIn(october)).toMatchObject({ total: 100_000, before: 100_000 });
  const now = (await write({ serviceId: own.id, month: today().slice(0, 7), release: true })).data;
  expect(now).toMatchObject({ accountingDate: today() });
  await agree();
});

it('tells of a unit what it owes in all, and who answers for it', async () => {
  const own = await priced({ type: 'PREPAID' });
  const owes = async () => (await ann.get<AnswerOf<typeof unitOwes>>(`${OWES.path}/${otherUnitId}/owes`)).data;
  const before = await owes();
  expect(before.householderId).toBe(site.emil.id);
  const one = (await write({ unitId: otherUnitId, serviceId: own.id, release: true })).data;
  await write({ unitId: otherUnitId, serviceId: own.id, month: '2026-09' });
  expect(await owes()).toMatchObject({ owed: before.owed + 100_000, bills: before.bills + 1 });
  await pay({ unitId: otherUnitId, amount: 60_000, allocations: [{ billId: one.id, amount: 60_000 }] });
  expect(await owes()).toMatchObject({ owed: before.owed + 40_000, bills: before.bills + 1 });
});

it('tells how far the month of fees is, step by step, of what its reader may see', async () => {
  const own = await priced({});
  await register(own.id);
  await run([own.id]);
  const drafts = (await billsOf(own.id)).filter(({ status }) => status === 'DRAFT');
  for (const draft of drafts) await act(bill.path, draft, 'release');
  // Interest belongs to the month of the delay, which is not billed yet.
  const late = (await write({ serviceId: own.id, month: today().slice(0, 7), release: true })).data;
  await change(bill, late.id, { createType: 'AUTO', createdFor: 'INTEREST' });
  interface Path {
    month: string;
    steps: { key: string; done: boolean; count: number | null; day: string | null; link: string }[];
  }
  const { data } = await ann.get<Path>('/home/month');
  expect(data.month).toBe(MONTH);
  expect(data.steps.map(({ key }) => key)).toEqual(['read', 'billed', 'told', 'paid', 'reminded', 'locked']);
  const step = (name: string) => data.steps.find(({ key }) => key === name);
  expect(step('billed')).toMatchObject({ done: true, day: today(), link: `${bill.route}?tab=all&month=${MONTH}` });
  expect(step('billed')?.count).toBeGreaterThanOrEqual(drafts.length);
  expect(step('paid')?.done).toBe(false);
  expect(step('locked')).toMatchObject({ done: false, day: null });
  expect(step('reminded')).toMatchObject({ done: false, count: 0 });
  // Once notices are out: how many came to their unit, and who was reminded of them since.
  const month = drafts[0]?.noticeMonth;
  const made = (own: object) => ({
    _id: newId(),
    projectId: site.id,
    deletedAt: null,
    createdAt: new Date(),
    month,
    ...own,
  });
  const notice = { status: 'PUBLISHED', sentAt: new Date() };
  await rowsIn(collectionOf(feeNotice)).insertMany([
    made({ ...notice, unitId, code: 'A' }),
    made({ ...notice, unitId: otherUnitId, code: 'B' }),
  ]);
  await rowsIn(collectionOf(noticeDelivery)).insertMany([
    made({ unitId, kind: 'NORMAL', status: 'SENT' }),
    made({ unitId: otherUnitId, kind: 'NORMAL', status: 'BOUNCE', handled: false }),
    made({ unitId, kind: 'REMIND_DEBT_2', status: 'SENT' }),
    made({ unitId, kind: 'LATE_FEE', status: 'SENT' }),
  ]);
  const after = (await ann.get<Path>('/home/month')).data.steps;
  expect(after.find(({ key }) => key === 'told')).toMatchObject({ done: true, count: 1, of: 2, day: today() });
  expect(after.find(({ key }) => key === 'reminded')).toMatchObject({ done: true, count: 1, day: today() });
  await site.allow({ BILL: ['read'] });
  expect((await site.carl.get<Path>('/home/month')).data.steps.map(({ key }) => key)).toEqual(['billed', 'paid']);
});

it('adjustments are found by their bills without a look at all others', async () => {
  const [adjusted] = await readsOf(collectionOf(bill), async () => {
    await records(bill).find({ projectId: site.id }, { originalId: { $in: ['a', 'b'] }, type: { $in: ['ADJUST_UP'] } });
  });
  expect([adjusted?.planSummary, adjusted?.docsExamined]).toEqual([expect.stringContaining('originalId'), 0]);
});
