import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { holdSync, runSyncJob, verifyAll } from '@lobby/server/modules/accounting-sync/index.ts';
import { configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { reconcile } from '@lobby/server/modules/reconciliation/index.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import type { CodeKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { afterAll, expect, it } from 'vitest';
import { openAccounting } from '../../scripts/sandbox/accounting.ts';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/client/socket-client.ts';
import { demoStaff } from '../setup/house/demo-staff.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';

// Last billed month of the large demo building: invoiced, accepted, corrected twice, and posted in the accounting
// software.
const LONG = 1_200_000;
const server = await startServer({ demo: true });
const who = await demoStaff(server.url, 'accountant@hoasen.demo');
const { projectId } = who;
const office = await openTaxOffice();
const books = await openAccounting();
configureTaxSandbox(office.url);
holdSync(true);
afterAll(async () => {
  configureTaxSandbox(null);
  holdSync(false);
  await Promise.all([office.close(), books.close()]);
});

const { path } = invoice;
const THIS_MONTH = today().slice(0, 7);
const MONTH = addMonths(THIS_MONTH, -1);
interface Line {
  account: string;
  debit?: number;
  credit?: number;
}
interface Entry {
  documentType: string;
  documentId: string;
  lines: Line[];
}
interface Item {
  billId: string | null;
}
type Invoice = Row & { items: Item[]; subTotal: number; vatAmount: number; surchargeTotal: number; total: number };

async function does<T = Row>(what: Promise<{ status: number; text: string; data: T }>): Promise<T> {
  const { status, text, data } = await what;
  expect(status, text).toBeLessThan(300);
  return data;
}
const read = (id: unknown) => does(who.get<Invoice>(`${path}/${id}`));
const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0);
const found = (more: object) =>
  modelOf(invoice)
    .find({ projectId, deletedAt: null, ...more })
    .lean<Invoice[]>();
/** Amount posted for documents on an account: credit less debit. */
async function bookedOf(documentIds: readonly string[], account: string): Promise<number> {
  const entries = await modelOf(journalEntry)
    .find({ projectId, deletedAt: null, documentType: 'bill', documentId: { $in: [...documentIds] } })
    .lean<Entry[]>();
  return sum(
    entries.flatMap(({ lines }) => lines.filter(line => line.account === account)),
    ({ debit = 0, credit = 0 }) => credit - debit,
  );
}

/** Runs the job until the tax office has answered all messages. */
async function answered(): Promise<void> {
  const waiting = { projectId, direction: 'OUT', status: { $in: ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'] } };
  for (let minutes = 0; (await modelOf(taxMessage).countDocuments(waiting)) > 0; minutes += 3) {
    await messageJob.run(new Date(Date.now() + minutes * 60_000));
    expect(minutes).toBeLessThan(900);
  }
}

it('invoices the month, has it accepted, and corrects it twice; the ledger says the same', {
  timeout: LONG,
}, async () => {
  const series = (await does(who.get<Row[]>(`${invoiceSeries.path}?limit=100`))).find(({ active }) => active);
  const seriesId = series?.id;
  const { rows } = await does(
    who.post<{ rows: { key: string; faults: object[] }[] }>(`${path}/compile/preview`, { month: MONTH }),
  );
  const good = rows.filter(({ faults }) => faults.length === 0).map(({ key }) => ({ key }));
  expect(good.length).toBeGreaterThan(300);
  const { id: run } = await does(who.post<{ id: string }>(`${path}/compile`, { month: MONTH, rows: good }));
  const compiled = () => does(who.get<Row>(`${path}/compile/${run}`));
  await until(async () => (await compiled()).state === 'DONE', { ms: LONG, every: 1000 });
  expect((await compiled()).made).toHaveLength(good.length);
  // Invoices refused earlier are sent again with their numbers.
  for (const one of await found({ syncStatus: 'FAILED' }))
    await does(who.put(`${path}/${one._id}/issue`, { seriesId }));
  const filter = { status: ['DRAFT'], syncStatus: ['NOT_SYNCHRONIZED'] };
  await does(who.put(`${path}/issue-multi`, { isAll: true, filter, seriesId }));
  const drafts = { status: 'DRAFT', syncStatus: 'NOT_SYNCHRONIZED' };
  await until(async () => (await found(drafts)).length === 0, { ms: LONG, every: 1000 });
  await answered();
  // One is under review.
  expect(await found({ status: 'DRAFT' })).toHaveLength(1);

  const live = await found({ month: MONTH, status: 'PUBLISHED', kind: 'ORIGINAL', revenueType: 'NORMAL' });
  const [lowered, replaced] = live.filter(({ buyerType }) => buyerType === 'INDIVIDUAL');
  const due = await does(who.get<Row>(`${bill.path}/${lowered?.items[0]?.billId}`));
  const down = { type: 'ADJUST_DOWN', totalPayment: 10_800, reason: 'Wrong area' };
  await does(who.put(`${bill.path}/${due.id}/adjust`, down));
  await does(who.put(`${path}/${lowered?._id}/adjust`, { kind: 'ADJUST_DOWN', reason: 'Wrong area' }));
  await does(who.put(`${path}/${replaced?._id}/replace`, { reason: 'Wrong buyer' }));
  for (const one of await found({ status: 'DRAFT', originalId: { $in: [lowered?._id, replaced?._id] } }))
    await does(who.put(`${path}/${one._id}/issue`, { seriesId }));
  await answered();
  expect((await read(lowered?._id)).status).toBe('ADJUSTED');
  expect((await read(replaced?._id)).status).toBe('REPLACED');

  const inForce = await found({ month: MONTH, status: { $in: ['PUBLISHED', 'ADJUSTED'] }, revenueType: 'NORMAL' });
  const billIds = inForce.flatMap(({ items }) => items.flatMap(({ billId }) => billId ?? []));
  expect(new Set(billIds).size).toBe(billIds.length);
  expect(await bookedOf(billIds, 'RECEIVABLE')).toBe(-sum(inForce, ({ total }) => total));
  expect(await bookedOf(billIds, 'VAT_PAYABLE')).toBe(sum(inForce, ({ vatAmount }) => vatAmount));
  expect(await bookedOf(billIds, 'SURCHARGE_TAX_PAYABLE')).toBe(sum(inForce, ({ surchargeTotal }) => surchargeTotal));
  // Numbers are unique and without gaps.
  const numbers = (await found({ seriesId, number: { $ne: null } })).map(({ number }) => Number(number));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, n) => n + 1));
  expect((await reconcile(projectId)).filter(({ ok }) => !ok)).toEqual([]);
});

