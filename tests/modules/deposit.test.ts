import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { depositsJob } from '@lobby/server/modules/deposit/index.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;
const { make, read, act, till, agree, accountOf } = await booksAt(site);

const take = (amount: number, unit = unitId, more: object = {}) =>
  make(deposit.path, {
    ...more,
    unitId: unit,
    payerName: 'Mai',
    amount,
    method: 'CASH',
    fundId: till.id,
    accountingDate: today(),
  });
const money = (amount: number) => ({ amount, method: 'CASH', fundId: till.id });

it('goes back whole, never above what was paid, and in part only where the building allows that', async () => {
  const before = Number((await accountOf())?.deposit ?? 0);
  const own = await take(500_000);
  expect((await accountOf()).deposit).toBe(before + 500_000);
  expect(refusal(await act(deposit.path, own, 'refund', money(500_001)))).toEqual([
    422,
    'REFUND_EXCEEDS_DEPOSIT',
    'amount',
  ]);
  expect(refusal(await act(deposit.path, own, 'refund', money(200_000)))).toEqual([
    422,
    'DEPOSIT_PARTIAL_REFUND_OFF',
    'amount',
  ]);
  const done = await act(deposit.path, own, 'refund', money(500_000));
  expect(done.data).toMatchObject({ status: 'REFUNDED', remaining: 0, refundAmount: 500_000 });
  expect((await accountOf()).deposit).toBe(before);
  await agree();
});

it('moves to the account of its unit, or to another unit as a deposit', async () => {
  const own = await take(300_000);
  const balance = Number((await accountOf()).balance);
  const part = await act(deposit.path, own, 'transfer', { amount: 100_000 });
  expect(part.data).toMatchObject({ status: 'DEPOSITED', remaining: 200_000, transferred: 100_000 });
  expect((await accountOf()).balance).toBe(balance + 100_000);
  expect(refusal(await act(deposit.path, own, 'transfer', { amount: 1, target: 'DEPOSIT', toUnitId: unitId }))).toEqual(
    [422, 'DEPOSIT_SAME_UNIT', 'toUnitId'],
  );
  const rest = await act(deposit.path, own, 'transfer', { amount: 200_000, target: 'DEPOSIT', toUnitId: otherUnitId });
  expect(rest.data).toMatchObject({ status: 'TRANSFERRED', remaining: 0 });
  const [theirs] = (await ann.get<Row[]>(`${deposit.path}?filter[unitId][]=${otherUnitId}`)).data;
  expect(theirs).toMatchObject({ amount: 200_000, remaining: 200_000, origin: 'TRANSFER', originCode: own.code });
  expect(refusal(await act(deposit.path, own, 'cancel', { reason: 'No' }))).toEqual([409, 'STATUS_NOT_ALLOWED']);
  await agree();
});

