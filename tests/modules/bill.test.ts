import { readVietQr } from '@lobby/shared/billing/vietqr.ts';
import { lastDayOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, NOTICE_MONTH, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId } = site;
const { read, act, billsOf, released, agree, accountOf, pay, priced } = await booksAt(site);

describe('a bill', () => {
  it('is on the books from its release until it is cancelled', async () => {
    const before = Number((await accountOf())?.owed ?? 0);
    const own = await released(110_000);
    expect(own).toMatchObject({ status: 'ACTIVE', remaining: 110_000, accountingDate: lastDayOf(MONTH) });
    expect((await accountOf()).owed).toBe(before + 110_000);
    const edited = await ann.put<Row>(`${bill.path}/${own.id}`, { version: own.version, amount: 90_000 });
    expect(edited.data).toMatchObject({ total: 90_000, remaining: 90_000, edited: true });
    expect((await accountOf()).owed).toBe(before + 90_000);
    await agree();
    await act(bill.path, own, 'cancel', { reason: 'Twice' });
    expect((await accountOf()).owed).toBe(before);
    await agree();
  });

  it('comes onto the books on the day that its service has, and today where that is to come', async () => {
    const releasedOf = async (accountingDay: number, month: string) => {
      const { id: serviceId } = await priced({ accounting: 'FIXED_DAY', accountingDay });
      const { data: made } = await ann.post<Row>(bill.path, { unitId, serviceId, month, amount: 70_000 });
      expect((await act(bill.path, made, 'release')).status).toBe(200);
      return (await read(bill.path, made.id)).accountingDate;
    };
    expect(await releasedOf(5, MONTH)).toBe(`${MONTH}-05`);
    expect(await releasedOf(31, today().slice(0, 7))).toBe(today());
    await agree();
  });

  it('is adjusted once, which changes what it comes to, and is again what it was', async () => {
    const [one, other] = [await released(), await released()];
    const adjust = (of: Row, type: string, totalPayment: unknown) =>
      act(bill.path, of, 'adjust', { type, totalPayment, reason: 'Measured again' });
    expect(refusal(await adjust(one, 'ADJUST_DOWN', 100_001))).toEqual([
      422,
      'ADJUSTMENT_AMOUNT_INVALID',
      'totalPayment',
    ]);
    for (const wrong of [0, -5, 100_000.5]) {
      const refused = await adjust(one, 'ADJUST_DOWN', wrong);
      expect([refused.status, refused.error.data?.fields]).toMatchObject([
        400,
        { totalPayment: { code: 'NOT_NATURAL' } },
      ]);
    }
    expect(refusal(await adjust(one, 'ADJUST_DOWN', undefined))).toEqual([
      422,
      'ADJUSTMENT_AMOUNT_MISSING',
      'totalPayment',
    ]);
    const lowered = await adjust(one, 'ADJUST_DOWN', 30_000);
    expect(lowered.data).toMatchObject({
      bill: { remaining: 70_000, adjusted: true },
      adjustment: { originalTotal: -30_000 },
    });
    const raised = await adjust(other, 'ADJUST_UP', 20_000);
    expect(raised.data.bill).toMatchObject({ remaining: 120_000, adjusted: true });
    expect(refusal(await adjust(one, 'ADJUST_UP', 1))).toEqual([409, 'ADJUSTMENT_ALREADY_EXISTS']);
    const [up] = (await billsOf(other.serviceId)).filter(({ type }) => type === 'ADJUST_UP');
    expect(up).toMatchObject({ status: 'ACTIVE', originalTotal: 20_000, remaining: 0, originalId: other.id });
    expect(refusal(await adjust(up as Row, 'ADJUST_UP', 1))).toEqual([409, 'CANNOT_ADJUST_ADJUSTMENT']);
    expect(refusal(await act(bill.path, other, 'cancel', { reason: 'Twice' }))).toEqual([409, 'BILL_ADJUSTED']);
    const edit = { version: up?.version, content: 'Other' };
    expect(refusal(await ann.put(`${bill.path}/${up?.id}`, edit))).toEqual([409, 'CANNOT_UPDATE_ADJUSTMENT_BILL']);
    await agree();
    expect((await act(bill.path, up as Row, 'cancel', { reason: 'It was right' })).status).toBe(200);
    expect(await read(bill.path, other.id)).toMatchObject({ adjusted: false, remaining: 100_000 });
    await agree();
  });

  it('is adjusted once by a call that is repeated with its key, and answered as before', async () => {
    const one = await released();
    const body = { type: 'ADJUST_DOWN', totalPayment: 1000, reason: 'Measured again' };
    const send = () =>
      ann.put<Record<string, Row>>(`${bill.path}/${one.id}/adjust`, body, { 'Idempotency-Key': `adjust ${one.id}` });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status], again.text).toEqual([200, 200]);
    expect(again.data.adjustment?.id).toBe(first.data.adjustment?.id);
    expect(again.data.bill).toMatchObject({ total: 99_000, adjusted: true });
    await agree();
  });

  it('owes what it is raised by once it was paid', async () => {
    const one = await released(871_020);
    await pay({ amount: 871_020, allocations: [{ billId: one.id, amount: 871_020 }] });
    const up = await act(bill.path, one, 'adjust', {
      type: 'ADJUST_UP',
      totalPayment: 50_000,
      reason: 'Measured again',
    });
    expect(up.data.bill).toMatchObject({ total: 921_020, paymentState: 'PARTIAL_PAID', remaining: 50_000 });
    const written = await ann.post<Row>(writeOff.path, { billId: one.id, amount: 50_000, reason: 'Small rest' });
    expect(written.status, written.text).toBe(201);
    await agree();
  });

  it('is not lowered while some of it is written off', async () => {
    const one = await released(100_000);
    const gone = await ann.post<Row>(writeOff.path, { billId: one.id, amount: 1000, reason: 'Small rest' });
    expect(gone.status, gone.text).toBe(201);
    const adjust = (type: string) =>
      act(bill.path, one, 'adjust', { type, totalPayment: 500, reason: 'Measured again' });
    expect(refusal(await adjust('ADJUST_DOWN'))).toEqual([409, 'BILL_WRITTEN_OFF']);
    expect((await adjust('ADJUST_UP')).data.bill).toMatchObject({ total: 100_500, remaining: 99_500 });
    await agree();
  });

  it('is adjusted once of twenty calls at once', async () => {
    const one = await released();
    const input = { type: 'ADJUST_UP', totalPayment: 1000, reason: 'Measured again' };
    const all = await Promise.all(Array.from({ length: 20 }, () => act(bill.path, one, 'adjust', input)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await agree();
  });

  it('gives back what was paid above its new total, which is to be there when that is undone', async () => {
    const one = await released(871_020);
    const had = Number((await accountOf()).balance);
    const paid = await pay({ amount: 871_020, allocations: [{ billId: one.id, amount: 871_020 }] });
    expect(paid.status).toBe(201);
    const input = { type: 'ADJUST_DOWN', totalPayment: 71_020, reason: 'Measured again' };
    const look = await act(bill.path, one, 'adjust/preview', { type: input.type, totalPayment: input.totalPayment });
    expect(look.data).toMatchObject({
      surplus: 71_020,
      account: { before: had, after: had + 71_020 },
      before: { total: 871_020 },
      change: { total: -71_020 },
      after: { total: 800_000, remaining: 0 },
    });
    const adjusted = await act(bill.path, one, 'adjust', input);
    expect(adjusted.data.bill).toMatchObject({ paymentState: 'PAID', remaining: 0 });
    expect((await accountOf()).balance).toBe(had + 71_020);
    await agree();
    const [down] = (await billsOf(one.serviceId)).filter(({ type }) => type === 'ADJUST_DOWN');
    // A minimal part of it is spent.
    const other = await released(had + 1);
    const spent = await ann.post<Row>('/payment/single', {
      unitId,
      methods: [],
      sources: [{ from: 'UNIT_ACCOUNT', amount: had + 1 }],
      allocations: [{ billId: other.id, amount: had + 1 }],
    });
    expect(spent.status, spent.text).toBe(201);
    const undo = () => act(bill.path, down as Row, 'cancel', { reason: 'It was right' });
    expect(refusal(await undo())).toEqual([409, 'ADJUSTMENT_SURPLUS_USED']);
    expect((await ann.put(`${receipt.path}/${spent.data.id}/cancel`, { reason: 'Not meant' })).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'PAID', paid: 871_020, adjusted: false });
    expect((await accountOf()).balance).toBe(had);
    await agree();
    expect((await act(bill.path, one, 'adjust', input)).status).toBe(200);
    const receiptId = (paid.data as Row).id;
    expect((await ann.put(`${receipt.path}/${receiptId}/cancel`, { reason: 'Bounced' })).status).toBe(200);
    expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'UNPAID', remaining: 800_000 });
    expect((await accountOf()).balance).toBe(had);
    await agree();
  });

  it('is counted with its VAT, less a discount, by hand, and brings an old debt without revenue', async () => {
    const own = await priced({});
    const ask = (values: object) =>
      ann.post<Row>(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 100_000, ...values });
    expect(refusal(await ask({ discountType: 'FIXED', discountAmount: 100_001, changeReason: 'Kind' }))).toEqual([
      422,
      'INVALID_DISCOUNT',
      'discountAmount',
    ]);
    const made = await ask({ vatRate: 10, vatIncluded: true });
    expect(made.data).toMatchObject({ net: 90_909, vat: 9091, total: 100_000 });
    expect(refusal(await ask({}))).toEqual([409, 'BILL_ALREADY_EXISTS', 'month']);
    const debt = await ask({ createdFor: 'DEBT', debtMonth: '2025-11' });
    expect(debt.data).toMatchObject({ month: '2025-11', vat: 0, total: 100_000 });
    expect((await act(bill.path, debt.data, 'release')).status).toBe(200);
    expect(refusal(await act(bill.path, debt.data, 'cancel', { reason: 'Twice' }))).toEqual([
      409,
      'BILL_DEBT_CANNOT_BE_CANCELLED',
    ]);
    expect((await ask({ createdFor: 'DEBT', debtMonth: '2025-11' })).code).toBe('BILL_ALREADY_EXISTS');
    await agree();
  });

  it('belongs to days that are not closed', async () => {
    const far = await makeSite(server.url, 'Locked');
    const own = (path: string, values: object) => far.ann.post<Row>(path, values);
    const { data: of } = await own(service.path, {
      code: 'S',
      name: 'S',
      group: 'OTHER',
      source: 'FIXED',
      repeatable: true,
    });
    const draft = await own(bill.path, { unitId: far.unitId, serviceId: of.id, month: '2026-09', amount: 5000 });
    await own(lockDate.path, { lockDataAt: '2026-10-31' });
    await own('/transaction-lock-date', { transactionLockDate: today() });
    const closed = { accountingDate: '2026-10-31' };
    expect(refusal(await far.ann.put(`${bill.path}/${draft.data.id}/release`, closed))).toEqual([
      422,
      'data_is_locked',
      'accountingDate',
    ]);
    expect(refusal(await own(bill.path, { unitId: far.unitId, serviceId: of.id, month: MONTH, amount: 5000 }))).toEqual(
      [422, 'data_is_locked', 'month'],
    );
    const { data: box } = await own(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
    const money = {
      amount: 5,
      method: 'CASH',
      fundId: box.id,
      accountingDate: today(),
      payerName: 'Mai',
      content: 'Soap',
      payeeName: 'Mai',
      category: 'OTHER',
    };
    const { payeeName: _payee, category: _category, ...income } = money;
    const { payerName: _payer, ...expense } = money;
    expect(refusal(await own(receipt.path, income))).toEqual([422, 'data_is_locked', 'accountingDate']);
    expect(refusal(await own(payslip.path, expense))).toEqual([422, 'data_is_locked', 'accountingDate']);
    expect((await far.ann.get('/transaction-lock-date')).data).toEqual({
      lockAccountsReceivable: '2026-10-31',
      lockTransactionData: today(),
    });
    const move = (prevLockDataAt: string) =>
      far.ann.post('/lock-date/update', { prevLockDataAt, lockDataAt: '2026-08-31', reason: 'Water' });
    expect(refusal(await move('2026-01-01'))).toEqual([409, 'DATA_STALE']);
    expect((await move('2026-10-31')).status).toBe(201);
    expect((await far.ann.put(`${bill.path}/${draft.data.id}/release`, {})).status).toBe(200);
  });
});

