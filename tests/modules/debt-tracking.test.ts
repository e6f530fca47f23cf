import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { debtsJob } from '@lobby/server/modules/debt-tracking/index.ts';
import { levelDay } from '@lobby/server/modules/debt-tracking/reminders.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtDispute, debtPromise, debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { equalParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal, today } from '../setup/money/books.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Debts');
const { ann, dora, emil, unitId, otherUnitId } = site;
const { make, read, act, priced, released, agree, pay } = await booksAt(site);
const day = today();
const set = (definition: { name: string }, id: unknown, values: object) =>
  db()
    .collection<{ _id: string }>(collectionOf(definition as never))
    .updateOne({ _id: String(id) }, { $set: values });

it('a promise is kept by the receipts since, open again without them, and broken by its day', async () => {
  const own = await released(300_000);
  const values = { unitId, promisedOn: addDays(day, 5), how: 'CALL' };
  expect(refusal(await ann.post(debtPromise.path, { ...values, promisedOn: addDays(day, 61) }))).toEqual([
    400,
    'PROMISE_DATE_INVALID',
    'promisedOn',
  ]);
  const made = await make(debtPromise.path, values);
  expect(made).toMatchObject({ code: expect.stringMatching(/^HT-/), amount: 300_000, status: 'OPEN' });
  expect((await read(bill.path, own.id)).promisedOn).toBe(values.promisedOn);
  expect(refusal(await ann.post(debtPromise.path, values))).toEqual([409, 'PROMISE_OPEN']);
  const { data: paid } = await pay({ amount: 300_000, allocations: [{ billId: own.id, amount: 300_000 }] });
  expect(await read(debtPromise.path, made.id)).toMatchObject({ status: 'KEPT', received: 300_000 });
  await act(receipt.path, paid, 'cancel', { reason: 'Bounced' });
  expect(await read(debtPromise.path, made.id)).toMatchObject({ status: 'OPEN', received: 0 });
  await set(debtPromise, made.id, { promisedOn: addDays(day, -1) });
  await Promise.all([debtsJob.run(new Date()), debtsJob.run(new Date())]);
  expect(await read(debtPromise.path, made.id)).toMatchObject({ status: 'BROKEN' });
  await pay({ amount: 300_000, allocations: [{ billId: own.id, amount: 300_000 }] });
  await agree();
});

it('a resident disputes a bill that was told and is owed; meanwhile nothing is taken for it by itself', async () => {
  const own = await released(200_000);
  await set(bill, own.id, { publication: 'PUBLISHED' });
  const asked = { billIds: [own.id], reason: 'The meter was not read' };
  expect((await emil.post(debtDispute.path, asked)).status).toBe(404);
  const { data: made, status } = await dora.post<Row>(debtDispute.path, asked);
  expect([status, made.status, made.openedOn]).toEqual([201, 'OPEN', day]);
  expect(await read(bill.path, own.id)).toMatchObject({ disputed: true });
  expect(refusal(await dora.post(debtDispute.path, asked))).toEqual([409, 'DISPUTE_OPEN']);
  const { data: seen } = await ann.post<Row>('/payment/preview', { unitId, amount: 200_000 });
  expect(seen.allocations).toEqual([]);
  const closed = await act(debtDispute.path, made, 'reject', { decision: 'It was read twice', chargeInterest: true });
  expect(closed.data).toMatchObject({ status: 'REJECTED', chargeInterest: true, closedOn: day });
  expect(await read(bill.path, own.id)).toMatchObject({ disputed: false });
  await pay({ amount: 200_000, allocations: [{ billId: own.id, amount: 200_000 }] });
  const late = await dora.post(debtDispute.path, asked);
  expect([late.status, late.code]).toEqual([409, 'BILL_ALREADY_PAID']);
});

it('counts no interest for the days of a dispute, unless the decision says so', async () => {
  const { id: serviceId } = await priced({ interestPerYear: 12 });
  const own = await make(bill.path, { unitId: otherUnitId, serviceId, month: MONTH, amount: 2_000_000 });
  await act(bill.path, own, 'release');
  await set(bill, own.id, { dueDate: '2026-03-10', accountingDate: '2026-03-01' });
  const made = await make(debtDispute.path, { unitId: otherUnitId, billIds: [own.id], reason: 'Too much' });
  const by = async () => (await ann.get<Row>(`${bill.path}/${own.id}/interest?until=2026-04-09`)).data.accrued;
  await act(debtDispute.path, made, 'reject', { decision: 'No' });
  await set(debtDispute, made.id, { openedOn: '2026-03-20', closedOn: '2026-03-30' });
  expect(await by()).toBe(13_151);
  await set(debtDispute, made.id, { chargeInterest: true });
  expect(await by()).toBe(19_726);
  await pay({ unitId: otherUnitId, amount: 2_000_000, allocations: [{ billId: own.id, amount: 2_000_000 }] });
});

