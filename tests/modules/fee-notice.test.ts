import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf, modelOf } from '@lobby/server/kit/store/schema.ts';
import { feeMonths } from '@lobby/server/migrations/2026-11-30-fee-months.ts';
import { interestJob } from '@lobby/server/modules/bill/index.ts';
import { buildRunJob, noticesJob } from '@lobby/server/modules/fee-notice/index.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfSvg } from '../setup/files/read-pdf.ts';
import { booksAt, MONTH, NOTICE_MONTH, refusal, today } from '../setup/money/books.ts';
import { change, makeRecords, rowsIn } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
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
  /** What is left of each bill on the notice, as its drawer says. */
  const lefts = async () => (await ann.get<Row[]>(`${feeNotice.path}/${(await notice()).id}/left`)).data;
  const notice = async (): Promise<Row> => {
    const [first] = (await ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${unitId}`)).data;
    return (await ann.get<Row>(`${feeNotice.path}/${first?.id}`)).data;
  };
  const act = (one: Row, act_: string, input: object = {}) =>
    ann.put<Row>(`${feeNotice.path}/${one.id}/${act_}`, input);
  /** Action on the notice of another month. */
  const put = async (name: string, month: string) => {
    const asked = `filter[month][from]=${month}&filter[month][to]=${month}`;
    const [one] = (await ann.get<Row[]>(`${feeNotice.path}?${asked}`)).data;
    return ann.put<Row>(`${feeNotice.path}/${one?.id}/${name}`, { reason: 'A wrong day' });
  };
  return { ...site, ...books, owe, build, notice, lefts, onNotice: act, put };
}

it('is built, counted anew, published once, and keeps its lines', async () => {
  const site = await noticeSite('Built');
  await site.owe(50_000);
  expect((await site.build({ dryRun: true })).data).toMatchObject({ made: 1, sum: 50_000 });
  expect((await site.ann.get<Row[]>(feeNotice.path)).data).toEqual([]);
  const tries = await Promise.all(Array.from({ length: 6 }, () => site.build()));
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 200));
  expect(tries.reduce((sum, { data }) => sum + Number(data.made), 0)).toBe(1);
  const draft = await site.notice();
  // Known by the month of its bills, wherever it is named.
  expect(draft).toMatchObject({ month: NOTICE_MONTH, feeMonth: MONTH });
  // The sums of a month are named by what its notices charge, not by the month in which they are sent.
  const { data: sums } = await site.ann.get<Row>(`${feeNotice.path}/month/${NOTICE_MONTH}`);
  expect(sums.feeMonth).toBe(MONTH);
  // Those made before are told by it as well.
  await rowsIn(collectionOf(feeNotice)).updateMany({}, { $unset: { feeMonth: '' } });
  await feeMonths.run();
  expect(await site.notice()).toMatchObject({ feeMonth: MONTH });
  const home = { blockId: site.blockId, floorId: site.floorId, residentId: site.dora.id };
  expect(draft).toMatchObject({ status: 'UNPUBLISHED', revision: 0, newTotal: 50_000, ...home });
  const found = await site.ann.get<Row[]>(`${feeNotice.path}?filter[blockId][]=${site.blockId}`);
  expect(found.data.map(({ id }) => id)).toEqual([draft.id]);
  expect((await site.dora.get(`${feeNotice.path}/${draft.id}`)).status).toBe(404);
  await site.owe(20_000);
  expect((await site.build()).data).toMatchObject({ made: 0, rebuilt: 1, sum: 70_000 });
  const sent = await site.onNotice(draft, 'publish');
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
  // The first response already has the remaining amount.
  expect((await site.ann.get<Row[]>(feeNotice.path)).data[0]).toMatchObject({ status: 'EDITED', remaining: 30_000 });
  const edited = await site.notice();
  expect(edited).toMatchObject({ status: 'EDITED', totalPayment: 50_000, lines: [{ total: 50_000 }] });
  // Nothing was paid: the document lists the reduction.
  const sums = linesOfSvg((await site.ann.get(`${feeNotice.path}/${id}/preview?language=en`)).text);
  expect(sums.find(line => line.includes('Adjusted since'))).toMatch(/20[.,]000/);
  expect(sums.filter(line => line.includes('Paid since it was published'))).toEqual([]);
  // Before it is published again, it can be read what it will be.
  const next = await site.ann.get<Row>(`${feeNotice.path}/${id}/next`);
  expect(next.data).toMatchObject({
    revision: 2,
    newTotal: 30_000,
    totalPayment: 30_000,
    interest: 0,
    lines: [{ billId: one.id, total: 30_000 }],
  });
  // Its due date has passed: it gets new dates, and can be published with them.
  await change(feeNotice, String(id), { sendingDate: inDays(-9), dueDate: inDays(-2), debtDueDate: inDays(-1) });
  expect(refusal(await site.onNotice(edited, 'publish'))).toEqual([422, 'FEE_DATE_IN_PAST', 'dueDate', 'debtDueDate']);
  const days = { sendingDate: today(), dueDate: inDays(6), debtDueDate: inDays(9), interestDate: inDays(9) };
  const moved = await site.ann.put<Row>(`${feeNotice.path}/${id}/rebuild`, days);
  expect(moved.data, moved.text).toMatchObject({ status: 'EDITED', dueDate: inDays(6), totalPayment: 30_000 });
  expect((await site.onNotice(edited, 'publish')).data).toMatchObject({ code, revision: 2, totalPayment: 30_000 });
  const { data } = await site.dora.get<Row[]>(`${feeNotice.path}/${id}/revisions`);
  expect(data.map(row => [row.revision, row.totalPayment, row.by])).toEqual([
    [2, 30_000, ''],
    [1, 50_000, ''],
  ]);
});

it('asks for a bill that was cancelled no more, in no sum, and is as unpaid as before', async () => {
  const site = await noticeSite('Cancelled bill');
  const one = await site.owe(50_000, NOTICE_MONTH);
  const other = await site.owe(70_000, NOTICE_MONTH);
  await site.build({ publish: true });
  const cancel = async ({ id }: Row) => {
    const { status, text } = await site.ann.put<Row>(`${bill.path}/${id}/cancel`, { reason: 'Billed twice' });
    expect(status, text).toBe(200);
  };
  await cancel(one);
  const rest = { newTotal: 70_000, totalPayment: 70_000, remaining: 70_000, paymentState: 'UNPAID', bills: 1 };
  expect(await site.notice()).toMatchObject({
    status: 'EDITED',
    ...rest,
    lines: [{ billId: other.id, total: 70_000 }],
  });
  // Amounts derived from the ledger change, and the published revision stays.
  await noticesJob.run(new Date());
  const { id, ...now } = await site.notice();
  expect(now).toMatchObject(rest);
  const own = (await site.dora.get<Row>(`${feeNotice.path}/${id}`)).data;
  expect(own).toMatchObject({ totalPayment: 70_000, remaining: 70_000, paymentState: 'UNPAID' });
  const { data: month } = await site.ann.get<{ byStatus: Row[] }>(`${feeNotice.path}/month/${NOTICE_MONTH}`);
  expect(month.byStatus).toMatchObject([{ status: 'EDITED', sum: 70_000, remaining: 70_000 }]);
  const { data: kept } = await site.dora.get<Row[]>(`${feeNotice.path}/${id}/revisions`);
  expect(kept).toMatchObject([{ revision: 1, totalPayment: 120_000 }]);
  // Nothing was paid, although nothing remains.
  await cancel(other);
  await noticesJob.run(new Date());
  expect(await site.notice()).toMatchObject({ totalPayment: 0, remaining: 0, paymentState: 'UNPAID', lines: [] });
});

it('is no more paid by what its bills were lowered by, and by a draft of it neither', async () => {
  const site = await noticeSite('Lowered');
  const one = await site.owe(50_000, NOTICE_MONTH);
  const other = await site.owe(70_000, NOTICE_MONTH);
  await site.build();
  expect((await site.ann.put(`${bill.path}/${other.id}/cancel`, { reason: 'Billed twice' })).status).toBe(200);
  expect(await site.notice()).toMatchObject({ status: 'UNPUBLISHED', totalPayment: 50_000, paymentState: 'UNPAID' });
  await site.onNotice(await site.notice(), 'publish');
  const down = { type: 'ADJUST_DOWN', totalPayment: 20_000, reason: 'Measured again' };
  expect((await site.ann.put(`${bill.path}/${one.id}/adjust`, down)).status).toBe(200);
  const lowered = await until(async () => {
    const row = await site.notice();
    return row.remaining === 30_000 && row;
  });
  expect(lowered).toMatchObject({
    status: 'EDITED',
    totalPayment: 50_000,
    paymentState: 'UNPAID',
    lines: [{ billId: one.id, paid: 0 }],
  });
  await site.pay({ amount: 10_000, allocations: [{ billId: one.id, amount: 10_000 }] });
  await until(async () => (await site.notice()).paymentState === 'PARTIAL_PAID');
  // Less than what was asked for and is not paid, by the reduction.
  expect(await site.lefts()).toEqual([{ billId: one.id, left: 20_000 }]);
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
  expect(now).toMatchObject({ remaining: 30_000, totalPayment: 50_000, lines: [{ total: 50_000, paid: 20_000 }] });
  expect(await site.lefts()).toEqual([{ billId: one.id, left: 30_000 }]);
  expect(refusal(await site.onNotice(now, 'cancel', { reason: 'A wrong day' }))).toEqual([409, 'FEE_NOTICE_PAID']);
  await site.pay({ amount: 30_000, allocations: [{ billId: one.id, amount: 30_000 }] });
  await until(async () => (await site.notice()).paymentState === 'PAID');
  expect(await site.notice()).toMatchObject({ remaining: 0, lines: [{ total: 50_000, paid: 50_000 }] });
  expect(await site.lefts()).toEqual([{ billId: one.id, left: 0 }]);
  await site.allow({ BILL: ['read'] });
  expect((await site.carl.get(`${feeNotice.path}/${now.id}/left`)).status).toBe(403);
  // Debts alone get no notice.
  expect((await site.build({ month: '2026-12' })).data).toMatchObject({ units: 0, made: 0 });
});

it('needs its days in order, a due day to come, and an account', async () => {
  const site = await noticeSite('Days', false);
  await site.owe(50_000);
  const due = addDays(today(), 5);
  const same = await site.build({ dates: { dueDate: due, debtDueDate: due } });
  expect(refusal(same)).toEqual([422, 'FEE_DATES_ORDER', 'debtDueDate']);
  const over = await site.build({ dates: { sendingDate: addDays(today(), -2), dueDate: addDays(today(), -1) } });
  expect([over.code, Object.keys(over.error.data?.fields ?? {})]).toEqual([
    'FEE_DATE_IN_PAST',
    ['sendingDate', 'dueDate'],
  ]);
  const past = await site.build({ publish: true, dates: { dueDate: addDays(today(), -1) } });
  expect(refusal(past)).toEqual([422, 'FEE_DATE_IN_PAST', 'dueDate']);
  // The wrong dates are named in the display format.
  expect(same.error?.message).toContain(due.split('-').reverse().join('/'));
  // For drafts, dry runs and direct publication alike.
  for (const way of [{ publish: true }, { dryRun: true }, {}]) {
    const sent = await site.build({ ...way, dates: { sendingDate: addDays(today(), -1), dueDate: due } });
    expect(refusal(sent)).toEqual([422, 'FEE_DATE_IN_PAST', 'sendingDate']);
  }
  await site.build();
  const draft = await site.notice();
  expect((await site.onNotice(draft, 'hold', { reason: 'To be looked at' })).data.status).toBe('DO_NOT_PUBLISH');
  expect(refusal(await site.onNotice(draft, 'publish'))[1]).toBe('STATUS_NOT_ALLOWED');
  await site.onNotice(draft, 'unhold');
  expect(refusal(await site.onNotice(draft, 'publish'))).toEqual([422, 'NOTICE_ACCOUNT_MISSING']);
});

it('a notice that waited beyond its sending day is sent today, never on a past day', async () => {
  const site = await noticeSite('Waited');
  await site.owe(50_000);
  await site.build({ dates: { dueDate: addDays(today(), 5) } });
  const { id } = await site.notice();
  const over = { sendingDate: addDays(today(), -3) };
  await db()
    .collection<{ _id: string }>(collectionOf(feeNotice))
    .updateOne({ _id: String(id) }, { $set: over });
  const sent = await site.onNotice(await site.notice(), 'publish');
  expect(sent.data).toMatchObject({ status: 'PUBLISHED', sendingDate: today(), dueDate: addDays(today(), 5) });
});

it('carries a debt with its interest up to the closing date, and comes to what its bills owe', async () => {
  const site = await noticeSite('Interest');
  const late = await site.priced({ interestPerYear: 10 });
  const old = { unitId: site.unitId, serviceId: late.id, month: '2026-09', amount: 500_000 };
  const made = await site.make(bill.path, old);
  await site.act(bill.path, made, 'release');
  await site.build({ month: '2026-10', publish: true });
  const of = { _id: String(made.id) };
  await db()
    .collection<{ _id: string }>(collectionOf(bill))
    .updateOne(of, { $set: { dueDate: '2026-10-15' } });
  await interestJob.run(new Date());
  for (const amount of [871_020, 303_600, 1_243_275, 385_000]) await site.owe(amount);
  await site.build({ publish: true });
  const row = (await site.ann.get<Row[]>(`${feeNotice.path}?filter[month][from]=${NOTICE_MONTH}`)).data[0];
  expect(row).toMatchObject({ newTotal: 2_802_895, debtTotal: 500_000, interestTotal: 2192, totalPayment: 3_305_087 });
  expect(refusal(await site.put('cancel', '2026-10'))).toEqual([409, 'FEE_PERIOD_DIFFERENT']);
  await site.agree();
  // The document contains late interest, also in Vietnamese, the bank account, number of people, and author.
  const account = (await site.ann.get<Row[]>(bankAccount.path)).data[0];
  await change(bankAccount, String(account?.id), { branch: 'Tây Hồ' });
  const paper = linesOfSvg((await site.ann.get(`${feeNotice.path}/${row?.id}/preview?language=en`)).text).join('\n');
  expect(paper).toMatch(/late interest of 10 % a year/);
  expect(paper).toMatch(/chịu lãi chậm trả 10 % một năm/);
  expect(paper).toMatch(/· Tây Hồ/);
  expect(paper).toMatch(/People counted: [1-9]/);
  expect(paper).toMatch(/Made by \S.* on \d\d\/\d\d\/\d{4}/);
});

it('makes bills that it tells of first due on its own day, without interest of the days before', async () => {
  const site = await noticeSite('First told');
  const charging = await site.priced({ interestPerYear: 10 });
  const asked = { unitId: site.unitId, serviceId: charging.id, month: '2026-08', amount: 871_020 };
  const made = await site.make(bill.path, { ...asked, dueDate: addDays(today(), -40) });
  await site.act(bill.path, made, 'release');
  const interest = async (until: string) =>
    (await site.ann.get<Row>(`${bill.path}/${made.id}/interest?until=${until}`)).data;
  expect((await interest(today())).accrued).toBe(Math.round((871_020 * 10 * 40) / 36_500));
  const dueDate = addDays(today(), 6);
  await site.build({ publish: true, dates: { dueDate } });
  const told = await site.read(bill.path, made.id);
  expect(told).toMatchObject({ publication: 'PUBLISHED', dueDate, interest: 0, interestCharged: 0, overdue: false });
  expect(await site.billsOf(charging.id)).toHaveLength(1);
  expect(await site.notice()).toMatchObject({ interestTotal: 0, totalPayment: 871_020 });
  expect(await interest(addDays(dueDate, 26))).toMatchObject({
    posted: 0,
    accrued: Math.round((871_020 * 10 * 26) / 36_500),
  });
  await site.agree();
});

it('notices of many units are made in the background, and another server goes on where a killed one stopped', async () => {
  const site = await noticeSite('Many');
  const { id: serviceId } = await site.priced({});
  const home = { type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, area: 50 };
  const units = await makeRecords(
    site.id,
    Array.from({ length: 201 }, (_, n) => [unit, { ...home, code: `M-${n}` }] as const),
  );
  const owed = { status: 'ACTIVE', publication: 'UNPUBLISHED', total: 1000, originalTotal: 1000, remaining: 1000 };
  const values = { serviceId, month: MONTH, noticeMonth: NOTICE_MONTH, dueDate: addDays(today(), 9) };
  await makeRecords(
    site.id,
    units.map(({ _id: unitId }) => [bill, { ...values, unitId }, owed] as const),
  );
  const runs = db().collection<{ _id: string }>('feeNoticeBuilds');
  const begin = async () => {
    const begun = await site.build();
    expect(begun.status, begun.text).toBe(202);
    const _id = String(begun.data.id);
    const state = async () => (await site.ann.get<Row>(`${BUILD}/${_id}`)).data;
    const ended = (as: string) => until(async () => (await state()).state === as && (await state()));
    return { _id, state, ended };
  };
  // Cancelled: the current chunk is completed and kept, the others are skipped, also without the server that started
  // it.
  const halted = await begin();
  const progress = `/progress/${halted._id}`;
  expect((await site.ann.put(`${progress}/cancel`, {})).status).toBe(200);
  const stopped = await halted.ended('CANCELLED');
  const { done: made } = stopped;
  expect([0, 200]).toContain(made);
  expect(stopped).toMatchObject({ made, of: 201 });
  expect((await site.ann.get<Row>(progress)).data).toMatchObject({ state: 'cancelled', done: made, of: 201 });
  await runs.updateOne({ _id: halted._id }, { $set: { state: 'RUNNING', until: new Date(0) } });
  expect(await buildRunJob.run(new Date())).toBe(1);
  expect(await halted.state()).toEqual(stopped);
  expect(await modelOf(feeNotice).countDocuments({ projectId: site.id })).toBe(made);

  const { _id, state, ended } = await begin();
  const rest = { made: 201 - Number(made), rebuilt: made };
  expect(await ended('DONE')).toMatchObject({ units: 201, done: 201, ...rest, known: 0, sum: 201_000, skipped: [] });
  // As if the server had been killed after the first chunk.
  const left = { state: 'RUNNING', next: 200, 'outcome.made': 200, 'outcome.rebuilt': 0, until: new Date(0) };
  await runs.updateOne({ _id }, { $set: left });
  expect(await buildRunJob.run(new Date())).toBe(1);
  expect(await state()).toMatchObject({ state: 'DONE', made: 200, rebuilt: 1 });
  // The user who started it has lost the permission, so it is not continued.
  await runs.updateOne({ _id }, { $set: { ...left, userId: site.carl.userId } });
  expect(await buildRunJob.run(new Date())).toBe(1);
  expect(await state()).toMatchObject({ state: 'CANCELLED', done: 200, made: 200, rebuilt: 0 });
  const { data } = await site.ann.get<Row>(`${feeNotice.path}/month/${NOTICE_MONTH}`);
  expect(data.byStatus).toMatchObject([{ status: 'UNPUBLISHED', count: 201 }]);
});

it('is not made of a debt alone', async () => {
  const site = await noticeSite('Debt alone');
  await site.owe(50_000, '2026-09');
  expect((await site.build({ month: '2026-10', publish: true })).data).toMatchObject({ made: 1, sum: 50_000 });
  // Requested explicitly, the unit gets the reason.
  const skipped = [{ unitId: site.unitId, code: 'NOTICE_NOT_ABOVE_DEBT' }];
  expect((await site.build({ unitIds: [site.unitId] })).data).toMatchObject({ units: 1, made: 0, sum: 0, skipped });
  const added = await site.owe(20_000);
  expect((await site.build()).data).toMatchObject({ made: 1, sum: 70_000 });
  const [draft] = (await site.ann.get<Row[]>(`${feeNotice.path}?filter[month][from]=${NOTICE_MONTH}`)).data;
  expect((await site.ann.put(`${bill.path}/${added.id}/cancel`, { reason: 'Billed twice' })).status).toBe(200);
  expect(refusal(await site.onNotice(draft as Row, 'publish'))).toEqual([422, 'NOTICE_NOT_ABOVE_DEBT']);
});
