import { addDays } from '@lobby/shared/kit/dates.ts';
import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Cash');
const { ann, carl, allow } = site;
const { make, act, pay, till, agree } = await booksAt(site);
const day = today();
const daysAgo = (days: number) => addDays(day, -days);
const account = await make(bankAccount.path, {
  bankBin: '970436',
  accountNumber: '1018000999',
  accountName: 'BAN QUAN LY',
});
const bank = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });
await act(fund.path, till, 'opening', { amount: 1_000_000, accountingDate: daysAgo(20) });

interface Book {
  opening: number;
  totalIn: number;
  totalOut: number;
  closing: number;
  pageOpening: number;
  count: number;
  rows: { in: number; out: number; balance: number; day: string; cancelled: boolean; source: string }[];
}
const book = async (query = '', from = daysAgo(10)) =>
  (await ann.get<Book>(`/cashbook?from=${from}&to=${day}${query}`)).data;

it('adds up for each page, whatever its size, and opens with what was there before', async () => {
  for (let n = 1; n <= 7; n++) await pay({ type: 'UNIT_ACCOUNT', amount: n * 1000, accountingDate: daysAgo(8 - n) });
  const all = await book();
  expect(all).toMatchObject({ opening: 1_000_000, totalIn: 28_000, totalOut: 0, closing: 1_028_000, count: 7 });
  for (const limit of [2, 3, 7])
    for (let page = 1; page <= Math.ceil(7 / limit); page++) {
      const { pageOpening, rows } = await book(`&page=${page}&limit=${limit}`);
      const sum = rows.reduce((total, one) => total + one.in - one.out, pageOpening);
      expect(sum).toBe(rows.at(-1)?.balance);
    }
  // The opening balance of a fund is a row of its day.
  expect(await book('', daysAgo(20))).toMatchObject({ opening: 0, totalIn: 1_028_000, count: 8 });
});

it('keeps both rows of what was cancelled, and leaves pairs and transfers out of sums alone', async () => {
  const { data: paid } = await pay({ type: 'UNIT_ACCOUNT', amount: 500_000, accountingDate: daysAgo(3) });
  const before = await book();
  await act(receipt.path, paid, 'cancel', { reason: 'Sent back' });
  const after = await book();
  expect(after.rows.filter(({ cancelled }) => cancelled).map(row => [row.day, row.in, row.out])).toEqual([
    [daysAgo(3), 500_000, 0],
    [day, 0, 500_000],
  ]);
  expect(after.closing).toBe(before.closing - 500_000);
  const without = await book('&withoutCancelled=true');
  expect([without.totalIn, without.totalOut, without.closing]).toEqual([28_000, 0, after.closing]);
  await make(fundTransfer.path, { fromFundId: till.id, toFundId: bank.id, amount: 100_000, accountingDate: day });
  expect((await book(`&fundId=${bank.id}`)).closing).toBe(100_000);
  const both = await book('&withoutCancelled=true');
  const apart = await book('&withoutCancelled=true&withoutTransfers=true');
  expect([both.totalIn - apart.totalIn, both.totalOut - apart.totalOut]).toEqual([100_000, 100_000]);
  expect(apart.closing).toBe(both.closing);
  await agree();
});

it('goes on paper with its balance carried from page to page, a book for each fund', async () => {
  const paid = () => pay({ type: 'UNIT_ACCOUNT', amount: 1000, accountingDate: daysAgo(2) });
  await Promise.all(Array.from({ length: 45 }, paid));
  const { rows } = await book(`&fundId=${till.id}`);
  const of = async (query: string) =>
    linesOfPdf((await ann.file(`/cashbook/pdf?from=${daysAgo(10)}&to=${day}&lang=en${query}`)).body);
  const pages = await of(`&fundId=${till.id}`);
  const figure = (lines: readonly string[] | undefined, words: string) =>
    lines?.find(line => line.includes(words))?.match(/[\d,]+$/)?.[0];
  expect(pages.length).toBeGreaterThan(1);
  for (const [n, page] of pages.slice(1).entries()) {
    expect(figure(page, 'Brought forward')).toMatch(/^\d/);
    expect(figure(pages[n], 'Carried over')).toBe(figure(page, 'Brought forward'));
  }
  expect(pages.flat().join('\n')).toContain(new Intl.NumberFormat('en').format(rows.at(-1)?.balance ?? 0));
  const all = (await of('')).flat().join('\n');
  for (const name of ['Bank', 'S07-DN']) expect(all).toContain(name);
});