describe('a notice', () => {
  it('names the bills of the month and what is carried over, once for each unit, with its VietQR', async () => {
    const far = await makeSite(server.url, 'Notices');
    const write = async (path: string, values: object) => (await far.ann.post<Row>(path, values)).data;
    const of = await write(service.path, {
      code: 'S',
      name: 'Fee',
      group: 'OTHER',
      source: 'FIXED',
      repeatable: true,
      unitName: 'm²',
    });
    for (const [month, amount] of [
      ['2026-08', 30_000],
      [MONTH, 50_000],
    ] as const) {
      const made = await write(bill.path, { unitId: far.unitId, serviceId: of.id, month, amount });
      await far.ann.put(`${bill.path}/${made.id}/release`, {});
    }
    await write(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
    const first = { month: '2026-09', publish: true };
    expect((await far.ann.post<Row>(`${feeNotice.path}/build`, first)).data).toMatchObject({ made: 1, sum: 30_000 });
    const issue = () => far.ann.post<Row>(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
    expect((await issue()).data).toMatchObject({ made: 1, known: 0 });
    // Nothing is left for another notice.
    expect((await issue()).data).toMatchObject({ made: 0, known: 0 });
    const [own] = (await far.ann.get<Row[]>(feeNotice.path)).data;
    expect(own).toMatchObject({ newTotal: 50_000, debtTotal: 30_000, totalPayment: 80_000, bills: 1, printed: false });
    const [paper] = (await far.ann.get<Row[]>(`${feeNotice.path}/papers?ids[]=${own?.id}`)).data;
    expect(paper).toMatchObject({ owed: 80_000, lines: [{ service: 'Fee', total: 50_000 }] });
    expect(readVietQr(String(paper?.qr))).toMatchObject({ bin: '970436', account: '1018000018', amount: 80_000 });
    expect((await far.ann.get(`${feeNotice.path}/${own?.id}/qr`)).data).toMatchObject([
      { account: '1018000018', amount: 80_000, payload: paper?.qr },
    ]);
    const pdf = await far.ann.get(`${feeNotice.path}/pdf?printed=false&month=${NOTICE_MONTH}`);
    expect([pdf.status, pdf.text.slice(0, 5), pdf.text.includes('/Type /Pages /Count 1')]).toEqual([
      200,
      '%PDF-',
      true,
    ]);
    expect(refusal(await far.ann.get(`${feeNotice.path}/pdf?printed=true`))).toEqual([404, 'NOT_FOUND']);
    expect((await far.ann.put(`${feeNotice.path}/${own?.id}/cancel`, { reason: 'A wrong day' })).status).toBe(200);
    expect((await issue()).data).toMatchObject({ made: 1, known: 0 });
  });
});

it('shows residents what a notice has told them of, no draft, nothing held back and nothing of others', async () => {
  const far = await makeSite(server.url, 'Residents');
  const write = async (path: string, values: object) => (await far.ann.post<Row>(path, values)).data;
  const of = await write(service.path, { code: 'S', name: 'Fee', group: 'OTHER', source: 'FIXED', repeatable: true });
  const draft = await write(bill.path, { unitId: far.unitId, serviceId: of.id, month: MONTH, amount: 5000 });
  await write(bill.path, { unitId: far.otherUnitId, serviceId: of.id, month: MONTH, amount: 7000 });
  const seen = async () => (await far.dora.get<Row[]>(bill.path)).data.map(({ id }) => id);
  expect(await seen()).toEqual([]);
  expect((await far.dora.get(`${bill.path}/${draft.id}`)).status).toBe(404);
  await far.ann.put(`${bill.path}/${draft.id}/release`, {});
  // Released bills are posted; residents see them with the notice.
  expect(await seen()).toEqual([]);
  expect((await far.dora.get(`${bill.path}/${draft.id}`)).status).toBe(404);
  expect((await far.dora.get(`${bill.path}/${draft.id}/explain`)).status).toBe(404);
  expect((await far.ann.get<Row>(`${bill.path}/${draft.id}`)).data).toMatchObject({ publication: 'UNPUBLISHED' });
  await write(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
  const issue = () => far.ann.post<Row>(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  expect((await far.ann.put(`${bill.path}/${draft.id}/hold`, { reason: 'To be looked at' })).status).toBe(200);
  expect((await issue()).data).toMatchObject({ made: 0, known: 0 });
  expect((await far.ann.put(`${bill.path}/${draft.id}/unhold`, {})).status).toBe(200);
  expect((await issue()).data).toMatchObject({ made: 1, known: 0 });
  expect(await seen()).toEqual([draft.id]);
  expect((await far.dora.get(`${bill.path}/${draft.id}/explain`)).data).toMatchObject({ total: 5000 });
  const ofUnit = await far.dora.get<{ bills: Row[] }>(`${bill.path}/units/${far.unitId}`);
  expect(ofUnit.data.bills).toMatchObject([{ id: draft.id, service: 'Fee' }]);
  expect((await far.dora.get(`${bill.path}/units/${far.otherUnitId}`)).status).toBe(404);
  expect(refusal(await far.ann.put(`${bill.path}/${draft.id}/hold`, { reason: 'Too late' }))).toEqual([
    409,
    'BILL_PUBLISHED',
  ]);
  const totals = (await far.ann.get<Row>(`${bill.path}/totals?filter[month][from]=${MONTH}&filter[month][to]=${MONTH}`))
    .data;
  expect(totals).toMatchObject({
    count: 1,
    units: 1,
    receivable: 5000,
    remaining: 5000,
    previous: { difference: 5000 },
  });
  const [notice] = (await far.dora.get<Row[]>(feeNotice.path)).data;
  const papers = await far.dora.get<Row[]>(`${feeNotice.path}/papers?ids[]=${notice?.id}`);
  expect(papers.data).toMatchObject([{ owed: 5000 }]);
  expect((await site.dora.get<Row[]>(`${feeNotice.path}/papers?ids[]=${notice?.id}`)).data).toEqual([]);
  // Cancelling the notice hides the bill again; notices of later months have to be cancelled first.
  const next = await write(bill.path, { unitId: far.unitId, serviceId: of.id, month: '2026-11', amount: 6000 });
  await far.ann.put(`${bill.path}/${next.id}/release`, {});
  await far.ann.post(`${feeNotice.path}/build`, { month: '2026-12', publish: true });
  const [later] = (await far.ann.get<Row[]>(`${feeNotice.path}?filter[month][from]=2026-12`)).data;
  const cancel = (one: Row | undefined) =>
    far.ann.put(`${feeNotice.path}/${one?.id}/cancel`, { reason: 'A wrong day' });
  expect(refusal(await cancel(notice))).toEqual([409, 'FEE_PERIOD_DIFFERENT']);
  for (const one of [later, notice]) expect((await cancel(one)).status).toBe(200);
  expect(await seen()).toEqual([]);
});
