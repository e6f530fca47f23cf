import { modelOf } from '@lobby/server/kit/store/schema.ts';
import {
  configureAccountingTimeout,
  holdSync,
  runSyncJob,
  scheduleRuns,
  verifyAll,
  waitsJob,
} from '@lobby/server/modules/accounting-sync/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import type { CodeKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounting } from '../../scripts/sandbox/accounting.ts';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { secondPersonAt } from '../setup/money/second-person.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Books');
const { ann, unitId, otherUnitId } = site;
const books = await booksAt(site);
const office = await openAccounting({ slowMs: 400 });
configureAccountingTimeout(200);
holdSync(true);
afterAll(async () => {
  holdSync(false);
  await office.close();
});

const { path } = syncReceipt;
const KINDS = ['BILL', 'RECEIPT', 'PAYSLIP', 'FUND_TRANSFER'].map(kind => ({ kind }));
const plain = { url: office.url, user: office.user, baseUnitCode: 'HSEN', fromDay: '2026-01-01', kinds: KINDS };
let connection: Row;
let codes = 0;
const does = (id: unknown, act: string) => ann.put<Row>(`${syncConnection.path}/${id}/${act}`, {});
const later = (minutes = 0) => runSyncJob(new Date(Date.now() + minutes * 60_000));
const missing = async (kind: CodeKind) =>
  (await ann.get<{ ours: string; waiting: number }[]>(`${syncCode.path}/missing?kind=${kind}`)).data;
async function fillCodes(...kinds: CodeKind[]): Promise<void> {
  for (const kind of kinds) {
    const rows = (await missing(kind)).map(({ ours }) => ({ kind, ours, code: `K${++codes}` }));
    if (rows.length > 0) expect((await ann.put(syncCode.path, { rows })).status).toBe(200);
  }
}
const rowOf = async ({ id }: Row, kind = 'BILL'): Promise<Row> => {
  const doc = await modelOf(syncReceipt)
    .findOne({ projectId: site.id, deletedAt: null, documentId: id, documentKind: kind })
    .lean();
  return (await ann.get<Row>(`${path}/${(doc as { _id?: string } | null)?._id}`)).data;
};
const send = async (body: object = {}) => {
  const begun = await ann.post<{ id: string }>(syncRun.path, body);
  if (begun.status !== 202) throw new Error(begun.text);
  await later();
  return (await ann.get<Row>(`${syncRun.path}/${begun.data.id}`)).data;
};
const vouchersOf = ({ id }: Row) => [...office.vouchers.values()].filter(voucher => voucher.key.includes(id));

beforeAll(async () => {
  connection = (await ann.post<Row>(syncConnection.path, { name: 'FAST', ...plain, secret: 'wrong' })).data;
});

it('tells what the other side says of a wrong secret, and takes no address in the clear', async () => {
  const refused = await does(connection.id, 'test');
  expect([refused.status, refused.code]).toEqual([422, 'ACCOUNTING_SYSTEM_ERROR']);
  expect(refused.error.data).toMatchObject({ step: 'login', words: 'Sai tên đăng nhập hoặc mật khẩu' });
  expect(refused.error.message).toContain('does not let us sign in: Sai tên đăng nhập');
  const dead = await ann.post<Row>(syncConnection.path, {
    ...plain,
    name: 'Dead',
    url: 'http://127.0.0.1:9',
    secret: 'x',
  });
  expect((await does(dead.data.id, 'test')).error.message).toContain('does not answer: no connection');
  const twice = await ann.post(syncConnection.path, { ...plain, name: 'Twice', kinds: [...KINDS, { kind: 'BILL' }] });
  expect(refusal(twice)).toEqual([400, 'LISTED_TWICE', 'kinds']);
  const same = await ann.post(syncConnection.path, { ...plain, name: 'fast' });
  expect(refusal(same)).toEqual([409, 'ALREADY_EXISTS', 'name']);
  expect(refusal(await does(connection.id, 'activate'))).toEqual([422, 'ACCOUNTING_TEST_FIRST']);
  const none = await ann.post<Row>(syncConnection.path, { name: 'Silent', ...plain });
  expect(refusal(await does(none.data.id, 'test'))).toEqual([400, 'VALIDATION_FAILED', 'secret']);
  const open = await ann.post(syncConnection.path, { name: 'Open', ...plain, url: 'http://books.example.com' });
  expect(refusal(open)).toEqual([400, 'INVALID_URL', 'url']);
  const long = await ann.post(syncConnection.path, { name: 'Long', ...plain, baseUnitCode: 'NINECHARS' });
  expect(long.status).toBe(400);
  expect(JSON.stringify(connection)).not.toContain('wrong');
});

