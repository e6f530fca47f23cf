import { addDays } from '@lobby/shared/billing/periods.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { expect, it } from 'vitest';
import { booksAt, MONTH, NOTICE_MONTH, refusal, today } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/listener.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const BUILD = `${feeNotice.path}/build`;

async function noticeSite(name: string, hasAccount = true) {
  const site = await makeSite(server.url, name);
  const books = await booksAt(site);
  const account = { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' };
  if (hasAccount) await books.make(bankAccount.path, account);
  const { ann, unitId } = site;
  const owe = async (amount: number, month = MONTH) => {
    const own = await books.priced({});
    const made = await books.make(bill.path, { unitId, serviceId: own.id, month, amount });
    await books.act(bill.path, made, 'release');
    return made;
  };
  const build = (more: object = {}) => ann.post<Row>(BUILD, { month: NOTICE_MONTH, ...more });
  const notice = async (): Promise<Row> => {
    const [first] = (await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${unitId}`)).data;
    return (await ann.get<Row>(`${feeNotice.path}/${first?.id}`)).data;
  };
  const act = (one: Row, act_: string, input: object = {}) =>
    ann.put<Row>(`${feeNotice.path}/${one.id}/${act_}`, input);
  return { ...site, ...books, owe, build, notice, act };
}

it('is built, counted anew, published once, and keeps its lines', async () => {
  const site = await noticeSite('Built');
  await site.owe(50_000);
  expect((await site.build({ dryRun: true })).data).toMatchObject({ made: 1, sum: 50_000 });
  expect((await site.ann.get<Row[]>(feeNotice.path)).data).toEqual([]);
  expect((await site.build()).data).toMatchObject({ made: 1, rebuilt: 0 });
  const draft = await site.notice();
  expect(draft).toMatchObject({ status: 'UNPUBLISHED', revision: 0, newTotal: 50_000 });
  expect((await site.dora.get(`${feeNotice.path}/${draft.id}`)).status).toBe(404);
  await site.owe(20_000);
  expect((await site.build()).data).toMatchObject({ made: 0, rebuilt: 1, sum: 70_000 });
  const sent = await site.act(draft, 'publish');
  expect(sent.data).toMatchObject({ status: 'PUBLISHED', revision: 1, totalPayment: 70_000, remaining: 70_000 });
  expect((await site.build()).data).toMatchObject({ made: 0, rebuilt: 0, sum: 0 });
  const own = await site.dora.get<Row>(`${feeNotice.path}/${draft.id}`);
  expect(own.data).toMatchObject({ lines: [{ total: 50_000 }, { total: 20_000 }] });
});

it('is edited by an adjustment, and published again under its code', async () => {
  const site = await noticeSite('Edited');
  const one = await site.owe(50_000);
  await site.build({ publish: true });
  const { id, code } = await site.notice();
  const down = { type: 'ADJUST_DOWN', totalPayment: 20_000, reason: 'Measured again' };
  expect((await site.ann.put(`${bill.path}/${one.id}/adjust`, down)).status).toBe(200);
  const edited = await site.notice();
  expect(edited).toMatchObject({ status: 'EDITED', totalPayment: 50_000, lines: [{ total: 50_000 }] });
  expect((await site.act(edited, 'publish')).data).toMatchObject({ code, revision: 2, totalPayment: 30_000 });
  const { data } = await site.dora.get<Row[]>(`${feeNotice.path}/${id}/revisions`);
  expect(data.map(row => [row.revision, row.totalPayment, row.by])).toEqual([
    [2, 30_000, ''],
    [1, 50_000, ''],
  ]);
});

it('follows what is paid, and is not taken back then', async () => {
  const site = await noticeSite('Paid');
  const one = await site.owe(50_000);
  await site.build({ publish: true });
  await site.pay({ amount: 20_000, allocations: [{ billId: one.id, amount: 20_000 }] });
  const now = await until(async () => {
    const row = await site.notice();
    return row.paymentState === 'PARTIAL_PAID' && row;
  });
  expect(now).toMatchObject({ remaining: 30_000, totalPayment: 50_000 });
  expect(refusal(await site.act(now, 'cancel', { reason: 'A wrong day' }))).toEqual([409, 'FEE_NOTICE_PAID']);
  // Debts alone get no notice.
  expect((await site.build({ month: '2026-12' })).data).toMatchObject({ units: 0, made: 0 });
});

it('needs its days in order, a due day to come, and an account', async () => {
  const site = await noticeSite('Days', false);
  await site.owe(50_000);
  const due = addDays(today(), 5);
  const same = await site.build({ dates: { dueDate: due, debtDueDate: due } });
  expect(refusal(same)).toEqual([422, 'FEE_DATES_ORDER', 'debtDueDate']);
  const past = await site.build({ publish: true, dates: { dueDate: addDays(today(), -1) } });
  expect(refusal(past)).toEqual([422, 'FEE_DATE_IN_PAST', 'dueDate']);
  await site.build();
  const draft = await site.notice();
  expect((await site.act(draft, 'hold', { reason: 'To be looked at' })).data.status).toBe('DO_NOT_PUBLISH');
  expect(refusal(await site.act(draft, 'publish'))[1]).toBe('STATUS_NOT_ALLOWED');
  await site.act(draft, 'unhold');
  expect(refusal(await site.act(draft, 'publish'))).toEqual([422, 'NOTICE_ACCOUNT_MISSING']);
});