it('is kept in part, moved on another day, and what was moved last is taken back', async () => {
  const own = await take(500_000);
  const before = await accountOf();
  const category = await make(voucherCategory.path, { name: 'Damage', code: 'DAMAGE', kind: 'INCOME' });
  const earlier = addDays(today(), -2);
  const reason = 'The door is scratched';
  expect(refusal(await act(deposit.path, own, 'keep', { reason, amount: 500_001 }))[1]).toBe('REFUND_EXCEEDS_DEPOSIT');
  const kept = await act(deposit.path, own, 'keep', {
    reason,
    amount: 200_000,
    categoryId: category.id,
    accountingDate: earlier,
  });
  expect(kept.data).toMatchObject({ status: 'DEPOSITED', remaining: 300_000, kept: 200_000 });
  const [entry] = (await ann.get<Row[]>(`${journalEntry.path}?filter[q]=${own.code}&filter[kind][]=DEPOSIT_FORFEIT`))
    .data;
  expect(await read(journalEntry.path, entry?.id)).toMatchObject({
    accountingDate: earlier,
    lines: expect.arrayContaining([expect.objectContaining({ account: 'REVENUE', category: 'DAMAGE' })]),
  });
  const moved = await act(deposit.path, own, 'transfer', { amount: 300_000, accountingDate: earlier });
  expect(moved.data).toMatchObject({ status: 'TRANSFERRED', remaining: 0 });
  expect((await accountOf()).balance).toBe(Number(before.balance) + 300_000);
  const takeBack = () => act(deposit.path, own, 'take-back', { reason: 'A mistake' });
  expect((await takeBack()).data).toMatchObject({ status: 'DEPOSITED', remaining: 300_000, transferred: 0 });
  expect((await accountOf()).balance).toBe(before.balance);
  expect((await takeBack()).data).toMatchObject({ status: 'DEPOSITED', remaining: 500_000, kept: 0 });
  expect(await read(deposit.path, own.id)).toMatchObject({
    moves: [
      { act: 'KEEP', canceledOn: today() },
      { act: 'TRANSFER', canceledOn: today() },
    ],
  });
  expect((await takeBack()).status).toBe(409);
  const other = await act(deposit.path, own, 'transfer', { amount: 500_000, target: 'DEPOSIT', toUnitId: otherUnitId });
  const [theirs] = (
    await ann.get<Row[]>(
      `${deposit.path}?filter[unitId][]=${otherUnitId}&filter[status][]=DEPOSITED&filter[origin][]=TRANSFER`,
    )
  ).data;
  expect([other.data.status, theirs?.amount]).toEqual(['TRANSFERRED', 500_000]);
  const away = await act(deposit.path, theirs as Row, 'refund', money(500_000));
  expect(away.status, away.text).toBe(200);
  expect(refusal(await takeBack())).toEqual([409, 'DEPOSIT_MOVED']);
  const settings = '/payment-method/settings';
  const { version } = (await ann.get<Row>(settings)).data;
  await ann.put(settings, { version, forfeitPhotos: true });
  const last = await take(10_000);
  expect(refusal(await act(deposit.path, last, 'keep', { reason }))).toEqual([400, 'VALIDATION_FAILED', 'photos']);
  await ann.put(settings, { version: Number(version) + 1, forfeitPhotos: false });
  await agree();
});

it('is asked for, taken, and asked for again when it was a mistake', async () => {
  const asked = await make(depositRequest.path, { unitId, content: 'Keys', amount: 70_000 });
  const taken = await act(depositRequest.path, asked, 'collect', { method: 'CASH', fundId: till.id, payerName: 'Mai' });
  expect(taken.data).toMatchObject({ status: 'DEPOSITED' });
  const own = await read(deposit.path, taken.data.depositId);
  expect(own).toMatchObject({ amount: 70_000, requestId: asked.id, originCode: asked.code, status: 'DEPOSITED' });
  expect((await act(deposit.path, own, 'cancel', { reason: 'A wrong unit' })).status).toBe(200);
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'WAIT_FOR_DEPOSIT', depositId: null });
  const kept = await take(40_000);
  expect((await act(deposit.path, kept, 'keep', { reason: 'The key is lost' })).data).toMatchObject({ kept: 40_000 });
  await agree();
});

it('is given back once, of many who try', async () => {
  const own = await take(90_000);
  const tries = await Promise.all(Array.from({ length: 8 }, () => act(deposit.path, own, 'refund', money(90_000))));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  await agree();
});

