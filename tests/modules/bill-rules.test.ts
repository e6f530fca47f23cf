import { interestJob } from '@lobby/server/modules/bill/index.ts';
import { daysIn } from '@lobby/shared/billing/periods.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { isFixed } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, NOTICE_MONTH, refusal, today } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Rules');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, priced, register, run, billsOf, released, agree, accountOf, pay } = await booksAt(site);
const remove = ({ id }: Row) => ann.delete(`${bill.path}/${id}`);

it('a filter finds bills by how far they are paid, and no drafts or cancelled ones', async () => {
  const [own, due] = [await priced({}), addDays(today(), 9)];
  const made = async (unit: string, amount: number, month: string) => {
    const one = await make(bill.path, { unitId: unit, serviceId: own.id, month, amount, dueDate: due });
    await act(bill.path, one, 'release');
    return one;
  };
  await make(bill.path, { unitId, serviceId: own.id, month: '2026-05', amount: 9000 });
  const gone = await made(unitId, 7000, '2026-06');
  await act(bill.path, gone, 'cancel', { reason: 'Not theirs' });
  await made(unitId, 1000, '2026-07');
  const [part, paid, late] = [
    await made(unitId, 4000, '2026-08'),
    await made(unitId, 3000, '2026-09'),
    await made(unitId, 2000, '2026-10'),
  ];
  for (const [one, amount] of [
    [part, 500],
    [paid, 3000],
    [late, 2000],
  ] as const)
    expect((await pay({ amount, allocations: [{ billId: one?.id, amount }] })).status).toBe(201);
  await change(bill, String(late?.id), { interest: 70 });
  const found = async (query: string) => {
    const answer = await ann.get<Row[]>(`${bill.path}?filter[serviceId][]=${own.id}&${query}`);
    expect(answer.status, query).toBe(200);
    return answer.data.map(({ month }) => month);
  };
  const by = async (...words: string[]) =>
    (await found(words.map(word => `filter[payment][]=${word}`).join('&'))).toSorted();
  expect(await by('RECEIVABLES')).toEqual(['2026-07', '2026-08', '2026-09', '2026-10']);
  expect(await by('PAID')).toEqual(['2026-09', '2026-10']);
  expect(await by('REMAINING_RECEIVABLES')).toEqual(['2026-07', '2026-08', '2026-10']);
  expect(await by('PAID', 'REMAINING_RECEIVABLES')).toEqual(['2026-07', '2026-08', '2026-09', '2026-10']);
  const sums = await ann.get<Row>(
    `${bill.path}/totals?filter[serviceId][]=${own.id}&filter[payment][]=REMAINING_RECEIVABLES`,
  );
  expect(sums.data.count).toBe(3);
  // Counts of the service: one draft, and the released bills without a notice.
  const all = await ann.get<Row>(`${bill.path}/totals?filter[serviceId][]=${own.id}`);
  expect(all.data).toMatchObject({ drafts: 1, unpublished: 4, published: 0 });
  expect((await ann.get(`${bill.path}?filter[payment][]=UNPAID`)).status).toBe(400);
  expect(await found('sort=-total')).toEqual(['2026-05', '2026-06', '2026-08', '2026-09', '2026-10', '2026-07']);
  expect((await found('sort=dueDate')).length).toBe(6);
  await change(bill, String(late?.id), { interest: 0 });
});

