import { balanceSheet, resultReport } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Sheet');
const { ann, carl, allow } = site;
const { act, priced, released, make, read, pay, till } = await booksAt(site);
const day = today();
const { path } = balanceSheet;
type Side = { side: string; key: string; amount: number; change: number | null };
const sheet = async (query = '') => (await ann.get<Row & { rows: Side[] }>(`${path}${query}`)).data;
const amounts = ({ rows }: { rows: Side[] }) => Object.fromEntries(rows.map(({ key, amount }) => [key, amount]));

it('has on one side what is owed and owned on the other, to the dong, on any day', async () => {
  await act(fund.path, till, 'opening', { amount: 10_000_000, accountingDate: '2026-01-05' });
  const own = await priced({}, { vat: 8 });
  const made = await make('/bill', { unitId: site.unitId, serviceId: own.id, month: '2026-10', amount: 806_500 });
  expect((await act('/bill', made, 'release')).status).toBe(200);
  const { total } = await read('/bill', made.id);
  await pay({ amount: 1_000_000, allocations: [{ billId: made.id, amount: total }] });
  const vat = Number(total) - 806_500;
  const now = await sheet();
  expect(now).toMatchObject({ balanced: true, totals: { assets: 11_000_000 } });
  expect(amounts(now)).toMatchObject({
    CASH: 11_000_000,
    RECEIVABLE: 0,
    UNIT_ACCOUNT: 1_000_000 - Number(total),
    VAT_PAYABLE: vat,
    OPENING_BALANCE: 10_000_000,
    RESULT_OF_YEAR: 806_500,
    RESULT_BEFORE: 0,
  });
  expect(amounts(now).UNIT_ACCOUNT).toBe((await read(unitAccount.path, site.unitId)).balance);
  const before = await sheet('?on=2026-01-31');
  expect(before).toMatchObject({ balanced: true, totals: { assets: 10_000_000, liabilities: 0 } });
  expect((await sheet('?on=2026-01-04')).totals).toEqual({ assets: 0, liabilities: 0, equity: 0 });
  const beside = await sheet(`?on=${day}&compare=2026-01-31`);
  expect(beside.rows.find(({ key }) => key === 'CASH')?.change).toBe(1_000_000);
  const { data: months } = await ann.get<Row[]>(`${path}/series?months=3`);
  expect([months.length, months.at(-1)?.assets]).toEqual([3, 11_000_000]);
  // The bill is of October: with a year that begins in November it is of the one before.
  const begins = async (version: number, financialYearMonth: number) =>
    expect((await ann.put(`/unit-group/${site.id}`, { version, financialYearMonth })).status).toBe(200);
  await begins(1, 11);
  expect(amounts(await sheet())).toMatchObject({ RESULT_OF_YEAR: 0, RESULT_BEFORE: 806_500 });
  await begins(2, 1);
  const paper = await linesOfPdf((await ann.file(`${path}/pdf?lang=en&compare=lastYear`)).body);
  for (const said of ['Balance sheet', '11,000,000', 'Balanced']) expect(paper.flat().join('\n')).toContain(said);
});

it('adds up by account and finer, both sides alike', async () => {
  const trial = async (level: string) =>
    (await ann.get<Record<string, number>[]>(`${path}/trial?from=2026-02-01&to=${day}&level=${level}`)).data;
  for (const level of ['account', 'unit', 'service', 'fund']) {
    const rows = await trial(level);
    const sum = (name: string) => rows.reduce((total, one) => total + Number(one[name]), 0);
    expect([sum('openingDebit'), sum('debit'), sum('closingDebit')], level).toEqual([
      sum('openingCredit'),
      sum('credit'),
      sum('closingCredit'),
    ]);
    expect(sum('openingDebit')).toBe(10_000_000);
  }
  expect((await ann.get(`${path}/trial?from=${day}&to=2026-01-01`)).status).toBe(400);
  expect((await ann.get(`${path}?on=2099-01-01`)).status).toBe(400);
});