it('is overdue the morning after its day, and refunded with its deposit; what should go back is told once', async () => {
  const day = today();
  const past = await ann.post(depositRequest.path, { unitId, content: 'Keys', amount: 1, dueOn: addDays(day, -1) });
  expect(refusal(past)).toEqual([400, 'VALIDATION_FAILED', 'dueOn']);
  const asked = await make(depositRequest.path, { unitId, content: 'Keys', amount: 60_000 });
  expect(asked).toMatchObject({ dueOn: addDays(day, 7), code: expect.stringMatching(/^YCC-/) });
  const set = (definition: { name: string }, id: unknown, values: object) =>
    db()
      .collection<{ _id: string }>(collectionOf(definition as never))
      .updateOne({ _id: String(id) }, { $set: values });
  await set(depositRequest, asked.id, { dueOn: addDays(day, -1) });
  // After seven in the morning in Vietnam.
  const noon = new Date(`${day}T05:00:00Z`);
  await Promise.all([depositsJob.run(noon), depositsJob.run(noon)]);
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ overdue: true });
  const taken = await act(depositRequest.path, asked, 'collect', { method: 'CASH', fundId: till.id, payerName: 'Mai' });
  expect(taken.data).toMatchObject({ status: 'DEPOSITED', overdue: false });
  const own = await read(deposit.path, taken.data.depositId);
  await set(deposit, own.id, { dueBackOn: addDays(day, -1) });
  expect(await depositsJob.run(noon)).toBe(1);
  expect(await depositsJob.run(noon)).toBe(0);
  expect(await read(deposit.path, own.id)).toMatchObject({ toGiveBack: true, code: expect.stringMatching(/^COC-/) });
  const again = await act(deposit.path, own, 'refund', { ...money(60_000), version: undefined });
  expect(again.data).toMatchObject({ status: 'REFUNDED', toGiveBack: false });
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'REFUNDED' });
  await agree();
});

it('is summed up by what it is for, and its words and its day are edited', async () => {
  const own = await take(40_000);
  const { data: before } = await ann.get<Row>(`${deposit.path}/summary`);
  expect(before.held).toBe(((before.ages as Row[]) ?? []).reduce((sum, one) => sum + Number(one.held), 0));
  const more = await take(60_000);
  expect((await ann.get<Row>(`${deposit.path}/summary`)).data.held).toBe(Number(before.held) + 60_000);
  await take(500, unitId, { kind: 'KEY' });
  const { kinds } = (await ann.get<Row>(`${deposit.path}/summary`)).data;
  expect((kinds as Row[]).find(({ key }) => key === 'KEY')).toMatchObject({ count: 1, held: 500 });
  const at = `${deposit.path}/${own.id}`;
  const day = addDays(today(), 9);
  const edited = await ann.put<Row>(at, { version: own.version, dueBackOn: day, content: 'Keys of the hall' });
  expect(edited.data).toMatchObject({ dueBackOn: day, content: 'Keys of the hall' });
  expect(refusal(await ann.put(at, { version: edited.data.version, amount: 5 }))[0]).toBe(400);
  expect((await act(deposit.path, more, 'cancel', { reason: 'Twice' })).status).toBe(200);
});

it('is taken in parts by hand, never more than is missing, and is not edited or rejected after the first', async () => {
  const asked = await make(depositRequest.path, { unitId, content: 'Keys', amount: 50_000 });
  const at = `${depositRequest.path}/${asked.id}`;
  const edited = await ann.put<Row>(at, { version: asked.version, amount: 90_000 });
  expect(edited.data).toMatchObject({ amount: 90_000, collected: 0 });
  const collect = (amount: number) =>
    act(depositRequest.path, asked, 'collect', { ...money(amount), payerName: 'Mai' });
  expect((await collect(60_000)).data).toMatchObject({ status: 'WAIT_FOR_DEPOSIT', collected: 60_000 });
  expect(refusal(await collect(30_001))).toEqual([422, 'DEPOSIT_AMOUNT_MISMATCH', 'amount']);
  expect(refusal(await act(depositRequest.path, asked, 'reject', { reason: 'No' }))).toEqual([
    409,
    'DEPOSIT_REQUEST_FIXED',
  ]);
  const { version } = (await ann.get<Row>(at)).data;
  expect(refusal(await ann.put(at, { version, amount: 60_000 }))).toEqual([409, 'DEPOSIT_REQUEST_FIXED']);
  const whole = (await collect(30_000)).data;
  expect(whole).toMatchObject({ status: 'DEPOSITED', collected: 90_000, refundAmount: 0 });
  const { depositIds, receiptIds } = await read(depositRequest.path, asked.id);
  expect([depositIds, receiptIds]).toMatchObject([{ length: 2 }, { length: 2 }]);
  // Refunds are recorded while other deposits are still held; cancelling the payslip reverts that.
  const [first] = depositIds as string[];
  expect((await act(deposit.path, { id: first } as Row, 'refund', money(60_000))).status).toBe(200);
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'DEPOSITED', refundAmount: 60_000 });
  const [back] = (await read(deposit.path, first)).refunds as Row[];
  await act(payslip.path, { id: String(back?.payslipId) } as Row, 'cancel', { reason: 'Came back' });
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'DEPOSITED', refundAmount: 0 });
  await agree();
});

