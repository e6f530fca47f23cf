import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Funds');
const { ann, ben } = site;
const { make, act, till, agree, pay } = await booksAt(site);
const day = today();
let n = 0;

const box = (values: object = {}) => make(fund.path, { name: `Box ${++n}`, code: `B${n}`, kind: 'CASH', ...values });
async function bank(values: object = {}): Promise<Row> {
  const account = await make(bankAccount.path, {
    bankBin: '970436',
    accountNumber: `10180000${10 + ++n}`,
    accountName: 'BAN QUAN LY',
  });
  return box({ kind: 'BANK', bankAccountId: account.id, ...values });
}
const holds = async ({ id }: Row, on = day) => (await ann.get<Row>(`${fund.path}/${id}/balance?on=${on}`)).data.balance;
const began = (one: Row, amount: number, accountingDate = day) =>
  act(fund.path, one, 'opening', { amount, accountingDate });
const move = (from: Row, to: Row, amount: number, values: object = {}, who = ann) =>
  who.post<Row>(fundTransfer.path, { fromFundId: from.id, toFundId: to.id, amount, accountingDate: day, ...values });

it('holds what it began with, less what went out with its fee, and numbers what goes without gaps', async () => {
  const [one, other] = [await box(), await bank()];
  expect((await began(one, 10_000_000)).data).toMatchObject({ openingBalance: 10_000_000, openingDate: day });
  const { data: moved, status } = await move(one, other, 1_000_000, { fee: 11_000 });
  expect([status, moved.status, moved.makerId]).toEqual([201, 'NOT_CANCELED', ann.id]);
  expect(moved.code).toMatch(/^CQ-\d{4}-\d{5}$/);
  expect([await holds(one), await holds(other)]).toEqual([8_989_000, 1_000_000]);
  const { data: row } = await ann.get<Row>(`${fund.path}/${one.id}`);
  expect(row.balance).toBe(8_989_000);
  expect((await pay({ type: 'OTHER', unitId: null, amount: 500_000, fundId: one.id })).status).toBe(201);
  const who = { payeeName: 'Hoa', content: 'Soap', category: 'CLEANING' };
  const spent = { method: 'CASH', fundId: one.id, accountingDate: day, ...who };
  expect((await ann.post(payslip.path, { ...spent, amount: 300_000 })).status).toBe(201);
  expect(await holds(one)).toBe(9_189_000);
  expect(refusal(await began(one, 1))).toEqual([409, 'FUND_OPENING_FIXED']);
  const back = await act(fundTransfer.path, moved, 'cancel', { reason: 'Not brought' });
  expect(back.data).toMatchObject({ status: 'CANCELED', cancelReason: 'Not brought', cancelDate: day });
  expect(await holds(one)).toBe(10_200_000);
  const next = await move(one, other, 5);
  expect(Number(String(next.data.code).slice(-5))).toBe(Number(String(moved.code).slice(-5)) + 1);
  await agree();
});

it('gives no more than is in a till, on that day and today, of twenty who take at once', async () => {
  const [one, other] = [await box(), await bank()];
  expect(refusal(await move(one, one, 5))).toEqual([400, 'FUND_TRANSFER_SAME', 'toFundId']);
  expect(refusal(await move(one, other, 5))).toEqual([422, 'FUND_NOT_ENOUGH']);
  await began(one, 100_000);
  expect(refusal(await move(one, other, 50_000, { accountingDate: '2026-01-02' }))).toEqual([422, 'FUND_NOT_ENOUGH']);
  const tries = await Promise.all(Array.from({ length: 20 }, () => move(one, other, 30_000)));
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(tries.filter(({ code }) => code === 'FUND_NOT_ENOUGH')).toHaveLength(17);
  expect(await holds(one)).toBe(10_000);
  expect((await move(other, one, 200_000)).status).toBe(201);
  await agree();
});

it('is its keepers’ alone to move, and everybody’s to see', async () => {
  const [kept, other] = [await box({ keeperIds: [ben.id] }), await bank()];
  await began(kept, 100_000);
  const strange = await move(kept, other, 1);
  expect(refusal(strange)).toEqual([403, 'FUND_NOT_YOURS']);
  expect(refusal(await pay({ type: 'OTHER', unitId: null, amount: 5, fundId: kept.id }))[1]).toBe('FUND_NOT_YOURS');
  expect((await ann.get(`${fund.path}/${kept.id}`)).status).toBe(200);
});

it('tells the keepers of both funds, is found by them, and goes on a slip that both sign', async () => {
  const [kept, other] = [await box({ keeperIds: [ann.id, ben.id] }), await bank()];
  await began(kept, 100_000);
  const { data: moved } = await move(kept, other, 40_000, { content: 'To the bank' });
  const { data: told } = await ben.get<Row[]>('/histories/pms');
  expect(told[0]).toMatchObject({
    kind: 'FUND_TRANSFER_MADE',
    url: expect.stringContaining(`fund-transfer?tab=all&id=${moved.id}`),
  });
  const { data: own } = await ann.get<Row[]>(`${fund.path}?filter[keeperIds][]=${ann.id}`);
  expect(own.map(({ id }) => id)).toEqual([kept.id]);
  const slip = (await linesOfPdf((await ann.file(`${fundTransfer.path}/${moved.id}/pdf?lang=en`)).body))
    .flat()
    .join('\n');
  for (const said of [moved.code, 'To the bank', '40,000', 'Forty thousand dong']) expect(slip).toContain(said);
  const { data: next } = await move(kept, other, 5000);
  const print = (ids: unknown[]) => ann.post(`${fundTransfer.path}/print`, { ids });
  const many = await print([next.id, moved.id]);
  expect([many.status, many.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await print([moved.id, site.id])).status).toBe(404);
  await act(fundTransfer.path, moved, 'cancel', { reason: 'Not brought' });
  expect((await ben.get<Row[]>('/histories/pms')).data[0]).toMatchObject({ kind: 'FUND_TRANSFER_CANCELLED' });
  const taken = (await linesOfPdf((await ann.file(`${fundTransfer.path}/${moved.id}/pdf?lang=en`)).body)).flat();
  expect(taken.join('\n')).toContain('Not brought');
});