it('has the result of the operational report, with that of maintenance funds; taxes are none of it', async () => {
  interface Line {
    kind: string;
    key: string;
    amounts: number[];
    total: number;
  }
  interface Part {
    revenue: Line[];
    expense: Line[];
    result: number;
  }
  const given = await released(300_000);
  await make(writeOff.path, { billId: given.id, amount: 1000, reason: 'Small rest' });
  const kept = await make(fund.path, { name: 'Two percent', code: 'BT', kind: 'CASH', purpose: 'MAINTENANCE' });
  await act(fund.path, kept, 'opening', { amount: 900_000, accountingDate: '2026-01-05' });
  const spend = (fundId: unknown, amount: number) =>
    make(payslip.path, {
      purpose: 'EXPENSE',
      category: 'MAINTENANCE',
      method: 'CASH',
      fundId,
      amount,
      accountingDate: day,
      payeeName: 'Lift works',
      content: 'Repairs',
    });
  await spend(till.id, 40_000);
  await spend(kept.id, 500_000);
  const { data } = await ann.get<Part & { columns: string[]; maintenance: Part; below: Line[] }>(
    `${resultReport.path}?from=2026-01-01&to=${day}`,
  );
  const of = (lines: readonly Line[]) => Object.fromEntries(lines.map(({ key, total }) => [key, total]));
  expect(of(data.revenue)).toMatchObject({ WRITE_OFF: -1000 });
  expect([of(data.expense), of(data.maintenance.expense)]).toEqual([{ MAINTENANCE: 40_000 }, { MAINTENANCE: 500_000 }]);
  // Each figure opens documents that add up to it.
  const behind = async (query: string) =>
    (await ann.get<Row & { rows: Row[] }>(`${resultReport.path}/documents?from=2026-01-01&to=${day}&limit=1&${query}`))
      .data;
  const parts = {
    '': [...data.revenue, ...data.expense, ...data.below],
    '&maintenance=true': data.maintenance.expense,
  };
  for (const [more, lines] of Object.entries(parts))
    for (const { kind, key, amounts } of lines)
      for (const [n, amount] of amounts.entries()) {
        const found = await behind(`kind=${kind}&key=${key}&column=${data.columns[n]}${more}`);
        expect(found, `${kind} ${key} ${data.columns[n]}`).toMatchObject({ sum: amount });
        expect(found.rows).toHaveLength(Math.min(1, Number(found.count)));
      }
  const moved = await behind(`kind=CATEGORY&key=MAINTENANCE&column=${day.slice(0, 7)}&maintenance=true`);
  expect(moved).toMatchObject({ count: 1, rows: [{ type: 'payslip', day, amount: 500_000 }] });
  const now = amounts(await sheet());
  expect(data.result + data.maintenance.result).toBe(now.RESULT_OF_YEAR);
  expect(of(data.below)).toEqual({ VAT_PAYABLE: now.VAT_PAYABLE });
});

it('goes out as a sheet, with what maintenance funds did this year, and lists the VAT on what was bought', async () => {
  const cost = await make(voucherCategory.path, { name: 'Pumps', code: 'PUMPS', kind: 'EXPENSE' });
  const line = { categoryId: cost.id, amount: 108_000, vatAmount: 8000, invoiceNo: '0000077' };
  const bought = await make(payslip.path, {
    purpose: 'EXPENSE',
    method: 'CASH',
    fundId: till.id,
    amount: 108_000,
    categories: [line],
    accountingDate: day,
    payeeName: 'Pump works',
    content: 'A pump',
  });
  const { data } = await ann.get<Row>(`${path}/input-vat?from=${day}&to=${day}`);
  expect(data).toMatchObject({
    net: 100_000,
    vat: 8000,
    rows: [{ payslipId: bought.id, invoiceNo: '0000077', category: 'Pumps', net: 100_000, vat: 8000 }],
  });
  const { reserve } = (await sheet()) as unknown as { reserve: Row[] };
  expect(reserve).toMatchObject([{ opening: 0, in: 900_000, out: 500_000, closing: 400_000 }]);
  const period = `from=${day}&to=${day}`;
  for (const [file, said] of [
    [`${path}/export?compare=lastYear`, 'Two percent|0|900000|500000|400000'],
    [`${path}/trial/export?${period}&level=fund`, 'Till'],
    [`${path}/input-vat/export?${period}`, 8000],
  ] as const) {
    const cells = (await rowsOfSheet((await ann.file(file)).body)).flat();
    expect(cells.map(String).join('|'), file).toContain(String(said));
  }
});

it('is for who may see sums, and nobody changes an entry', async () => {
  await allow({ BALANCE_SHEET: ['read'] });
  expect((await carl.get(path)).status).toBe(403);
  const { data } = await ann.get<Row[]>('/statistics/journal?limit=1');
  for (const way of ['put', 'delete'] as const)
    expect([404, 405]).toContain((await ann[way](`/statistics/journal/${data[0]?.id}`, {} as never)).status);
});