it('sends only once it was tried, and by one connection', async () => {
  const own = `${syncConnection.path}/${connection.id}`;
  const { version } = (await ann.get<Row>(own)).data;
  await ann.put(own, { version, secret: office.password });
  expect((await does(connection.id, 'test')).status).toBe(200);
  expect((await does(connection.id, 'activate')).data).toMatchObject({ status: 'ACTIVE' });
  const other = (await ann.post<Row>(syncConnection.path, { name: 'Other', ...plain, secret: office.password })).data;
  await does(other.id, 'test');
  expect(refusal(await does(other.id, 'activate'))).toEqual([409, 'ACCOUNTING_CONNECTION_ACTIVE']);
  expect(refusal(await ann.post(syncRun.path, {}))).toEqual([422, 'NOTHING_TO_SYNC']);
  const back = await ann.post(syncRun.path, { from: '2026-11-02', to: '2026-11-01' });
  expect(refusal(back)).toEqual([400, 'VALIDATION_FAILED', 'to']);
});

it('takes codes as long as the software has them, each once', async () => {
  const [first, second] = (await missing('UNIT')).map(({ ours }) => ours);
  const put = (ours: unknown, code: string) => ann.post<Row>(syncCode.path, { kind: 'UNIT', ours, code });
  expect(refusal(await put(first, 'A'.repeat(17)))).toEqual([400, 'ACCOUNTING_CODE_INVALID', 'code']);
  const kept = await put(first, 'a'.repeat(16));
  expect([kept.status, kept.data.code]).toEqual([201, 'A'.repeat(16)]);
  expect(refusal(await put(second, 'A'.repeat(16)))).toEqual([409, 'ACCOUNTING_CODE_TAKEN', 'code']);
  const many = await ann.put(syncCode.path, { rows: [{ kind: 'UNIT', ours: second, code: 'Đ' }] });
  expect(refusal(many)).toEqual([400, 'ACCOUNTING_CODE_INVALID', 'rows.0.code']);
  const taken = await ann.put(syncCode.path, { rows: [{ kind: 'UNIT', ours: second, code: 'A'.repeat(16) }] });
  expect(refusal(taken)).toEqual([409, 'ACCOUNTING_CODE_TAKEN', 'rows.0.code']);
});

it('says what lacks a code, and sends the others', async () => {
  const due = await books.released(50_000, unitId);
  const other = await books.released(60_000, otherUnitId);
  await fillCodes('BLOCK', 'SERVICE', 'FUND');
  const lacking = (await missing('UNIT')).filter(({ waiting }) => waiting > 0);
  expect(lacking).toHaveLength(1);
  const run = await send();
  expect(run).toMatchObject({ status: 'DONE_WITH_ERRORS', sent: 1, failed: 1, of: 2 });
  const rows = await Promise.all([due, other].map(one => rowOf(one)));
  const failed = rows.find(row => row.hasError);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['PENDING', 'SUCCESS']);
  expect(failed).toMatchObject({ errorCode: 'ACCOUNTING_APARTMENT_CODE_MISSING' });
  expect(failed?.errorText).toContain(lacking[0]?.ours);
  expect(refusal(await ann.put(`${path}/${failed?.id}/sync`, {}))).toEqual([422, 'ACCOUNTING_APARTMENT_CODE_MISSING']);
  const tried = await ann.get<{ count: number; rows: Row[] }>(`${syncRun.path}/${run.id}/rows`);
  expect(tried.data).toMatchObject({
    count: 2,
    rows: [{ errorCode: 'ACCOUNTING_APARTMENT_CODE_MISSING' }, { status: 'SUCCESS', errorCode: null }],
  });
  // The notification has the count, and the time in readable form.
  const bell = (await ann.get<{ kind: string; title: string; body: string }[]>('/histories/pms?limit=50')).data;
  expect(bell.find(({ kind }) => kind === 'SYNC_RUN_ERRORS')).toMatchObject({
    title: 'Documents that could not be synced: 1',
    body: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
  });
  const told = (kind: 'SYNC_RUN_ERRORS' | 'SYNC_WAITS') => notifications().countDocuments({ kind, projectId: site.id });
  expect(await told('SYNC_RUN_ERRORS')).toBeGreaterThan(0);
  // Documents waiting for more than a day cause a daily notification.
  expect(await waitsJob.run(new Date())).toBe(0);
  const tomorrow = new Date(Date.now() + 2 * DAY_MS);
  expect([await waitsJob.run(tomorrow), await waitsJob.run(tomorrow)]).toEqual([1, 0]);
  expect(await told('SYNC_WAITS')).toBeGreaterThan(0);
  await fillCodes('UNIT');
  expect((await missing('UNIT')).length).toBe(0);
  await ann.put(`${path}/${failed?.id}/sync`, {});
  await later();
  const [latest] = (await ann.get<Row[]>(`${syncRun.path}?limit=1`)).data;
  expect(latest).toMatchObject({ by: 'QUEUE', startedBy: ann.id });
  expect(await rowOf(due)).toMatchObject({ status: 'SUCCESS', foreignCode: expect.stringMatching(/^CT/) });
  for (const one of [due, other]) expect(vouchersOf(one)).toHaveLength(1);
  expect(vouchersOf(due)[0]).toMatchObject({ amount: 50_000, unit: 'HSEN', number: due.code });
});