it('stands in the books of the accounting software as it stands in ours', { timeout: LONG }, async () => {
  const [own] = await does(who.get<Row[]>(syncConnection.path));
  await does(who.put(`${syncConnection.path}/${own?.id}/pause`, {}));
  // Documents of the demo are marked as sent without having been sent.
  const unsent = { status: 'NONE', edition: 1, foreignId: null, foreignCode: null, hasError: false, errorCode: null };
  await modelOf(syncReceipt).updateMany({ projectId }, { $set: { ...unsent, difference: [] } });
  const connection = await does(
    who.post<Row>(syncConnection.path, {
      name: 'Books',
      url: books.url,
      user: books.user,
      secret: books.password,
      baseUnitCode: 'HSEN',
      fromDay: `${THIS_MONTH}-01`,
      kinds: ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER'].map(kind => ({ kind })),
    }),
  );
  await does(who.put(`${syncConnection.path}/${connection.id}/test`, {}));
  await does(who.put(`${syncConnection.path}/${connection.id}/activate`, {}));
  let codes = 0;
  for (const kind of ['UNIT', 'SERVICE', 'CATEGORY', 'FUND', 'BLOCK'] as const satisfies readonly CodeKind[]) {
    const lacking = await does(who.get<{ ours: string }[]>(`${syncCode.path}/missing?kind=${kind}`));
    const rows = lacking.map(({ ours }) => ({ kind, ours, code: `K${++codes}` }));
    if (rows.length > 0) await does(who.put(syncCode.path, { rows }));
  }
  const run = await does(who.post<Row>(syncRun.path, {}));
  for (let n = 0; (await does(who.get<Row>(`${syncRun.path}/${run.id}`))).status === 'RUNNING'; n++) {
    await runSyncJob(new Date());
    expect(n).toBeLessThan(200);
  }
  expect(await does(who.get<Row>(`${syncRun.path}/${run.id}`))).toMatchObject({ status: 'DONE', failed: 0 });
  await verifyAll(new Date());
  const rows = await modelOf(syncReceipt)
    .find({ projectId, deletedAt: null })
    .lean<{ documentKind: string; documentId: string; status: string; amount: number }[]>();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SYNCED']));
  // Compared by document, and by account totals.
  expect(books.vouchers.size).toBe(rows.length);
  const vouchers = [...books.vouchers.values()];
  const [bills, others] = [true, false].map(yes => rows.filter(row => (row.documentKind === 'BILL') === yes));
  const ofOthers = vouchers.filter(({ key }) => !key.startsWith('BILL-'));
  expect(sum(ofOthers, ({ amount }) => amount)).toBe(sum(others ?? [], ({ amount }) => amount));
  const ofBills = (bills ?? []).map(({ documentId }) => documentId);
  const there = (account: string) =>
    sum(
      vouchers
        .filter(({ key }) => key.startsWith('BILL-'))
        .flatMap(({ lines }) => lines.filter(line => line.account === account)),
      ({ debit, credit }) => credit - debit,
    );
  expect(there('131')).toBe(-sum(bills ?? [], ({ amount }) => amount));
  expect(there('131')).toBe(await bookedOf(ofBills, 'RECEIVABLE'));
  expect(there('33311')).toBe(await bookedOf(ofBills, 'VAT_PAYABLE'));
  expect(there('5113')).toBe(await bookedOf(ofBills, 'REVENUE'));
  expect(there('3339')).toBe(await bookedOf(ofBills, 'SURCHARGE_TAX_PAYABLE'));
  expect((await reconcile(projectId)).filter(({ ok }) => !ok)).toEqual([]);
});