it('is asked of somebody who lives there, for what it is kept for, and paid by a slip with its code', async () => {
  const values = { unitId, content: 'Keys of the hall', amount: 70_000, kind: 'KEY' };
  expect(refusal(await ann.post(depositRequest.path, { ...values, unitId: otherUnitId, residentId: dora.id }))).toEqual(
    [422, 'REFERENCE_NOT_SUITABLE', 'residentId'],
  );
  const asked = await make(depositRequest.path, { ...values, residentId: dora.id });
  expect(asked).toMatchObject({ kind: 'KEY', residentId: dora.id, requestedAt: expect.any(String) });
  const slip = await ann.get(`${depositRequest.path}/${asked.id}/pdf?lang=en`);
  expect([slip.status, slip.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const { data: counts } = await ann.get<Row>(`${depositRequest.path}/count-badges`);
  expect(counts.tabs).toMatchObject({ waiting: expect.any(Number), overdue: expect.any(Number) });
  const { data: person } = await ann.get<Row>(`/member/${dora.id}`);
  const taken = await act(depositRequest.path, asked, 'collect', { method: 'CASH', fundId: till.id });
  expect(await read(deposit.path, taken.data.depositId)).toMatchObject({ kind: 'KEY', payerName: person.name });
  const kept = (await linesOfPdf((await ann.file(`${deposit.path}/${taken.data.depositId}/pdf?lang=en`)).body)).flat();
  for (const said of [person.name, 'Keys of the hall', '70,000']) expect(kept.join('\n')).toContain(said);
  const other = await make(depositRequest.path, { ...values, content: 'Keys of the roof' });
  await act(depositRequest.path, other, 'reject', { reason: 'Not needed any more' });
  const { data: told } = await dora.get<Row[]>('/histories/pms');
  expect(told.find(({ kind }) => kind === 'DEPOSIT_REQUEST_REJECTED')).toMatchObject({
    body: expect.stringContaining('Not needed any more'),
    url: `/resident/deposits/${other.id}`,
  });
});

it('a deposit by hand has vouchers too: cancelling either one cancels the other', async () => {
  const own = await take(80_000);
  expect(await read(receipt.path, own.receiptId)).toMatchObject({ type: 'DEPOSIT', amount: 80_000, origin: 'COUNTER' });
  expect((await act(deposit.path, own, 'cancel', { reason: 'Twice' })).status).toBe(200);
  expect(await read(receipt.path, own.receiptId)).toMatchObject({ status: 'CANCELED', cancelReason: 'Twice' });
  const other = await take(90_000);
  await act(deposit.path, other, 'refund', money(90_000));
  const [back] = (await read(deposit.path, other.id)).refunds as Row[];
  expect(await read(payslip.path, back?.payslipId)).toMatchObject({ purpose: 'DEPOSIT_REFUND', amount: 90_000 });
  expect(
    (await act(payslip.path, { id: String(back?.payslipId) } as Row, 'cancel', { reason: 'Came back' })).status,
  ).toBe(200);
  expect(await read(deposit.path, other.id)).toMatchObject({ status: 'DEPOSITED', remaining: 90_000, refunds: [] });
  const mistaken = { id: String(other.receiptId) } as Row;
  expect((await act(receipt.path, mistaken, 'cancel', { reason: 'A wrong unit' })).status).toBe(200);
  expect(await read(deposit.path, other.id)).toMatchObject({ status: 'CANCELLED', remaining: 0 });
  await agree();
});