it('gives the usual accounts and tax codes to look at, sends by them, and by another that somebody has set', async () => {
  const listed = async (tab: string) => (await ann.get<Row[]>(`${syncCode.path}?filter[kind][]=${tab}&limit=100`)).data;
  const pairs = await listed('ACCOUNT_PAIR');
  expect(pairs.find(({ ours }) => ours === 'VAT')).toMatchObject({ debit: '131', credit: '33311' });
  expect((await listed('TAX')).map(({ code }) => code).toSorted()).toEqual(['VAT0', 'VAT10', 'VAT5', 'VAT8', 'VATKCT']);
  const service = await books.priced({ repeatable: true }, { vat: 8 });
  const made = await books.make(bill.path, { unitId, serviceId: service.id, month: MONTH, amount: 100_000 });
  await books.act(bill.path, made, 'release');
  await fillCodes('UNIT', 'BLOCK', 'SERVICE');
  const linesOf = async () => {
    const { id } = await rowOf(made);
    return (await ann.post<{ lines: Row[] }[]>(`${path}/preview`, { ids: [id] })).data[0]?.lines ?? [];
  };
  expect(await linesOf()).toMatchObject([
    { account: '131', debit: 108_000, taxCode: null },
    { account: '5113', credit: 100_000, taxCode: null },
    { account: '33311', credit: 8000, taxCode: 'VAT8' },
  ]);
  const own = pairs.find(({ ours }) => ours === 'BILL');
  // Documents were sent with this code: changing the account requires a reason.
  const put = (more = {}) => ann.put(`${syncCode.path}/${own?.id}`, { version: own?.version, credit: '5111', ...more });
  expect(refusal(await put())).toEqual([400, 'VALIDATION_FAILED', 'reason']);
  const set = await put({ reason: 'Other chart of accounts' });
  expect(set.status, set.text).toBe(200);
  expect((await linesOf())[1]).toMatchObject({ account: '5111' });
  await books.act(bill.path, made, 'cancel', { reason: 'Tried' });
});

it('is there once whatever is lost on the way, and waits when nobody answers', async () => {
  const due = await books.released(70_000);
  await fillCodes('SERVICE');
  office.faultsOfNext('lost');
  await send();
  expect(await rowOf(due)).toMatchObject({ status: 'SUCCESS' });
  expect(vouchersOf(due)).toHaveLength(1);
  const second = await books.released(80_000);
  await fillCodes('SERVICE');
  office.faultsOfNext('slow');
  await send();
  expect(vouchersOf(second)).toHaveLength(1);
  const third = await books.released(90_000);
  await fillCodes('SERVICE');
  const begun = await ann.post(syncRun.path, {});
  expect(begun.status).toBe(202);
  office.reach(false);
  await later();
  office.reach(true);
  await send();
  expect(await rowOf(third)).toMatchObject({ status: 'SUCCESS' });
  expect(vouchersOf(third)).toHaveLength(1);
});