it('keeps money for maintenance apart, and stays what it is once it was used', async () => {
  const [saved, other] = [await bank({ purpose: 'MAINTENANCE' }), await bank()];
  expect(refusal(await move(saved, other, 5))).toEqual([422, 'FUND_PURPOSE_MISMATCH']);
  expect((await move(other, saved, 5)).status).toBe(201);
  const { data } = await ann.get<Row>(`${fund.path}/${other.id}`);
  const edit = (values: object) => ann.put(`${fund.path}/${other.id}`, { version: data.version, ...values });
  expect(refusal(await edit({ purpose: 'OTHER' }))).toEqual([409, 'FUND_IN_USE', 'purpose']);
  expect(refusal(await act(fund.path, other, 'deactivate'))).toEqual([409, 'FUND_IN_USE']);
  const empty = await bank();
  expect((await act(fund.path, empty, 'deactivate')).data).toMatchObject({ active: false });
  expect(refusal(await move(other, empty, 5))).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'toFundId']);
  const taken = await ann.post(fund.path, {
    name: 'Twice',
    code: 'X2',
    kind: 'BANK',
    bankAccountId: data.bankAccountId,
  });
  expect(refusal(taken)).toEqual([409, 'FUND_BANK_ACCOUNT_TAKEN', 'bankAccountId']);
});

it('is closed with the books, and a refusal does not name the module', async () => {
  const [one, other] = [await box(), await bank()];
  expect(refusal(await move(one, other, 5, { accountingDate: '2099-01-01' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'accountingDate',
  ]);
  const far = await makeSite(server.url, 'Closed funds');
  const lock = await far.ann.post('/transaction-lock-date', { transactionLockDate: '2026-06-30' });
  expect(lock.status).toBeLessThan(300);
  const mine = await far.ann.post<Row>(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
  const late = { amount: 5, accountingDate: '2026-06-30' };
  const shut = await far.ann.put(`${fund.path}/${mine.data.id}/opening`, late);
  expect(refusal(shut)).toEqual([422, 'data_is_locked', 'accountingDate']);
  const stranger = await site.carl.get(fund.path);
  expect([stranger.status, stranger.error?.data]).toEqual([403, {}]);
  expect(till).toBeDefined();
});

it('is counted beside what the books say of that moment, by its keepers, and posts nothing', async () => {
  const one = await box();
  await began(one, 700_000);
  const count = (values: object, who = ann) => who.post<Row>(fundCount.path, { fundId: one.id, ...values });
  const denominations = [
    { value: 500_000, pieces: 1 },
    { value: 50_000, pieces: 3 },
  ];
  const { data, status } = await count({ denominations, witnessId: ben.id });
  expect(status).toBe(201);
  expect(data).toMatchObject({ counted: 650_000, book: 700_000, difference: -50_000, countedById: ann.id });
  expect(data.code).toMatch(/^KQ-\d{4}-\d{5}$/);
  expect((await ann.get(`${fund.path}/${one.id}`)).data).toMatchObject({
    lastCountedAt: data.countedAt,
    balance: 700_000,
  });
  expect((await ben.get<Row[]>('/histories/pms')).data[0]).toMatchObject({ kind: 'FUND_COUNT_DIFFERS' });
  // Before the opening balance was entered the fund was empty.
  const before = await count({ counted: 0, countedAt: new Date(Date.now() - 3_600_000).toISOString() });
  expect(before.data).toMatchObject({ book: 0, difference: 0 });
  expect((await ann.get(`${fund.path}/${one.id}`)).data.lastCountedAt).toBe(data.countedAt);
  expect(refusal(await count({ denominations: [{ value: 3000, pieces: 1 }] }))).toEqual([
    400,
    'COUNT_DENOMINATION_UNKNOWN',
    'denominations.0.value',
  ]);
  expect(refusal(await count({ denominations, counted: 1 }))).toEqual([422, 'COUNT_SUM_DIFFERS', 'counted']);
  expect(refusal(await count({}))).toEqual([400, 'VALIDATION_FAILED', 'counted']);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(refusal(await count({ counted: 1, countedAt: later }))).toEqual([422, 'COUNT_IN_FUTURE', 'countedAt']);
  const kept = await box({ keeperIds: [ben.id] });
  expect(refusal(await count({ fundId: kept.id, counted: 0 }, site.carl))[0]).toBe(403);
  const paper = await ann.get(`${fundCount.path}/${data.id}/pdf`);
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  await agree();
});
