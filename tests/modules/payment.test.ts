import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { METHODS, placeFor, usualMethod } from '@lobby/shared/modules/voucher.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, released, agree, pay, till } = await booksAt(site);
const day = today();
const account = await make(bankAccount.path, {
  bankBin: '970418',
  accountNumber: `10${Date.now() % 1e8}00`,
  accountName: 'BAN QUAN LY',
});
const bankFund = await make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: account.id });

let n = Date.now();
it('takes what its screens begin with: a fund that fits the method', async () => {
  const funds = (await ann.get<{ id: string; kind: string; active: boolean }[]>(`${fund.path}/options`)).data;
  for (const method of METHODS) {
    await released(10_000, unitId);
    const place = placeFor(funds, method, till.id);
    const paid = await ann.post<Row>('/payment/multi', {
      rows: [{ unitId, amount: 10_000 }],
      kind: place.method,
      fundId: place.fundId,
      accountingDate: day,
    });
    expect([paid.status, paid.data.refused], method).toEqual([201, []]);
  }
  await agree();
});

it('begins with a way that has a fund, and the second part with another', () => {
  const [cash, atBank] = [
    { id: 'till', kind: 'CASH' },
    { id: 'bank', kind: 'BANK' },
  ];
  expect(usualMethod([cash, atBank], 'TRANSFER')).toBe('TRANSFER');
  expect(usualMethod([cash], 'TRANSFER')).toBe('CASH');
  expect(usualMethod([{ ...cash, active: false }, atBank], 'CASH')).toBe('TRANSFER');
  expect(usualMethod([cash, atBank], 'TRANSFER', 'CASH')).toBe('TRANSFER');
  expect(usualMethod([cash, atBank], 'TRANSFER', 'TRANSFER')).toBe('CASH');
  // A single fund takes both parts.
  expect(usualMethod([cash], 'TRANSFER', 'CASH')).toBe('CASH');
});

it('pays many units, each by itself: what one is refused for stops no other, and twice is once', async () => {
  const [one, lowered] = [await released(30_000, unitId), await released(60_000, otherUnitId)];
  await act(bill.path, lowered, 'adjust', { type: 'ADJUST_DOWN', totalPayment: 10_000, reason: 'Measured again' });
  const rows = [
    { unitId, amount: 30_000 },
    { unitId: otherUnitId, amount: 50_000 },
  ];
  const body = { rows, kind: 'TRANSFER', fundId: bankFund.id, accountingDate: day };
  const headers = { 'Idempotency-Key': `many-${n++}` };
  const first = await ann.post<Row>('/payment/multi', body, headers);
  const refused = first.data.refused as unknown as Row[];
  expect((first.data.done as unknown as Row[]).map(made => made.unitId)).toEqual([unitId]);
  expect(refused[0]).toMatchObject({
    unitId: otherUnitId,
    code: 'MULTI_PAYMENT_ADJUST_DOWN',
    message: expect.stringMatching(/\w/),
  });
  expect(await read(bill.path, one.id)).toMatchObject({ paymentState: 'PAID' });
  const again = await ann.post<Row>('/payment/multi', body, headers);
  expect(again.data.done).toEqual(first.data.done);
  const many = Array.from({ length: 201 }, () => rows[0]);
  expect(refusal(await ann.post('/payment/multi', { ...body, rows: many }))).toEqual([
    422,
    'MULTI_PAYMENT_LIMIT',
    'rows',
  ]);
  await agree();
});

it('comes by several ways at once, into the fund of each', async () => {
  const methods = [
    { kind: 'CASH', fundId: till.id, amount: 10_000 },
    { kind: 'TRANSFER', fundId: bankFund.id, amount: 15_000 },
  ];
  const values = { type: 'UNIT_ACCOUNT', unitId, amount: 25_000, methods };
  expect(refusal(await pay({ ...values, amount: 24_000 }))).toEqual([400, 'PAYMENT_TOTAL_INVALID', 'amount']);
  expect((await pay(values)).status).toBe(201);
  const moved = { fromFundId: till.id, toFundId: bankFund.id, amount: 5000, accountingDate: day };
  expect(refusal(await ann.post(fundTransfer.path, { ...moved, toFundId: till.id }))).toEqual([
    400,
    'FUND_TRANSFER_SAME',
    'toFundId',
  ]);
  const own = await make(fundTransfer.path, moved);
  await agree();
  expect((await act(fundTransfer.path, own, 'cancel', { reason: 'Not brought' })).status).toBe(200);
  await agree();
});

