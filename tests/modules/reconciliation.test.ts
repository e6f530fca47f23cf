import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { reconciliationsJob } from '@lobby/server/modules/reconciliation/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Reconciled');
const { ann, carl, unitId } = site;
const { act, released, pay, till } = await booksAt(site);
const { path } = reconciliation;

type Line = { check: string; state: string; left: number; right: number; since: string | null };
const lines = async () => new Map((await ann.get<Line[]>(path)).data.map(one => [one.check, one]));
const statesOf = async (...checks: string[]) => {
  const all = await lines();
  return checks.map(check => all.get(check)?.state);
};
async function run(body: object = {}): Promise<void> {
  const asked = await ann.post<{ progressId: string }>(`${path}/run`, body);
  expect(asked.status).toBe(202);
  const state = async () => (await ann.get(`/progress/${asked.data.progressId}`)).data.state;
  await vi.waitFor(async () => expect(await state()).toBe('done'), WAIT);
}
const told = (kind: string) => notifications().countDocuments({ projectId: site.id, kind: kind as never });

const own = await released(100_000);
await pay({ amount: 60_000, allocations: [{ billId: own.id, amount: 60_000 }] });

it('says not run before, then that the books agree, and of what it does not compare that it is not in use', async () => {
  expect(await statesOf('ENTRIES', 'BANK')).toEqual(['NOT_RUN', 'NOT_IN_USE']);
  await run();
  const states = [...(await lines()).values()].map(({ state }) => state);
  expect(states).not.toContain('RED');
  expect(await statesOf('ENTRIES', 'BALANCES', 'RECEIPTS', 'CODES', 'PAYMENT_STATE', 'BANK')).toEqual([
    ...Array.from({ length: 5 }, () => 'GREEN'),
    'NOT_IN_USE',
  ]);
  expect((await lines()).get('RECEIVABLES')).toMatchObject({ left: 40_000, right: 40_000 });
});

it('finds a stored balance that was changed by hand, tells of it once, and once that it is gone', async () => {
  const stored = db().collection(collectionOf(unitAccount));
  await stored.updateOne({ _id: unitId as never }, { $inc: { balance: 1 } });
  await run();
  expect(await statesOf('BALANCES', 'UNIT_ACCOUNTS', 'ENTRIES')).toEqual(['RED', 'RED', 'GREEN']);
  const { data } = await ann.get<{ count: number; rows: Row[] }>(`${path}/2`);
  expect(data.rows).toEqual([expect.objectContaining({ rule: 'UNIT_BALANCE', id: unitId })]);
  const before = await told('RECONCILIATION_DIFFERS');
  expect(before).toBeGreaterThan(0);
  await run();
  expect(await told('RECONCILIATION_DIFFERS')).toBe(before);

  expect(refusal(await ann.put(`${path}/ENTRIES/acknowledge`, { reason: 'Known' }))).toEqual([409, 'CHECK_IS_GREEN']);
  expect(refusal(await ann.put(`${path}/NOTHING/acknowledge`, { reason: 'Known' }))).toEqual([404, 'CHECK_UNKNOWN']);
  expect((await ann.put(`${path}/2/acknowledge`, { reason: 'Typed by hand' })).data).toMatchObject({ state: 'KNOWN' });
  await run();
  expect(await statesOf('BALANCES', 'UNIT_ACCOUNTS')).toEqual(['KNOWN', 'RED']);
  expect((await ann.put(`${path}/2/withdraw`, {})).data).toMatchObject({ state: 'RED', acknowledged: null });

  await stored.updateOne({ _id: unitId as never }, { $inc: { balance: -1 } });
  await run();
  expect(await statesOf('BALANCES', 'UNIT_ACCOUNTS')).toEqual(['GREEN', 'GREEN']);
  expect(await told('RECONCILIATION_AGREES')).toBeGreaterThan(0);
});

it('names the receipt and the bill of a lost allocation, and the number that is missing', async () => {
  const stored = db().collection(collectionOf(receipt));
  const whole = await stored.findOne({ projectId: site.id, deletedAt: null });
  await stored.updateOne({ _id: whole?._id }, { $set: { allocations: [], code: 'PT-2611-00003' } });
  await run({ checks: ['RECEIPTS', '13', 'CODES'] });
  expect(await statesOf('RECEIPTS', 'PAYMENT_STATE', 'CODES')).toEqual(['RED', 'RED', 'RED']);
  const idsOf = async (check: string) =>
    (await ann.get<{ rows: Row[] }>(`${path}/${check}`)).data.rows.map(({ id }) => id);
  expect(await idsOf('RECEIPTS')).toEqual([String(whole?._id)]);
  expect(await idsOf('PAYMENT_STATE')).toEqual([own.id]);
  expect(await idsOf('CODES')).toContain('PT-2611-00002');
  await stored.replaceOne({ _id: whole?._id }, whole ?? {});
  await run();
  expect([...(await lines()).values()].map(({ state }) => state)).not.toContain('RED');
});