describe('a bill', () => {
  it('is removed while it is a draft, and makes room for another', async () => {
    const own = await priced({});
    const draft = () => make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 5000 });
    expect((await remove(await draft())).status).toBe(200);
    const again = await draft();
    await act(bill.path, again, 'release');
    expect(refusal(await remove(again))).toEqual([409, 'BILL_RELEASED']);
    await agree();
  });

  it('is adjusted for a month that has come', async () => {
    const one = await released();
    const adjust = (month: string) =>
      act(bill.path, one, 'adjust', { type: 'ADJUST_UP', totalPayment: 5, month, reason: 'Measured again' });
    expect(refusal(await adjust('2999-01'))).toEqual([422, 'ADJUSTMENT_MONTH_INVALID', 'month']);
    expect((await adjust(today().slice(0, 7))).status).toBe(200);
    const [up] = (await billsOf(one.serviceId)).filter(({ type }) => type === 'ADJUST_UP');
    expect(up).toMatchObject({ month: today().slice(0, 7) });
    await agree();
  });

  it('stays once a notice of a later month is out', async () => {
    const own = await priced({});
    const of = async (month: string) => {
      const made = await make(bill.path, { unitId: otherUnitId, serviceId: own.id, month, amount: 5000 });
      await act(bill.path, made, 'release');
      return made;
    };
    const [first, second] = [await of('2026-08'), await of('2026-09')];
    const cancel = (one: Row) => act(bill.path, one, 'cancel', { reason: 'Twice' });
    expect((await cancel(first)).status).toBe(200);
    const other = await priced({});
    const last = await make(bill.path, { unitId: otherUnitId, serviceId: other.id, month: MONTH, amount: 5000 });
    await act(bill.path, last, 'release');
    await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
    await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
    expect(refusal(await cancel(second))).toEqual([409, 'BILL_FEE_PERIOD_DIFFERENT']);
    const { version } = await read(bill.path, last.id);
    expect(refusal(await ann.put(`${bill.path}/${last.id}`, { version, note: 'Late' }))).toEqual([
      409,
      'CANNOT_UPDATE_PUBLISHED_BILL',
    ]);
    const { data: notices } = await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${otherUnitId}&limit=100`);
    const notice = notices.find(({ status, month }) => status === 'PUBLISHED' && month === NOTICE_MONTH);
    await pay({ unitId: otherUnitId, amount: 5000, allocations: [{ billId: last.id, amount: 5000 }] });
    expect(refusal(await act(feeNotice.path, notice as Row, 'cancel', { reason: 'A wrong day' }))).toEqual([
      409,
      'FEE_NOTICE_PAID',
    ]);
  });
});

describe('on the books', () => {
  it('is edited until somebody is told of it or has paid, and stays with its unit, service and month', async () => {
    const own = await priced({});
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 5000 });
    const released = (await act(bill.path, made, 'release')).data as Row;
    const edit = async (values: object) => {
      const now = await read(bill.path, made.id);
      return ann.put<Row>(`${bill.path}/${made.id}`, { version: now.version, ...values });
    };
    expect(isFixed(bill, released)).toBe(false);
    expect(refusal(await edit({ unitId: otherUnitId }))).toEqual([409, 'BILL_RELEASED', 'unitId']);
    expect(refusal(await edit({ month: '2026-09' }))).toEqual([409, 'BILL_RELEASED', 'month']);
    expect(refusal(await edit({ dueDate: addDays(today(), -1) }))).toEqual([400, 'VALIDATION_FAILED', 'dueDate']);
    const later = await edit({ dueDate: addDays(today(), 30), note: 'Agreed by telephone', amount: 6000 });
    expect(later.data, later.text).toMatchObject({ edited: true, total: 6000, publication: 'UNPUBLISHED' });
    // After hold and release, residents still do not see a bill without a notice.
    await act(bill.path, made, 'hold', { reason: 'Asked about' });
    expect((await act(bill.path, made, 'unhold')).data).toMatchObject({ publication: 'UNPUBLISHED' });
    await pay({ amount: 1000, allocations: [{ billId: made.id, amount: 1000 }] });
    expect(isFixed(bill, await read(bill.path, made.id))).toBe(true);
    expect(refusal(await edit({ note: 'Again' }))).toEqual([409, 'CANNOT_UPDATE_PARTLY_PAID_BILL']);
    await agree();
  });

  it('keeps where its unit lay and who was its householder, whoever made it', async () => {
    const home = { blockId: site.blockId, residentId: site.emil.id };
    const own = await priced({ repeatable: true });
    const by = { unitId: otherUnitId, serviceId: own.id, month: MONTH };
    const one = await make(bill.path, { ...by, amount: 5000, release: true });
    expect(one).toMatchObject(home);
    expect(String(one.floorId)).toMatch(/^[0-9a-f]{24}$/);
    const sent = { serviceId: own.id, month: MONTH, unitIds: [otherUnitId], amount: 7000 };
    const many = await ann.post<{ done: string[] }>(`${bill.path}/manual`, sent);
    expect(await read(bill.path, many.data.done[0])).toMatchObject(home);
    const up = { type: 'ADJUST_UP', totalPayment: 5, reason: 'Measured again' };
    const adjusted = await act(bill.path, one, 'adjust', up);
    expect(adjusted.data).toMatchObject({ adjustment: home });
    const counted = await priced({});
    await register(counted.id, otherUnitId);
    await run([counted.id]);
    expect((await billsOf(counted.id))[0]).toMatchObject(home);
    const found = async (query: string) =>
      (await ann.get<Row[]>(`${bill.path}?filter[serviceId][]=${own.id}&${query}`)).data.length;
    expect(await found(`filter[blockId][]=${site.blockId}`)).toBe(3);
    expect(await found(`filter[floorId][]=${one.floorId}&filter[residentId][]=${site.emil.id}`)).toBe(3);
    expect(await found(`filter[residentId][]=${site.dora.id}`)).toBe(0);
  });
});

it('makes bills by hand for many units, of an amount or by the tariff, and skips those who have one', async () => {
  const own = await priced({}, { tiers: [{ to: 10, price: 1000 }, { price: 2000 }], vat: 10 });
  const ask = { serviceId: own.id, month: MONTH, unitIds: [unitId, otherUnitId], quantity: 15 };
  const { data: plan } = await ann.post<Row>(`${bill.path}/manual/preview`, ask);
  expect(plan).toMatchObject({ total: 44_000, refused: [], bills: [{ total: 22_000 }, { total: 22_000 }] });
  expect(await billsOf(own.id)).toEqual([]);
  const headers = { 'Idempotency-Key': `by hand ${own.id}` };
  const send = () => ann.post<Row>(`${bill.path}/manual`, { ...ask, unitIds: [unitId] }, headers);
  // Repeated after a lost response or sent twice at once, it is created once with the same response.
  for (const made of [...(await Promise.all([send(), send()])), await send()])
    expect([made.status, made.data]).toMatchObject([201, { total: 22_000, refused: [], done: [expect.anything()] }]);
  const rest = await ann.post<Row>(`${bill.path}/manual`, { ...ask, amount: 50_000, vatRate: 8, content: 'Repairs' });
  expect(rest.data).toMatchObject({ total: 54_000, refused: [{ unitId, code: 'BILL_ALREADY_EXISTS' }] });
  const bills = await billsOf(own.id);
  expect(bills.map(({ total, createType, status }) => [total, createType, status])).toEqual([
    [54_000, 'MANUAL', 'DRAFT'],
    [22_000, 'MANUAL', 'DRAFT'],
  ]);
  const edited = await ann.put(`${bill.path}/${bills[0]?.id}`, { version: bills[0]?.version, amount: 60_000 });
  expect(edited.data).toMatchObject({ total: 64_800 });
  const unpriced = await priced({}, { effectiveFrom: '2999-01-01' });
  const none = { ...ask, serviceId: unpriced.id };
  expect(refusal(await ann.post(`${bill.path}/manual`, none))).toEqual([422, 'NO_TARIFF', 'serviceId']);
  expect(refusal(await ann.post(`${bill.path}/manual`, { ...ask, unitIds: ['0'.repeat(24)] }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'unitIds',
  ]);
});

describe('late interest', () => {
  it('is charged by hand whenever it is due, whether or not its job has looked', async () => {
    const own = await priced({ interestPerYear: 10 });
    const dueDate = addDays(today(), -20);
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 730_000, dueDate });
    await act(bill.path, made, 'release');
    expect(await read(bill.path, made.id)).toMatchObject({ late: false });
    expect((await act(bill.path, made, 'charge-interest')).data).toMatchObject({ interest: 0 });
    expect((await ann.get<Row>(`${bill.path}/${made.id}/interest`)).data).toMatchObject({ posted: 4000, accrued: 0 });
    expect(refusal(await act(bill.path, made, 'charge-interest'))).toEqual([409, 'BILL_NOT_OVERDUE']);
    await agree();
  });

  it('is waived whenever it is due, whether or not its job has looked', async () => {
    const own = await priced({ interestPerYear: 10 });
    const dueDate = addDays(today(), -20);
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 730_000, dueDate });
    await act(bill.path, made, 'release');
    expect(await read(bill.path, made.id)).toMatchObject({ late: false });
    const waive = (values: object) => act(bill.path, made, 'waive-interest', { reason: 'Agreed', ...values });
    expect(refusal(await waive({ amount: 4001 }))).toEqual([422, 'INTEREST_WAIVE_INVALID', 'amount']);
    expect((await waive({ amount: 1500 })).data).toMatchObject({ interest: 2500, late: true });
    expect((await waive({})).data).toMatchObject({ interest: 0, late: false });
    const told = (await ann.get<Row>(`${bill.path}/${made.id}/interest`)).data;
    expect(told).toMatchObject({ accrued: 0, posted: 0, waived: 4000 });
    expect(refusal(await waive({}))).toEqual([409, 'BILL_NOT_OVERDUE']);
    const inTime = await make(bill.path, { unitId: otherUnitId, serviceId: own.id, month: MONTH, amount: 730_000 });
    await act(bill.path, inTime, 'release');
    expect(refusal(await act(bill.path, inTime, 'waive-interest', { reason: 'Agreed' }))).toEqual([
      409,
      'BILL_NOT_OVERDUE',
    ]);
    await agree();
  });

  it('is waived with what is charged of it and left: that first, and given back by its own waiver', async () => {
    const own = await priced({ interestPerYear: 10 });
    const dueDate = addDays(today(), -20);
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 730_000, dueDate });
    await act(bill.path, made, 'release');
    expect((await act(bill.path, made, 'charge-interest')).status).toBe(200);
    const of = async () => (await ann.get<Row>(`${bill.path}/${made.id}/interest`)).data;
    const waive = (values: object) => act(bill.path, made, 'waive-interest', { reason: 'Agreed', ...values });
    expect(refusal(await waive({ amount: 4001 }))).toEqual([422, 'INTEREST_WAIVE_INVALID', 'amount']);
    const owes = async () => Number((await accountOf()).owed);
    const before = await owes();
    expect((await waive({ amount: 1500 })).status).toBe(200);
    expect(await of()).toMatchObject({ accrued: 0, posted: 4000, left: 2500, waived: 1500 });
    expect(await owes()).toBe(before - 1500);
    await agree();
    expect((await waive({})).status).toBe(200);
    expect(await of()).toMatchObject({ accrued: 0, left: 0, waived: 4000 });
    expect(refusal(await waive({}))).toEqual([409, 'BILL_NOT_OVERDUE']);
    await agree();
    const [charged] = (await billsOf(own.id)).filter(({ createdFor }) => createdFor === 'INTEREST');
    expect(charged).toMatchObject({ remaining: 0, paymentState: 'PAID', total: 4000 });
    const waived = ((await of()).postings as Row[]).filter(({ cause }) => cause === 'WAIVE');
    expect(waived.map(({ amount, open }) => [amount, open]).toSorted()).toEqual([
      [1500, true],
      [2500, true],
    ]);
    for (const { id: postingId } of waived) {
      const back = await ann.put(`${bill.path}/${made.id}/cancel-waiver`, { postingId, reason: 'Not agreed' });
      expect(back.status, back.text).toBe(200);
    }
    expect(await of()).toMatchObject({ left: 4000, waived: 0 });
    expect(await owes()).toBe(before);
    await agree();
  });

  it('is counted once a day, charged by a bill of its own that explains it, and taken back with that', async () => {
    const own = await priced({ interestPerYear: 10 });
    const dueDate = addDays(today(), -20);
    const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 1_000_000, dueDate });
    await act(bill.path, made, 'release');
    const turns = await Promise.all([interestJob.run(new Date()), interestJob.run(new Date())]);
    expect(Math.max(...turns)).toBeGreaterThan(0);
    const days = daysIn({ start: dueDate, end: today() }) - 1;
    const interest = Math.round((1_000_000 * 0.1 * days) / 365);
    const late = await read(bill.path, made.id);
    expect(late).toMatchObject({ interest, late: true, interestLines: [{ base: 1_000_000, rate: 10, days }] });
    const before = Number((await accountOf()).owed);
    expect((await act(bill.path, late, 'charge-interest')).data).toMatchObject({ interest: 0, late: false });
    expect((await act(bill.path, late, 'charge-interest')).status).toBe(409);
    expect(Number((await accountOf()).owed)).toBe(before + interest);
    const [charged] = (await billsOf(own.id)).filter(({ createdFor }) => createdFor === 'INTEREST');
    expect(charged).toMatchObject({ total: interest, status: 'ACTIVE', originalId: made.id });
    expect((await read(bill.path, charged?.id)).items).toMatchObject([{ kind: 'INTEREST', days, ofDays: 365 }]);
    expect(refusal(await act(bill.path, made, 'cancel', { reason: 'Twice' }))).toEqual([409, 'BILL_HAS_INTEREST']);
    await agree();
    expect((await act(bill.path, charged as Row, 'cancel', { reason: 'Agreed' })).status).toBe(200);
    expect(await read(bill.path, made.id)).toMatchObject({ interest, interestCharged: 0, late: true });
    const waive = (values: object) => act(bill.path, made, 'waive-interest', { reason: 'Agreed', ...values });
    expect(refusal(await waive({ amount: interest + 1 }))).toEqual([422, 'INTEREST_WAIVE_INVALID', 'amount']);
    expect((await waive({ amount: 100 })).data).toMatchObject({ interest: interest - 100, late: true });
    const of = async () => (await ann.get<Row>(`${bill.path}/${made.id}/interest`)).data;
    const told = await of();
    expect(told).toMatchObject({
      accrued: interest - 100,
      posted: 0,
      waived: 100,
      postings: [{ cause: 'WAIVE', open: true }],
    });
    const [{ id: postingId }] = told.postings as [Row];
    const back = await ann.put<Row>(`${bill.path}/${made.id}/cancel-waiver`, { postingId, reason: 'Not agreed' });
    expect(back.data).toMatchObject({ interest, late: true });
    expect((await waive({})).data).toMatchObject({ interest: 0, late: false });
    expect((await waive({})).status).toBe(409);
    const sums = await ann.get<Row[]>(`${bill.path}/interest?filter[serviceId][]=${own.id}`);
    expect(sums.data).toEqual([{ serviceId: own.id, month: MONTH, accrued: 0, posted: 0, paid: 0, waived: interest }]);
    expect(await interestJob.run(new Date())).toBe(0);
    await agree();
  });
});