it('pays for one unit by several methods, oldest due first, and leaves nothing without saying where', async () => {
  const far = await makeSite(server.url, 'Payments');
  const books = await booksAt(far);
  const bank = await books.make(bankAccount.path, {
    bankBin: '970436',
    accountNumber: '1018000777',
    accountName: 'BQL',
  });
  const other = await books.make(fund.path, { name: 'Bank', code: 'NH', kind: 'BANK', bankAccountId: bank.id });
  const [one, two] = [await books.released(420_000), await books.released(310_000)];
  const send = (values: object) => far.ann.post<Row>('/payment/single', { unitId: far.unitId, ...values });
  const cash = (amount: unknown) => ({ kind: 'CASH', fundId: books.till.id, amount });
  const seen = await far.ann.post<Row>('/payment/preview', { unitId: far.unitId, amount: 600_000 });
  expect(seen.data).toMatchObject({
    allocations: [
      { billId: one.id, amount: 420_000 },
      { billId: two.id, amount: 180_000 },
    ],
    surplus: 0,
    leftAfter: 130_000,
    refusals: [],
  });
  expect(refusal(await send({ methods: [cash(730_001)] }))).toEqual([422, 'PAYMENT_SURPLUS_UNPLACED']);
  expect(refusal(await send({ methods: [cash(1000.5)] }))).toEqual([400, 'VALIDATION_FAILED', 'methods.0.amount']);
  expect(refusal(await send({ methods: [cash(5)], amount: 6 }))).toEqual([400, 'PAYMENT_TOTAL_INVALID', 'amount']);
  expect(refusal(await send({ methods: [{ ...cash(5), fundId: other.id }] }))).toEqual([
    400,
    'PAYMENT_METHOD_INVALID',
    'methods.0.fundId',
  ]);
  expect(refusal(await send({ methods: [cash(5)], accountingDate: '2099-01-01' }))[2]).toBe('accountingDate');
  const methods = [cash(300_000), { kind: 'TRANSFER', fundId: other.id, amount: 430_001 }];
  const paid = await send({ methods, surplusTo: 'UNIT_ACCOUNT' });
  expect(paid.data).toMatchObject({ amount: 730_001, surplus: 1, type: 'BANK_TRANSFER' });
  expect(paid.data.code).toMatch(/^PT-\d{4}-00001$/);
  const holds = async (id: unknown) => (await far.ann.get<Row>(`${fund.path}/${id}/balance`)).data.balance;
  expect([await holds(books.till.id), await holds(other.id)]).toEqual([300_000, 430_001]);
  const again = await send({ methods: [cash(5)], allocations: [{ billId: one.id, amount: 5 }] });
  expect(refusal(again)).toEqual([409, 'BILL_ALREADY_PAID', 'allocations.0.billId']);
  const state = await far.ann.get<Row>(`/payment/unit/${far.unitId}`);
  expect(state.data).toMatchObject({ bills: [], account: 1, receipts: [{ amount: 730_001 }] });
  // Refusals are shown in the preview.
  const third = await books.released(100_000);
  const refusedBy = async (values: object) => {
    const asked = { unitId: far.unitId, amount: 100_000, ...values };
    const { data } = await far.ann.post<{ refusals: Row[] }>('/payment/preview', asked);
    return data.refusals.map(({ code }) => code);
  };
  const account = { from: 'UNIT_ACCOUNT', amount: 2 };
  const advance = { from: 'ADVANCE', serviceId: third.serviceId, amount: 1 };
  expect(await refusedBy({ sources: [account] })).toEqual(['PAYMENT_EXCEEDS_ACCOUNT']);
  expect(await refusedBy({ sources: [advance] })).toEqual(['PAYMENT_EXCEEDS_ADVANCE']);
  expect(await refusedBy({ accountingDate: '2099-01-01' })).toEqual(['DATE_IN_FUTURE']);
  expect(await refusedBy({ sources: [{ ...account, amount: 1 }] })).toEqual([]);
  // Units with debts, filtered by location and amount.
  const found = async (query: string) =>
    (await far.ann.get<Row[]>(`/payment/multi?${query}`)).data.map(({ unitId }) => unitId);
  const { blockId, floorId } = await books.read('/unit', far.unitId);
  expect(await found(`blockId=${blockId}&floorId=${floorId}&owesFrom=100000`)).toEqual([far.unitId]);
  expect(await found('owesFrom=100001')).toEqual([]);
  expect(await found('noticeMonth=2020-01')).toEqual([]);
  // The unit with the highest debt, with the total that the cashier screen shows.
  const most = await far.ann.get<Row[]>('/payment/most-owed');
  expect(most.data).toMatchObject([{ unitId: far.unitId, residentId: far.dora.id, owed: 100_000, bills: 1 }]);
  const who = { payerId: far.emil.id, payerName: 'Emil for Dora' };
  const last = await send({ ...who, methods: [cash(99_999)], sources: [{ ...account, amount: 1 }] });
  expect(last.data).toMatchObject({ ...who, content: expect.stringContaining('10/2026') });
  const nobody = await send({ payerId: far.unitId, methods: [cash(5)], surplusTo: 'UNIT_ACCOUNT' });
  expect(refusal(nobody)[2]).toBe('payerId');
  await books.agree();
});