it('finds what was matched, paid online, invoiced or promised and is not in the books', async () => {
  const put = (definition: Definition, doc: object) =>
    db()
      .collection(collectionOf(definition))
      .insertOne({ projectId: site.id, deletedAt: null, version: 1, ...doc } as never);
  const item = { nature: 'GOODS', amount: 90_000, vat: 10_000, surchargeAmount: 0, billId: own.id };
  const whole = { kind: 'ORIGINAL', status: 'PUBLISHED', items: [item] };
  await put(bankStatementLine, {
    _id: 'line',
    status: 'MATCHED',
    amount: 60_000,
    reference: 'FT1',
    content: 'Ann pays',
    parts: [{ unitId, amount: 60_000, receiptId: 'gone' }],
  });
  await put(onlineTransaction, { _id: 'order', code: 'GD1', status: 'SUCCESSED', amount: 5000, receiptId: 'gone' });
  for (const [n, total] of [100_000, 99_000].entries())
    await put(invoice, { _id: `invoice-${n}`, code: `HDT${n}`, ...whole, total });
  await put(debtPromise, { _id: 'promise', code: 'HT1', unitId, status: 'KEPT', amount: 9000, received: 8000 });
  const sent = { documentKind: 'BILL', documentId: own.id, documentCode: own.code, cancelled: false };
  await put(syncReceipt, { _id: 'sent', status: 'SYNCED', amount: 99_999, ...sent });
  const checks = ['STATEMENT_LINES', 'ONLINE', 'E_INVOICES', 'SYNC', 'PLANS'];
  await run({ checks });
  expect(await statesOf(...checks)).toEqual(checks.map(() => 'RED'));
  const namesOf = async (check: string) =>
    (await ann.get<{ rows: Row[] }>(`${path}/${check}`)).data.rows.map(({ rule, name }) => `${rule} ${name}`);
  expect(await namesOf('STATEMENT_LINES')).toEqual(['LINES_MATCHED FT1']);
  expect(await namesOf('ONLINE')).toEqual(['ORDERS_BOOKED GD1']);
  expect(await namesOf('E_INVOICES')).toEqual([
    `INVOICED_AS_BILLED ${own.code}`,
    'INVOICE_LINES HDT1',
    `INVOICED_ONCE ${own.code}`,
  ]);
  expect(await namesOf('SYNC')).toEqual([`SENT_AS_BOOKED ${own.code}`]);
  expect(await namesOf('PLANS')).toEqual(['PROMISES HT1']);
  for (const definition of [bankStatementLine, onlineTransaction, invoice, syncReceipt, debtPromise])
    await db().collection(collectionOf(definition)).deleteMany({ projectId: site.id });
  await run();
  expect(await statesOf(...checks)).toEqual(checks.map(() => 'EMPTY'));
});

it('runs one at a time, each night once, and only for who may', async () => {
  const asked = await Promise.all([1, 2, 3].map(() => ann.post(`${path}/run`, {})));
  expect(asked.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
  for (const one of asked.filter(({ status }) => status !== 202)) expect(one.code).toBe('RECONCILIATION_RUNNING');
  await vi.waitFor(async () => {
    const { data } = await ann.get<{ state: string }[]>(`${path}/runs`);
    expect(data.map(({ state }) => state)).not.toContain('running');
  }, WAIT);
  const night = new Date(`${today()}T20:00:00Z`);
  expect(await reconciliationsJob.run(night)).toBeGreaterThan(0);
  expect(await reconciliationsJob.run(night)).toBe(0);
  expect((await carl.get(path)).status).toBe(403);
});

it('shows the sums of a day as the cashbook and the receipts have them, without personal data', async () => {
  const { data } = await ann.get(`${path}/day?on=${today()}`);
  expect(data).toMatchObject({
    receivables: 40_000,
    receipts: [expect.objectContaining({ count: 1, amount: 60_000 })],
  });
  expect(data.funds).toEqual([expect.objectContaining({ id: till.id, in: 60_000, closing: 60_000 })]);
  const paper = await ann.get(`${path}/day/pdf?on=${today()}`);
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await ann.get(`${path}/export`)).status).toBe(200);
});

it('agrees on what was paid of a bill that was lowered afterwards', async () => {
  const due = await released(50_000);
  await pay({ amount: 50_000, allocations: [{ billId: due.id, amount: 50_000 }] });
  const lowered = await act(bill.path, due, 'adjust', {
    type: 'ADJUST_DOWN',
    totalPayment: 30_000,
    reason: 'Read anew',
  });
  expect(lowered.status, lowered.text).toBe(200);
  await run();
  expect(await statesOf('PAYMENT_STATE', 'RECEIPTS', 'UNIT_ACCOUNTS')).toEqual(['GREEN', 'GREEN', 'GREEN']);
});