it('keeps what the software refuses until somebody acts', async () => {
  const due = await books.released(10_000);
  await fillCodes('SERVICE');
  office.faultsOfNext('refused');
  await send();
  const row = await rowOf(due);
  expect(row).toMatchObject({ status: 'PENDING', errorCode: 'ACCOUNTING_SYSTEM_ERROR', nextAt: null });
  expect(row.errorText).toBe('Phần mềm đang chốt sổ');
  await later(120);
  expect(vouchersOf(due)).toHaveLength(0);
  await ann.put(`${path}/sync-multi`, { ids: [row.id] });
  await later();
  expect(vouchersOf(due)).toHaveLength(1);
});

it('leaves a receipt as it was sent when a bill that it paid is lowered', async () => {
  const due = await books.released(40_000);
  const { data: paid } = await books.pay({ amount: 40_000, allocations: [{ billId: due.id, amount: 40_000 }] });
  await fillCodes('SERVICE', 'FUND');
  await send();
  expect(await rowOf(paid, 'RECEIPT')).toMatchObject({ status: 'SUCCESS', amount: 40_000 });
  const lowered = await books.act(bill.path, due, 'adjust', {
    type: 'ADJUST_DOWN',
    totalPayment: 15_000,
    reason: 'Read anew',
  });
  expect(lowered.status, lowered.text).toBe(200);
  expect(await rowOf(paid, 'RECEIPT')).toMatchObject({ status: 'SUCCESS', amount: 40_000 });
  const [row] = (await ann.post<{ lines: Row[] }[]>(`${path}/preview`, { ids: [(await rowOf(paid, 'RECEIPT')).id] }))
    .data;
  expect(row?.lines).toHaveLength(2);
  await send();
  await books.agree();
});

it('finds what was changed there by one dong', async () => {
  const due = await books.released(40_000);
  await fillCodes('SERVICE');
  await send();
  const { id } = await rowOf(due);
  expect((await ann.put<Row>(`${path}/${id}/verify`, {})).status).toBe(200);
  expect(await rowOf(due)).toMatchObject({ status: 'SYNCED' });
  const [voucher] = vouchersOf(due);
  if (voucher) voucher.amount += 1;
  await verifyAll(new Date());
  const row = await rowOf(due);
  expect(row).toMatchObject({ status: 'OUT_OF_SYNC' });
  expect(row.difference).toEqual([{ field: 'amount', ours: '40000', theirs: '40001' }]);
  const accept = await ann.put(`${path}/${id}/accept-theirs`, { reason: 'As they say' });
  expect(refusal(accept)).toEqual([422, 'ACCOUNTING_AMOUNT_DIFFERS']);
});