it('keeps the days, the labels, the papers and the note of a payment', async () => {
  const own = await released(30_000);
  const label = await make('/label', { name: 'At the desk', shortName: 'AD', type: 'RECEIPT' });
  const sent = await ann.post<Row[]>('/upload', formOf([{ name: 'slip.png', body: await png() }]));
  const fileId = sent.data[0]?.id;
  const paid = await ann.post<Row>('/payment/single', {
    unitId,
    amount: 30_000,
    payerName: 'Mai',
    methods: [{ kind: 'CASH', fundId: till.id, amount: 30_000 }],
    allocations: [{ billId: own.id, amount: 30_000 }],
    accountingDate: addDays(day, -1),
    voucherDate: addDays(day, -2),
    labelIds: [label.id],
    attachments: [fileId],
    note: 'Left at the gate',
  });
  expect([paid.status, paid.data]).toMatchObject([
    201,
    {
      accountingDate: addDays(day, -1),
      voucherDate: addDays(day, -2),
      labelIds: [label.id],
      attachments: [{ id: fileId }],
      note: 'Left at the gate',
    },
  ]);
});

it('takes papers as each record does: those of who pays, no more than one record holds, and keeps them', async () => {
  const upload = async (who: typeof ann, name: string, body: Buffer) =>
    (await who.post<Row[]>('/upload', formOf([{ name, body }]))).data[0]?.id;
  const pay = (attachments: unknown[]) =>
    ann.post<Row>('/payment/single', {
      unitId,
      amount: 1000,
      methods: [{ kind: 'CASH', fundId: till.id, amount: 1000 }],
      surplusTo: 'UNIT_ACCOUNT',
      attachments,
    });
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
  const heavy = await upload(ann, 'slips.pdf', Buffer.concat([PDF, Buffer.alloc(8 * 1024 * 1024, 32)]));
  expect(refusal(await pay([heavy]))).toEqual([422, 'FILES_TOO_LARGE', 'attachments']);
  const others = await upload(site.ben, 'another.pdf', PDF);
  expect(refusal(await pay([others]))).toEqual([422, 'REFERENCE_NOT_FOUND', 'attachments']);
  const own = await upload(ann, 'slip.pdf', PDF);
  expect((await pay([own])).data).toMatchObject({ attachments: [{ id: own }] });
  // The file belongs to that receipt, and is no unused upload any more.
  expect(refusal(await pay([own]))).toEqual([422, 'REFERENCE_NOT_FOUND', 'attachments']);
});

it('goes by what the project has set: how many units at once, and nobody changes it twice', async () => {
  const path = '/payment-method/settings';
  expect((await ann.get<Row>(path)).data).toMatchObject({ multiUnitCap: 200, reminderOffsets: [3, 7, 12], version: 1 });
  for (const values of [{ multiUnitCap: 0 }, { multiUnitCap: 1001 }, { reminderOffsets: [3, 4, 12] }])
    expect((await ann.put(path, { version: 1, ...values })).status).toBe(400);
  expect((await ann.put<Row>(path, { version: 1, multiUnitCap: 1 })).data).toMatchObject({
    multiUnitCap: 1,
    version: 2,
  });
  expect(refusal(await ann.put(path, { version: 1, multiUnitCap: 5 }))).toEqual([409, 'DATA_STALE']);
  const rows = [{ unitId }, { unitId: otherUnitId }];
  const body = { rows, kind: 'CASH', fundId: till.id };
  expect(refusal(await ann.post('/payment/multi', body))).toEqual([422, 'MULTI_PAYMENT_LIMIT', 'rows']);
  expect(refusal(await ann.post('/payment/multi', { ...body, rows: [] }))).toEqual([
    400,
    'EMPTY_APARTMENT_SELECTED',
    'rows',
  ]);
});

it('says first that the books of a day are closed, whatever was owed by then', async () => {
  const shut = await makeSite(server.url, 'Shut');
  const books = await booksAt(shut);
  const one = await books.released(100_000);
  const locked = addDays(day, -40);
  const closed = await shut.ann.post('/transaction-lock-date', { transactionLockDate: locked });
  expect(closed.status, closed.text).toBeLessThan(300);
  const paid = await shut.ann.post('/payment/single', {
    unitId: shut.unitId,
    amount: 100_000,
    accountingDate: addDays(day, -60),
    allocations: [{ billId: one.id, amount: 100_000 }],
    methods: [{ kind: 'CASH', fundId: books.till.id, amount: 100_000 }],
    payerName: 'Dora',
  });
  expect(refusal(paid)).toEqual([422, 'data_is_locked', 'accountingDate']);
});
