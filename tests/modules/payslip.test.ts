import { deposit } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

async function spendingSite(name: string) {
  const site = await makeSite(server.url, name);
  const books = await booksAt(site);
  const given = { method: 'CASH', fundId: books.till.id, accountingDate: today(), payeeName: 'Mai', content: 'Paid' };
  const spend = (values: object) => site.ann.post<Row>(payslip.path, { ...given, ...values });
  const refund = (amount: number, more: object = {}) =>
    spend({ purpose: 'ACCOUNT_REFUND', unitId: site.unitId, amount, ...more });
  return { ...site, ...books, spend, refund };
}

it('gives a deposit back as its own act does, and households see what came back to them alone', async () => {
  const site = await spendingSite('Deposits');
  const { carl, dora, allow, unitId, otherUnitId, till, make, act, read } = site;
  const taken = { payerName: 'Mai', amount: 600_000, method: 'CASH', fundId: till.id, accountingDate: today() };
  const own = await make(deposit.path, { ...taken, unitId });
  const given = { purpose: 'DEPOSIT_REFUND', depositId: own.id };
  expect(refusal(await site.spend({ purpose: 'DEPOSIT_REFUND', amount: 1 }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'depositId',
  ]);
  expect(refusal(await site.spend({ ...given, amount: 600_001 }))).toEqual([422, 'REFUND_EXCEEDS_DEPOSIT', 'amount']);
  const part = await site.spend({ ...given, amount: 1000 });
  expect(refusal(part)).toEqual([422, 'DEPOSIT_PARTIAL_REFUND_OFF', 'amount']);
  expect(refusal(await site.spend({ ...given, amount: 600_000, unitId: otherUnitId }))[2]).toBe('depositId');
  await allow({ PAYSLIP: ['read', 'write'] });
  const money = { method: 'CASH', fundId: till.id, accountingDate: today(), payeeName: 'Mai', content: 'Back' };
  expect((await carl.post(payslip.path, { ...money, ...given, amount: 600_000 })).status).toBe(403);
  const { data: made, status } = await site.spend({ ...given, amount: 600_000 });
  expect([status, made.unitId, made.type]).toEqual([201, unitId, 'DEPOSIT']);
  expect(await read(deposit.path, own.id)).toMatchObject({
    status: 'REFUNDED',
    remaining: 0,
    refunds: [{ amount: 600_000, payslipId: made.id }],
  });
  expect(refusal(await site.spend({ ...given, amount: 1 }))).toEqual([422, 'REFUND_EXCEEDS_DEPOSIT', 'amount']);
  expect((await act(payslip.path, made, 'cancel', { reason: 'Sent back' })).status).toBe(200);
  expect(await read(deposit.path, own.id)).toMatchObject({ status: 'DEPOSITED', remaining: 600_000, refunds: [] });
  await site.spend({ amount: 5, category: 'OTHER' });
  const seen = (await dora.get<Row[]>(payslip.path)).data;
  expect(seen.map(({ id }) => id)).toEqual([made.id]);
  expect(Object.keys(seen[0] ?? {})).not.toContain('fundId');
  await site.agree();
});

it('says what it is for, and shows a paper where the building asks for one', async () => {
  const site = await spendingSite('Papers');
  await site.pay({ amount: 500_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const cost = { amount: 100_001, category: 'OTHER' };
  expect(refusal(await site.spend({ ...cost, content: null }))).toEqual([400, 'VALIDATION_FAILED', 'content']);
  const settings = '/payment-method/settings';
  const { data } = await site.ann.get<Row>(settings);
  const set = await site.ann.put(settings, { version: data.version, attachmentFrom: 100_000 });
  expect(set.status, set.text).toBe(200);
  expect(refusal(await site.spend(cost))).toEqual([400, 'VALIDATION_FAILED', 'attachments']);
  expect((await site.spend({ ...cost, amount: 100_000 })).status).toBe(201);
  const sent = await site.ann.post<Row[]>('/upload', formOf([{ name: 'offer.png', body: await png() }]));
  expect((await site.spend({ ...cost, attachments: [sent.data[0]?.id] })).status).toBe(201);
});

it('gives back what is on the account and no more, of twenty at once as many as it holds', async () => {
  const site = await spendingSite('Refunds');
  await site.pay({ amount: 500_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const above = await site.refund(500_001);
  expect(refusal(above)).toEqual([422, 'PAYSLIP_EXCEEDS_ACCOUNT', 'amount']);
  const tries = await Promise.all(Array.from({ length: 20 }, () => site.refund(50_000)));
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(await site.accountOf()).toMatchObject({ balance: 0 });
  const made = tries.find(({ status }) => status === 201)?.data as Row;
  expect(made).toMatchObject({ type: 'CASH', purpose: 'ACCOUNT_REFUND' });
  expect((await site.act(payslip.path, made, 'cancel', { reason: 'Sent back' })).status).toBe(200);
  expect(await site.accountOf()).toMatchObject({ balance: 50_000 });
  await site.agree();
});

it('is of categories that add up to it; taxes that are paid on are no expense', async () => {
  const site = await spendingSite('Categories');
  await site.pay({ amount: 1_000_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const made = (code: string) => site.make(voucherCategory.path, { name: code, code, kind: 'EXPENSE' });
  const [repair, vat] = [await made('REPAIR'), await made('VAT_PAID')];
  const lines = (...amounts: number[]) => amounts.map((amount, n) => ({ categoryId: (n ? vat : repair).id, amount }));
  const wrong = await site.spend({ amount: 1_000_000, categories: lines(600_000, 399_999) });
  expect(refusal(wrong)).toEqual([400, 'PAYSLIP_TOTAL_INVALID', 'categories']);
  expect(refusal(await site.spend({ amount: 5 }))).toEqual([400, 'VALIDATION_FAILED', 'categories']);
  const { data, status } = await site.spend({ amount: 1_000_000, categories: lines(600_000, 400_000) });
  expect([status, data.category]).toEqual([201, 'OTHER']);
  const result = await site.ann.get<Row>(`${payslip.path}/summary`);
  expect(result.data).toMatchObject({ count: 1, amount: 1_000_000, purposes: [{ key: 'EXPENSE', count: 1 }] });
  await site.agree();
});

it('hides the account of its payee, until somebody looks on purpose', async () => {
  const site = await spendingSite('Payee');
  await site.pay({ amount: 100_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const bank = { payeeBankBin: '970436', payeeAccountNumber: '1018000018', payeeAccountName: 'MAI' };
  const { data } = await site.refund(100_000, bank);
  expect(String(data.payeeAccountNumber)).toContain('*');
  const shown = await site.ann.put<Row>(`${payslip.path}/${data.id}/reveal`, {});
  expect(shown.data).toMatchObject({ values: { payeeAccountNumber: '1018000018' } });
  const words = { version: data.version, remarks: 'Refund' };
  expect((await site.ann.put<Row>(`${payslip.path}/${data.id}`, words)).data.remarks).toBe('Refund');
  const money = await site.ann.put(`${payslip.path}/${data.id}`, { version: Number(data.version) + 1, amount: 5 });
  expect(money.status).toBe(400);
});