it('takes a cancelled receipt back there', async () => {
  const due = await books.released(30_000);
  const paid = await books.pay({ amount: 30_000, allocations: [{ billId: due.id, amount: 30_000 }] });
  const made = paid.data;
  await fillCodes('SERVICE', 'FUND');
  await send();
  const before = await rowOf(made, 'RECEIPT');
  expect(before).toMatchObject({ status: 'SUCCESS' });
  await ann.put(`${path}/${before.id}/verify`, {});
  expect((await books.act(receipt.path, made, 'cancel', { reason: 'By mistake' })).status).toBe(200);
  expect(await rowOf(made, 'RECEIPT')).toMatchObject({ status: 'CHANGED' });
  const waits = await rowOf(made, 'CANCELLATION');
  expect(waits).toMatchObject({ status: 'PENDING' });
  const swapped = ({ debit, credit, ...line }: Row) => ({ ...line, debit: credit, credit: debit });
  const [shown] = (await ann.post<{ lines: Row[] }[]>(`${path}/preview`, { ids: [waits.id] })).data;
  expect(shown).toMatchObject({ error: null, documentCode: made.code });
  expect(shown?.lines.map(swapped)).toEqual(vouchersOf(made)[0]?.lines);
  await later();
  const over = await rowOf(made, 'CANCELLATION');
  expect(over).toMatchObject({ status: 'SYNCED', foreignCode: expect.any(String), attempts: 1 });
  // A reversal cannot be withdrawn.
  const withdrawn = await ann.put(`${path}/${over.id}/withdraw`, { reason: 'By mistake' });
  expect([withdrawn.status, withdrawn.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
  const [sent, back] = vouchersOf(made);
  expect(sent?.reversedBy).toBe(back?.id);
  expect(back?.lines.map(({ debit, credit }) => [credit, debit])).toEqual(
    sent?.lines.map(({ debit, credit }) => [debit, credit]),
  );
});

it('has nothing to take back of what somebody there has thrown away', async () => {
  const { data: made } = await books.pay({ amount: 25_000, unitId: otherUnitId });
  await fillCodes('FUND', 'UNIT', 'BLOCK');
  await send();
  const before = await rowOf(made, 'RECEIPT');
  expect(before).toMatchObject({ status: 'SUCCESS' });
  office.vouchers.delete(String(before.foreignId));
  expect((await books.act(receipt.path, made, 'cancel', { reason: 'By mistake' })).status).toBe(200);
  await later();
  expect(await rowOf(made, 'CANCELLATION')).toMatchObject({ status: 'SYNCED', errorCode: null, foreignCode: null });
  expect(vouchersOf(made)).toHaveLength(0);
});

it('counts a bill that lowers another one below 0: all bills come to what the journal asks of units', async () => {
  const due = await books.released(90_000);
  const down = { type: 'ADJUST_DOWN', totalPayment: 20_000, reason: 'Read anew' };
  expect((await books.act(bill.path, due, 'adjust', down)).status).toBe(200);
  const standing = { projectId: site.id, deletedAt: null, documentKind: 'BILL', cancelled: false };
  const rows = await modelOf(syncReceipt).find(standing).lean<{ documentId: string; amount: number }[]>();
  expect(rows.map(({ amount }) => amount)).toContain(-20_000);
  const entries = await modelOf(journalEntry)
    .find({ projectId: site.id, documentId: { $in: rows.map(({ documentId }) => documentId) } })
    .lean<{ lines: { account: string; debit: number | null; credit: number | null }[] }[]>();
  const owed = entries
    .flatMap(({ lines }) => lines.filter(({ account }) => account === 'RECEIVABLE'))
    .reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(owed);
  // Documents posted before the connection existed get the same amount.
  const before = await rowOf(due);
  await modelOf(syncReceipt).deleteMany(standing);
  await does(connection.id, 'pause');
  expect((await does(connection.id, 'activate')).status).toBe(200);
  expect(await rowOf(due)).toMatchObject({ amount: before.amount });
  const summary = await ann.get<{ documentKind: string; amount: number }[]>(`${path}/summary`);
  const sums = summary.data.filter(({ documentKind }) => documentKind === 'BILL').map(({ amount }) => amount);
  expect(sums.reduce((sum, one) => sum + one, 0)).toBe(owed);
  await fillCodes('SERVICE');
  await send();
  await books.agree();
});

it('begins one run of a schedule, whoever asks', async () => {
  await books.released(20_000);
  await fillCodes('SERVICE');
  const { version } = (await ann.get<Row>(`${syncConnection.path}/${connection.id}`)).data;
  const set = await ann.put(`${syncConnection.path}/${connection.id}`, { version, schedule: 'NIGHTLY' });
  expect(set.status).toBe(200);
  const begun = await Promise.all(Array.from({ length: 4 }, () => scheduleRuns(new Date(), 'NIGHTLY')));
  expect(begun.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(refusal(await ann.post(syncRun.path, {}))).toEqual([409, 'SYNC_RUNNING']);
  await Promise.all([later(), later()]);
  expect((await ann.get<Row[]>(`${syncRun.path}?limit=1`)).data[0]).toMatchObject({ status: 'DONE', sent: 1 });
});

it('sends each of many once, whoever is stopped on the way', async () => {
  // More documents than fit in one request.
  const service = await books.priced({ repeatable: true });
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const one = await books.make(bill.path, { unitId, serviceId: service.id, month: MONTH, amount: 1000 + n });
      await books.act(bill.path, one, 'release');
      return one;
    }),
  );
  await fillCodes('SERVICE');
  const before = office.vouchers.size;
  // Two simultaneous requests start one run; the refused one gets its progress.
  const both = await Promise.all([ann.post<Row>(syncRun.path, {}), ann.post<Row>(syncRun.path, {})]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  const late = both.find(({ status }) => status === 409);
  expect([late?.code, late?.error.data]).toMatchObject(['SYNC_RUNNING', { done: 0, of: made.length }]);
  office.faultsOfNext(null, 'lost', null);
  await Promise.all([later(), later()]);
  expect(office.vouchers.size - before).toBe(made.length);
  expect(await modelOf(syncReceipt).countDocuments({ projectId: site.id, status: 'PENDING', hasError: false })).toBe(0);
  const summary = await ann.get<{ documentKind: string; status: string; amount: number }[]>(`${path}/summary`);
  const sent = summary.data.find(one => one.documentKind === 'BILL' && one.status === 'SUCCESS');
  expect(sent?.amount).toBeGreaterThan(0);
});

it('goes on with what a server that was killed had under way, each once', async () => {
  const [arrived, left] = [await books.released(31_000), await books.released(32_000)];
  await fillCodes('SERVICE');
  const rows = await Promise.all([arrived, left].map(one => rowOf(one)));
  await send({ ids: [String(rows[0]?.id)] });
  const begun = await ann.post<{ id: string }>(syncRun.path, { ids: [String(rows[1]?.id)] });
  // The run claimed both; one of them had been confirmed by the other side, but the response was lost.
  const claimed = { status: 'PENDING', runId: begun.data.id, foreignId: null, foreignCode: null, hasError: false };
  await modelOf(syncRun).updateOne(
    { projectId: site.id, _id: begun.data.id },
    { $set: { chosen: rows.map(({ id }) => ({ id })), of: 2 } },
  );
  await modelOf(syncReceipt).updateMany(
    { projectId: site.id, _id: { $in: rows.map(({ id }) => String(id)) } },
    { $set: { ...claimed, nextAt: null } },
  );
  await later();
  expect((await ann.get<Row>(`${syncRun.path}/${begun.data.id}`)).data).toMatchObject({ status: 'DONE', sent: 2 });
  for (const one of [arrived, left]) {
    expect(await rowOf(one)).toMatchObject({ status: 'SUCCESS', foreignCode: expect.stringMatching(/^CT/) });
    expect(vouchersOf(one)).toHaveLength(1);
  }
});

it('is asked before a document is cancelled, where the other side is not to be told', async () => {
  const due = await books.released(11_000);
  await fillCodes('SERVICE');
  await send();
  const at = `${syncConnection.path}/${connection.id}`;
  const { version } = (await ann.get<Row>(at)).data;
  await ann.put(at, { version, sendCancellations: false });
  const refused = await books.act(bill.path, due, 'cancel', { reason: 'By mistake' });
  expect([refused.status, refused.code]).toEqual([409, 'SYNCED_RECEIPT_CANNOT_BE_DELETED']);
  const row = await rowOf(due);
  expect((await ann.put(`${path}/${row.id}/withdraw`, { reason: 'By mistake' })).status).toBe(200);
  expect(vouchersOf(due)).toHaveLength(0);
  expect((await books.act(bill.path, due, 'cancel', { reason: 'By mistake' })).status).toBe(200);
  await books.agree();
});

it('takes in what lies before its first day once that is set earlier', async () => {
  const at = `${syncConnection.path}/${connection.id}`;
  const set = async (values: object) => ann.put<Row>(at, { version: (await ann.get<Row>(at)).data.version, ...values });
  expect((await set({ fromDay: inDays(1) })).status).toBe(200);
  const due = await books.released(12_000);
  const rows = () => modelOf(syncReceipt).countDocuments({ projectId: site.id, documentId: due.id });
  expect(await rows()).toBe(0);
  const earlier = await set({ fromDay: plain.fromDay });
  expect([earlier.status, await rows()]).toEqual([200, 1]);
});

it('withdraws what a second person agrees to, and leaves the other side alone until then', async () => {
  const { approve, setRules } = await secondPersonAt(site, { 'sync-receipt.withdraw': 0 });
  const due = await books.released(12_000);
  await fillCodes('SERVICE');
  await send();
  const row = await rowOf(due);
  const asked = await ann.put<Row>(`${path}/${row.id}/withdraw`, { reason: 'Of another year' });
  expect(asked.status, asked.text).toBe(202);
  expect(vouchersOf(due)).toHaveLength(1);
  expect(await rowOf(due)).toMatchObject({ status: 'SUCCESS' });
  const both = await Promise.all([1, 2].map(() => approve(asked.data.approvalRequestId)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)?.data).toMatchObject({ status: 'DONE', resultCode: due.code });
  expect(vouchersOf(due)).toHaveLength(0);
  expect(await rowOf(due)).toMatchObject({ status: 'NONE' });
  await setRules([]);
});