it('a plan has equal parts, is filled in their order, and ends with its bills', async () => {
  const own = await released(1_000_000);
  const plain = { unitId, billIds: [own.id], firstDueOn: addDays(day, 20) };
  const wrong = equalParts(1_000_000, 3, plain.firstDueOn).map((part, n) =>
    n === 2 ? { ...part, amount: 333_332 } : part,
  );
  expect(refusal(await ann.post(instalmentPlan.path, { ...plain, parts: wrong }))).toEqual([
    400,
    'PLAN_SUM_INVALID',
    'parts.2.amount',
  ]);
  const made = await make(instalmentPlan.path, plain);
  expect((made.parts as unknown as Row[]).map(({ amount }) => amount)).toEqual([333_333, 333_333, 333_334]);
  expect(refusal(await ann.post(instalmentPlan.path, plain))).toEqual([409, 'PLAN_EXISTS']);
  expect(refusal(await act(instalmentPlan.path, made, 'accept'))).toEqual([422, 'PLAN_FILE_REQUIRED', 'signedFile']);
  await ann.put('/payment-method/settings', { version: 1, planNeedsFile: false });
  expect((await act(instalmentPlan.path, made, 'accept')).status).toBe(200);
  const { data: ages } = await ann.get<{ totals: Row }>('/statistics/debt/ageing');
  expect(ages.totals).toMatchObject({ inPlan: 1_000_000 });
  const { data: paid } = await pay({ amount: 400_000, allocations: [{ billId: own.id, amount: 400_000 }] });
  const partsNow = async () =>
    ((await read(instalmentPlan.path, made.id)).parts as unknown as Row[]).map(({ paid, status }) => [paid, status]);
  expect(await partsNow()).toEqual([
    [333_333, 'PAID'],
    [66_667, 'OPEN'],
    [0, 'OPEN'],
  ]);
  await act(receipt.path, paid, 'cancel', { reason: 'Bounced' });
  expect((await partsNow())[0]).toEqual([0, 'OPEN']);
  const late = ((await read(instalmentPlan.path, made.id)).parts as unknown as Row[]).map((part, n) =>
    n === 0 ? { ...part, dueOn: addDays(day, -6) } : part,
  );
  await set(instalmentPlan, made.id, { parts: late });
  await debtsJob.run(new Date());
  expect(await read(instalmentPlan.path, made.id)).toMatchObject({ status: 'DEFAULTED' });
  const again = await act(instalmentPlan.path, made, 'resume', { reason: 'They asked' });
  expect(refusal(again)).toEqual([422, 'PLAN_PART_LATE', 'parts.0.dueOn']);
  await pay({ amount: 1_000_000, allocations: [{ billId: own.id, amount: 1_000_000 }] });
  expect(await read(instalmentPlan.path, made.id)).toMatchObject({ status: 'COMPLETED', received: 1_000_000 });
  await agree();
});

it('writes off what is left, no more, and asks for it again once that is cancelled', async () => {
  const own = await released(51_000);
  await pay({ amount: 50_000, allocations: [{ billId: own.id, amount: 50_000 }] });
  const values = { billId: own.id, reason: 'Small rest' };
  const over = await ann.post(writeOff.path, { ...values, amount: 1001 });
  expect(refusal(over)).toEqual([422, 'WRITE_OFF_EXCEEDS_BILL', 'amount']);
  const made = await make(writeOff.path, { ...values, amount: 1000 });
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'PAID', remaining: 0, writtenOff: 1000 });
  await agree();
  expect((await act(writeOff.path, made, 'cancel', { reason: 'They pay' })).status).toBe(200);
  expect(await read(bill.path, own.id)).toMatchObject({ paymentState: 'PARTIAL_PAID', remaining: 1000 });
  await agree();
});

it('shows the desk, and notes who was called', async () => {
  const [called, key] = [{ how: 'CALL', note: 'Pays on Friday' }, { 'Idempotency-Key': 'called-once' }];
  const noted = () => ann.post<Row>(`${debtTracking.path}/${unitId}/contact`, called, key);
  const [first, second] = [await noted(), await noted()];
  expect([first.status, second.data.id]).toEqual([201, first.data.id]);
  const { data } = await ann.get<Row[]>(debtTracking.path);
  const own = await until(async () => data.find(one => one.unitId === unitId));
  expect(own).toMatchObject({
    debt: 1000,
    bucket: 'notDue',
    lastContact: { how: 'CALL' },
    promise: { status: 'BROKEN' },
  });
});

it('moves levels to days of work, and leaves out what comes too near to the next notice', () => {
  const notice = { dueDate: '2026-11-15', nextNotice: '2026-12-01' };
  const always = () => true;
  expect([3, 10, 20].map(offset => levelDay(notice, offset, always))).toEqual([
    { on: '2026-11-18', late: false },
    { on: '2026-11-25', late: false },
    { on: '2026-12-05', late: true },
  ]);
  const weekdays = (at: string) => ![0, 6].includes(new Date(`${at}T00:00:00Z`).getUTCDay());
  expect(levelDay(notice, 13, weekdays)).toEqual({ on: '2026-11-27', late: false });
});
