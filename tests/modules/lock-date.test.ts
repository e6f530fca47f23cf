import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const END = '2026-10-31';
const [site, money, back] = [
  await makeSite(server.url, 'Receivables'),
  await makeSite(server.url, 'Transactions'),
  await makeSite(server.url, 'Raced'),
];

describe('receivables', () => {
  const { ann, carl, unitId } = site;
  const lock = (values: object) => ann.post(lockDate.path, values);
  const update = (values: object, who = ann) => who.post(`${lockDate.path}/update`, values);

  it('are closed up to a day, which is moved on and, with a reason, back', async () => {
    expect(refusal(await update({ lockDataAt: END, prevLockDataAt: END }))).toEqual([422, 'LOCK_DATE_MISSING']);
    expect((await lock({ lockDataAt: END })).status).toBe(201);
    expect(refusal(await lock({ lockDataAt: END }))).toEqual([409, 'LOCK_DATE_DUPLICATE', 'lockDataAt']);
    expect(refusal(await lock({ lockDataAt: '2026-09-30' }))).toEqual([409, 'LOCK_DATE_EXISTS', 'lockDataAt']);
    for (const day of [addDays(today(), 1), '2026-02-30', 'soon'])
      expect(refusal(await lock({ lockDataAt: day })), day).toEqual([422, 'LOCK_DATE_INVALID', 'lockDataAt']);
    expect(refusal(await lock({}))).toEqual([422, 'LOCK_DATE_MISSING', 'lockDataAt']);
    const stale = await update({ lockDataAt: '2026-09-30', prevLockDataAt: '2026-08-31', reason: 'Again' });
    expect([stale.status, stale.code, stale.error?.data]).toMatchObject([409, 'DATA_STALE', { lockedTo: END }]);
    const earlier = { lockDataAt: '2026-09-30', prevLockDataAt: END };
    expect(refusal(await update(earlier))).toEqual([400, 'VALIDATION_FAILED', 'reason']);
    expect((await update({ ...earlier, reason: 'Water was misread' }, carl)).status).toBe(403);
    expect((await update({ ...earlier, reason: 'Water was misread' })).status).toBe(201);
    const { data } = await ann.get<Record<string, unknown>[]>(`${lockDate.path}/list`);
    expect(data.map(one => [one.kind, one.lockDataAt, one.prevLockDataAt, one.reason])).toEqual([
      ['RECEIVABLE', '2026-09-30', END, 'Water was misread'],
      ['RECEIVABLE', END, null, null],
    ]);
    expect(data.every(({ creatorId }) => creatorId)).toBe(true);
    expect((await ann.get('/transaction-lock-date')).data).toEqual({
      lockAccountsReceivable: '2026-09-30',
      lockTransactionData: null,
    });
    expect((await update({ lockDataAt: null, prevLockDataAt: '2026-09-30', reason: 'All of it' })).status).toBe(201);
    expect((await ann.get('/transaction-lock-date')).data).toMatchObject({ lockAccountsReceivable: null });
    // Users with read permission are notified, except for the one who moved the date.
    const told = async (who: Caller) =>
      (await who.get<Row[]>('/histories/pms')).data.filter(({ kind }) => kind === 'LOCK_DATE_MOVED').length;
    expect([await told(site.ben), await told(ann), await told(carl)]).toEqual([3, 0, 0]);
  });

  it('take no bill of a closed month, no release of a closed day, and no cancel of what was released then', async () => {
    const { make, act, priced, read, agree } = await booksAt(site);
    const own = await priced({});
    const draft = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 50_000 });
    const other = await make(bill.path, { unitId, serviceId: own.id, month: '2026-09', amount: 50_000 });
    expect((await act(bill.path, other, 'release', { accountingDate: '2026-10-20' })).status).toBe(200);
    expect((await lock({ lockDataAt: END })).status).toBe(201);
    const inside = await act(bill.path, draft, 'release', { accountingDate: END });
    expect([inside.status, inside.code, inside.error?.data]).toMatchObject([
      422,
      'data_is_locked',
      { kind: 'RECEIVABLE', lockedTo: END, date: END, document: draft.code },
    ]);
    const next = await ann.post(bill.path, { unitId, serviceId: own.id, month: '2026-08', amount: 5000 });
    expect(refusal(next)).toEqual([422, 'data_is_locked', 'month']);
    expect(refusal(await act(bill.path, other, 'cancel', { reason: 'No' }))).toEqual([422, 'data_is_locked']);
    expect(refusal(await act(bill.path, draft, 'release', { accountingDate: addDays(today(), 1) }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'accountingDate',
    ]);
    // Corrections of a closed period are adjustments dated after it.
    const less = await act(bill.path, other, 'adjust', { type: 'ADJUST_DOWN', totalPayment: 10_000, reason: 'Less' });
    expect(less.status).toBe(200);
    expect((await act(bill.path, draft, 'release', { accountingDate: '2026-11-01' })).status).toBe(200);
    expect(await read(bill.path, draft.id)).toMatchObject({ accountingDate: '2026-11-01' });
    await agree();
  });
});