it('says each day what its balance says, and what vouchers came to', async () => {
  const daily = (await ann.get<Row[]>(`/cashbook/daily?from=${daysAgo(10)}&to=${day}`)).data;
  for (const one of daily) {
    const { data } = await ann.get<Row>(`${fund.path}/${one.fundId}/balance?on=${one.key}`);
    expect(one.closing, `${one.key}`).toBe(data.balance);
    expect(Number(one.opening) + Number(one.in) - Number(one.out)).toBe(one.closing);
  }
  const one = daily.find(({ key, fundId }) => key === daysAgo(7) && fundId === till.id);
  const of = `filter[accountingDate][from]=${daysAgo(7)}&filter[accountingDate][to]=${daysAgo(7)}`;
  expect((await ann.get<Row>(`${receipt.path}/summary?${of}`)).data.amount).toBe(one?.receipts);
  const cells = (await rowsOfSheet((await ann.file(`/cashbook/export?from=${daysAgo(10)}&to=${day}`)).body)).flat();
  expect(cells).toContain(daysAgo(7).split('-').reverse().join('/'));
  const result = await ann.file(`/statistics/operational/export?from=${daysAgo(10)}&to=${day}`);
  const months = (await rowsOfSheet(result.body)).flat();
  expect(months).toContain(day.slice(0, 7).split('-').reverse().join('/'));
  for (const cell of [...cells, ...months]) expect(String(cell)).not.toMatch(/^\d{4}-\d{2}(-\d{2})?$/);
  expect((await ann.get(`/cashbook?from=2016-01-01&to=${day}`)).status).toBe(400);
  await allow({ CASHBOOK: ['read'] });
  expect((await carl.get(`/cashbook/daily?from=${day}&to=${day}`)).status).toBe(403);
  const seen = await carl.get<Book>(`/cashbook?from=${daysAgo(10)}&to=${day}`);
  expect(seen.data.rows[0]).toMatchObject({ counterpart: '', documentId: null });
});

it('adds up by how money moved and what for, and names what is in no fund yet', async () => {
  const far = await makeSite(server.url, 'Groups');
  const books = await booksAt(far);
  const kept = await books.make(bankAccount.path, {
    bankBin: '970436',
    accountNumber: '1018000555',
    accountName: 'BQL',
  });
  const other = await books.make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: kept.id });
  const ways = [
    { kind: 'CASH', fundId: books.till.id, amount: 300_000 },
    { kind: 'TRANSFER', fundId: other.id, amount: 200_000 },
  ];
  await books.pay({ type: 'UNIT_ACCOUNT', amount: 500_000, methods: ways });
  const pos = { name: 'Terminal', code: 'POS', kind: 'SPOS', fundId: other.id, settles: 'ON_STATEMENT' };
  const terminal = await books.make(paymentMethod.path, pos);
  await books.pay({ type: 'UNIT_ACCOUNT', amount: 70_000, methods: [{ methodId: terminal.id, amount: 70_000 }] });
  const costs = await Promise.all(
    ['Lift', 'Soap'].map(name => books.make(voucherCategory.path, { name, code: name, kind: 'EXPENSE' })),
  );
  await books.make(payslip.path, {
    method: 'CASH',
    fundId: books.till.id,
    accountingDate: day,
    payeeName: 'Hoa',
    content: 'Of two kinds',
    amount: 100_000,
    categories: costs.map(({ id }, n) => ({ categoryId: id, amount: n ? 40_000 : 60_000 })),
  });
  const by = async (group: string) =>
    (await far.ann.get<Row[]>(`/cashbook/daily?from=${day}&to=${day}&group=${group}`)).data;
  expect(await by('method')).toMatchObject([
    { key: 'CASH', fundId: books.till.id, in: 300_000, out: 100_000, closing: null },
    { key: 'TRANSFER', fundId: other.id, in: 200_000, out: 0 },
  ]);
  expect((await by('category')).map(one => [one.name, one.in, one.out])).toEqual([
    [null, 300_000, 0],
    [null, 200_000, 0],
    ['Lift', 0, 60_000],
    ['Soap', 0, 40_000],
  ]);
  const { data } = await far.ann.get<Row>(`/cashbook?from=${day}&to=${day}`);
  expect(data).toMatchObject({
    totalIn: 500_000,
    onItsWay: [{ method: terminal.id, name: 'Terminal', amount: 70_000 }],
  });
});
