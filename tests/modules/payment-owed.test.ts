import { interestJob, overdueJob } from '@lobby/server/modules/bill/index.ts';
import { agedBills, ageing } from '@lobby/server/modules/financial-reports/debt/figures.ts';
import { loadDebtLines, loadFacts } from '@lobby/server/modules/financial-reports/debt/lines.ts';
import { type Debt, overdueOf } from '@lobby/shared/billing/ageing.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays, today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Owed');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, pay } = await booksAt(site);

/** A bill of a service at 10 % interest a year, due some days from now. */
async function due(unit: string, amount: number, days: number): Promise<Row> {
  const own = await priced({ interestPerYear: 10 });
  const made = await make(bill.path, {
    unitId: unit,
    serviceId: own.id,
    month: '2026-08',
    amount,
    dueDate: inDays(days),
  });
  expect((await act(bill.path, made, 'release')).status).toBe(200);
  return made;
}

const sumOf = (rows: readonly Row[], ...names: string[]) =>
  rows.reduce((all, row) => names.reduce((sum, name) => sum + Number(row[name]), all), 0);

/** What places that tell of a unit say it owes. */
async function toldOf(unit: string): Promise<number[]> {
  const [till, owes, most, many, desk, aged] = await Promise.all([
    ann.get<{ bills: Row[] }>(`/payment/unit/${unit}`),
    ann.get<Row>(`${bill.path}/units/${unit}/owes`),
    ann.get<Row[]>('/payment/most-owed'),
    ann.get<Row[]>(`/payment/multi?unitIds[]=${unit}`),
    ann.get<Row[]>('/debt-tracking'),
    ann.get<{ rows: Row[] }>(`${debtReport.path}/ageing`),
  ]);
  const own = (rows: readonly Row[], key: string) => rows.filter(row => row[key] === unit);
  return [
    sumOf(till.data.bills, 'left', 'interest'),
    Number(owes.data.owed),
    sumOf(own(most.data, 'unitId'), 'owed'),
    sumOf(many.data, 'owed'),
    sumOf(own(desk.data, 'unitId'), 'debt'),
    sumOf(own(aged.data.rows, 'key'), 'total', 'interest'),
  ];
}

it('is one sum wherever it is told, of charged interest and of interest that is not charged yet', async () => {
  const late = await due(unitId, 500_000, -60);
  await due(unitId, 200_000, 5);
  const open = await due(otherUnitId, 300_000, -30);
  // 8,219 are charged by a bill of their own, which is not due yet; 2,466 are not charged.
  expect(refusal(await act(bill.path, late, 'charge-interest'))[0]).toBe(200);
  const part = { unitId: otherUnitId, amount: 100_000, allocations: [{ billId: open.id, amount: 100_000 }] };
  expect((await pay(part)).status).toBe(201);
  await interestJob.run(new Date());
  await overdueJob.run(new Date());
  expect(new Set(await toldOf(unitId))).toEqual(new Set([708_219]));
  expect(new Set(await toldOf(otherUnitId))).toEqual(new Set([202_466]));
  // The head of a notice asks for what is charged, and says what is not.
  const owes = async (unit: string) => (await ann.get<Row>(`${bill.path}/units/${unit}/owes`)).data;
  expect([await owes(unitId), await owes(otherUnitId)]).toMatchObject([
    { interest: 8219, accrued: 0 },
    { interest: 2466, accrued: 2466 },
  ]);
  // The list of bills leaves out what is not charged, and says how much that is.
  const { data: listed } = await ann.get<Row>(`${bill.path}/totals`);
  expect(listed).toMatchObject({ remaining: 908_219, interest: 2466 });
  const { data: aged } = await ann.get<{ totals: Row }>(`${debtReport.path}/ageing`);
  expect(aged.totals).toMatchObject({ total: listed.remaining, interest: listed.interest });
});

it('is overdue by one sum in its chart, on its tile and in its list', async () => {
  const [series, figures, totals, aged] = await Promise.all([
    ann.get<Debt[]>(`${debtReport.path}/series?months=2`),
    ann.get<{ figures: { key: string; entity: string | null; value: number }[] }>('/home/figures?trade=accountant'),
    ann.get<{ overdue: Row }>(`${bill.path}/totals`),
    ann.get<{ totals: Debt }>(`${debtReport.path}/ageing?asOf=${today()}`),
  ]);
  const tile = figures.data.figures.find(({ key, entity }) => key === 'overdue' && entity === null);
  const list = await ann.get<Row[]>(`${bill.path}?filter[overdue][]=true&limit=100`);
  const last = series.data.at(-1);
  // What falls due later in the month is not overdue yet.
  expect(last && overdueOf(last)).toBe(700_000);
  expect([tile?.value, totals.data.overdue.amount, sumOf(list.data, 'remaining'), overdueOf(aged.data.totals)]).toEqual(
    [700_000, 700_000, 700_000, 700_000],
  );
});

it('is as old as the bill that it is the interest of, once it is due', async () => {
  const later = inDays(40);
  const [facts, lines] = await Promise.all([loadFacts(site.id), loadDebtLines(site.id, null, today())]);
  const { totals } = ageing(agedBills(lines, facts, later, {}), facts, later, 'unit');
  expect(totals).toMatchObject({ notDue: 0, d0_30: 0, d31_60: 200_000, d61_90: 200_000, d90: 508_219 });
});