it('transactions are closed apart: a receipt of a closed day is not cancelled, one of today pays an older bill', async () => {
  const { ann, unitId } = money;
  const { act, pay, released, agree } = await booksAt(money);
  const due = await released(30_000);
  const { data: old } = await pay({ type: 'UNIT_ACCOUNT', amount: 5000, accountingDate: '2026-10-20' });
  const set = { transactionLockDate: END };
  expect((await ann.post('/transaction-lock-date', set)).status).toBe(201);
  expect(refusal(await ann.post('/transaction-lock-date', set))).toEqual([
    409,
    'LOCK_DATE_DUPLICATE',
    'transactionLockDate',
  ]);
  expect(refusal(await act(receipt.path, old, 'cancel', { reason: 'No' }))).toEqual([422, 'data_is_locked']);
  expect(refusal(await pay({ type: 'UNIT_ACCOUNT', amount: 10, accountingDate: END }))).toEqual([
    422,
    'data_is_locked',
    'accountingDate',
  ]);
  expect((await pay({ amount: 30_000, allocations: [{ billId: due.id, amount: 30_000 }] })).status).toBe(201);
  expect((await ann.get('/transaction-lock-date')).data).toEqual({
    lockAccountsReceivable: null,
    lockTransactionData: END,
  });
  expect(unitId).toBeDefined();
  await agree();
});

it('a release that runs beside a lock acts as if it came before or after it', async () => {
  const { ann, unitId } = back;
  const { make, act, priced, read } = await booksAt(back);
  const drafts = [];
  for (let n = 0; n < 20; n++) {
    const own = await priced({});
    drafts.push(await make(bill.path, { unitId, serviceId: own.id, month: '2026-11', amount: 10_000 }));
  }
  const day = '2026-11-20';
  const [locked, ...answers] = await Promise.all([
    ann.post(lockDate.path, { lockDataAt: day }),
    ...drafts.map(draft => act(bill.path, draft, 'release', { accountingDate: day })),
  ]);
  expect(locked.status).toBe(201);
  for (const [n, { status, code }] of answers.entries()) {
    expect([`200 SUCCESS`, '422 data_is_locked']).toContain(`${status} ${code}`);
    expect((await read(bill.path, drafts[n]?.id)).status).toBe(status === 200 ? 'ACTIVE' : 'DRAFT');
  }
  const wrong = (await checkBooks(back.id)).filter(book => book.wrong.length > 0);
  expect(wrong).toEqual([]);
});

it('closed months take no usage, and no registration that charges in them', async () => {
  const far = await makeSite(server.url, 'Months');
  const { ann, unitId } = far;
  const { make, priced, register } = await booksAt(far);
  const [own, other] = [await priced({ source: 'NUMBER' }), await priced({})];
  const kept = await register(own.id);
  expect((await ann.post(lockDate.path, { lockDataAt: END })).status).toBe(201);
  const use = (month: string) => ann.post(usage.path, { unitId, serviceId: own.id, month, usageNumber: 2.125 });
  expect(refusal(await use('2026-10'))).toEqual([422, 'data_is_locked', 'month']);
  expect((await use('2026-11')).data).toMatchObject({ usageNumber: 2.125 });
  const path = serviceRegistration.path;
  const since = (startDate: string) => ann.post(path, { unitId, serviceId: other.id, startDate });
  expect(refusal(await since('2026-10-15'))).toEqual([422, 'data_is_locked', 'startDate']);
  const edit = (values: object) => ann.put(`${path}/${kept.id}`, { version: kept.version, ...values });
  expect(refusal(await edit({ endDate: '2026-09-30' }))).toEqual([422, 'data_is_locked', 'endDate']);
  expect(refusal(await edit({ quantity: 2 }))).toEqual([422, 'data_is_locked', 'startDate']);
  expect((await edit({ endDate: END })).status).toBe(200);
  expect(refusal(await ann.delete(`${path}/${kept.id}`))).toEqual([422, 'data_is_locked']);
  expect(await make(path, { unitId, serviceId: other.id, startDate: '2026-11-01' })).toBeDefined();
});
