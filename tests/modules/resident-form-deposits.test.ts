import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { contentsOfDeposits } from '@lobby/server/migrations/2026-11-30-contents-of-deposits.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, refusal } from '../setup/money/books.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const { make, read, act, till, agree, accountOf } = await booksAt(site);

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const works = {
  unitId,
  residentId: dora.id,
  workType: 'REPAIR',
  content: 'Paint the hall',
  regulationAgreed: true,
  expectedStartAt: hours(1),
  expectedEndAt: hours(5),
  depositAmount: 500_000,
};
const pass = { unitId, residentId: dora.id, target: 'RESIDENT', type: 'NEW', depositAmount: 200_000 };
const [path, cards] = [constructionRegistration.path, cardRegistration.path];
let numbers = 0;
const freshCard = async () => (await make(card.path, { number: `C-${++numbers}`, type: 'RESIDENT' })).id;
const of = async (kind: { path: string }, form: Row): Promise<Row> => {
  const found = (await ann.get<Row[]>(`${kind.path}?limit=100`)).data.find(one => one.originCode === form.code);
  return read(kind.path, found?.id);
};
const heldOf = async (unit = unitId) => Number((await accountOf(unit))?.deposit ?? 0);
/** Form with its deposit paid and confirmed. */
async function paid(kind: string, values: object, take: string, method: string): Promise<Row> {
  const form = await make(kind, values);
  const amount = form.depositAmount;
  expect((await act(kind, form, take, { amount, method })).status).toBe(200);
  expect((await act(kind, form, 'deposit/confirm')).status).toBe(200);
  return form;
}
async function begun(kind: string, form: Row): Promise<void> {
  for (const name of ['approve', 'in-progress']) expect((await act(kind, form, name)).status).toBe(200);
}

it('a deposit of construction works is requested, received in the till, counted, and refunded from it', async () => {
  const before = await heldOf();
  const form = await make(path, works);
  const asked = await of(depositRequest, form);
  expect(asked).toMatchObject({ amount: 500_000, unitId, origin: 'CONSTRUCTION', originId: form.id });
  expect(refusal(await act(depositRequest.path, asked, 'reject', { reason: 'No' }))[1]).toBe('DEPOSIT_OF_FORM');
  await act(path, form, 'deposit', { amount: 500_000, payer: 'Mai' });
  expect(await heldOf()).toBe(before + 500_000);
  const held = await of(deposit, form);
  expect(held).toMatchObject({ fundId: till.id, requestId: asked.id, payerName: 'Mai', confirmed: false });
  expect(await read(depositRequest.path, asked.id)).toMatchObject({ status: 'DEPOSITED', depositId: held.id });
  await agree();
  await act(path, form, 'deposit/confirm');
  expect((await of(deposit, form)).confirmed).toBe(true);
  expect(refusal(await ann.delete(`${path}/${form.id}`))[1]).toBe('DEPOSIT_NOT_REFUNDED');
  await begun(path, form);
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => act(path, form, 'deposit/refund', { amount: 500_000 })),
  );
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await of(deposit, form)).toMatchObject({ status: 'REFUNDED', remaining: 0, refundAmount: 500_000 });
  expect((await act(path, form, 'complete')).status).toBe(200);
  expect(await heldOf()).toBe(before);
  await agree();
});

it('is on its way where the building has no bank account, and stays held where it is not given back', async () => {
  const before = await heldOf();
  const form = await paid(path, works, 'deposit/deposit', 'TRANSFER');
  expect((await of(deposit, form)).fundId).toBe(null);
  await agree();
  await begun(path, form);
  const kept = { withoutRefund: true, reason: 'The hall is damaged' };
  expect((await act(path, form, 'complete', kept)).status).toBe(200);
  const left = await of(deposit, form);
  expect(left).toMatchObject({ status: 'DEPOSITED', remaining: 500_000, kept: 0 });
  expect(await heldOf()).toBe(before + 500_000);
  // Accounting keeps part of the deposit; the form refunds no more than the rest.
  expect((await act(deposit.path, left, 'keep', { reason: kept.reason })).status).toBe(200);
  expect(refusal(await act(path, form, 'deposit/refund', { amount: 500_000 }))[0]).toBe(409);
  expect(await heldOf()).toBe(before);
  await agree();
});

it('a deposit of a card is received in the bank and refunded, in part only if the building allows that', async () => {
  const before = await heldOf();
  const account = { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' };
  const { id: bankAccountId } = await make(bankAccount.path, account);
  const bank = await make(fund.path, { name: 'Bank', code: 'TG', kind: 'BANK', bankAccountId });
  const form = await paid(cards, pass, 'deposit', 'TRANSFER');
  expect(await of(deposit, form)).toMatchObject({ origin: 'CARD', fundId: bank.id, amount: 200_000 });
  expect(await heldOf()).toBe(before + 200_000);
  // What was taken before said its form's code alone.
  const all = [deposit, depositRequest, receipt] as const;
  for (const one of all)
    await rowsIn(collectionOf(one)).updateMany({ originCode: form.code }, { $set: { content: form.code } });
  await contentsOfDeposits.run();
  for (const one of all) expect((await of(one, form)).content, one.name).toBe(`Cọc thẻ ${form.code}`);
  await begun(cards, form);
  expect(refusal(await act(cards, form, 'refund', { amount: 150_000 }))[1]).toBe('DEPOSIT_PARTIAL_REFUND_OFF');
  const actor = { id: 'system', name: 'Lobby' };
  await changeProject(site.id, 1, { features: { PARTIAL_DEPOSIT_REFUND: true } }, { actor, now: new Date() });
  expect(refusal(await act(cards, form, 'refund', { amount: 200_001 }))[1]).toBe('REFUND_EXCEEDS_DEPOSIT');
  expect(refusal(await act(cards, form, 'refund', { amount: 150_000 }))[1]).toBe('DEPOSIT_REASON_REQUIRED');
  const part = { amount: 150_000, reason: 'A scratch' };
  expect((await act(cards, form, 'refund', part)).data).toMatchObject({ depositStatus: 'REFUNDED' });
  expect(await of(deposit, form)).toMatchObject({ status: 'DEPOSITED', remaining: 50_000, refundAmount: 150_000 });
  expect(await heldOf()).toBe(before + 50_000);
  expect((await act(cards, form, 'complete', { newCardId: await freshCard() })).status).toBe(200);
  const other = await paid(cards, pass, 'deposit', 'CASH');
  await begun(cards, other);
  expect(
    (await act(cards, other, 'complete', { withoutRefund: true, reason: 'Lost', newCardId: await freshCard() })).status,
  ).toBe(200);
  expect(await of(deposit, other)).toMatchObject({ status: 'DEPOSITED', remaining: 200_000 });
  expect((await act(cards, other, 'refund')).data).toMatchObject({ depositStatus: 'REFUNDED', refundAmount: 200_000 });
  await agree();
});

it('goes back out of the fund of the way that is said, whichever it came into', async () => {
  // The cash fund has enough for the refund.
  await paid(cards, pass, 'deposit', 'CASH');
  const form = await paid(cards, pass, 'deposit', 'TRANSFER');
  await begun(cards, form);
  const came = await of(deposit, form);
  expect(refusal(await act(cards, form, 'refund', { method: 'CASH', fundId: came.fundId }))).toEqual([
    400,
    'PAYMENT_METHOD_INVALID',
    'fundId',
  ]);
  expect((await act(cards, form, 'refund', { method: 'CASH' })).data).toMatchObject({ refundMethod: 'CASH' });
  expect((await of(deposit, form)).refunds).toMatchObject([{ amount: 200_000, fundId: till.id }]);
  await agree();
});

it('is asked for as long as its form waits for it, and for what the form says', async () => {
  const form = await make(cards, { ...pass, depositAmount: 0 });
  expect((await ann.get<Row[]>(`${depositRequest.path}?limit=100`)).data.map(one => one.originCode)).not.toContain(
    form.code,
  );
  const waiting = await make(cards, pass);
  const more = { version: waiting.version, depositAmount: 300_000 };
  expect((await ann.put(`${cards}/${waiting.id}`, more)).status).toBe(200);
  expect(await of(depositRequest, waiting)).toMatchObject({ amount: 300_000, unitId });
  await act(cards, waiting, 'cancel', { reason: 'Moved out' });
  expect((await of(depositRequest, waiting)).status).toBe('REJECTED');
  const gone = await make(path, works);
  expect((await ann.delete(`${path}/${gone.id}`)).status).toBe(200);
  expect((await of(depositRequest, gone)).status).toBe('REJECTED');
  const refused = await make(path, works);
  await act(path, refused, 'reject', { reason: 'Too loud' });
  expect((await of(depositRequest, refused)).status).toBe('REJECTED');
  expect((await dora.get<Row[]>(`${deposit.path}?limit=100`)).status).toBe(200);
  await agree();
});

it('has its receipt and its payslip, and follows both where they are cancelled', async () => {
  const before = await heldOf();
  const form = await make(path, works);
  const state = () => read(path, form.id);
  const voucher = (definition: { path: string }, id: unknown) => read(definition.path, id);
  const cancelled = async (definition: { path: string }, id: unknown) =>
    act(definition.path, { id: String(id) } as Row, 'cancel', { reason: 'A mistake' });
  await act(path, form, 'deposit', { amount: 500_000, payer: 'Mai' });
  const first = await state();
  const taken = await of(deposit, form);
  expect(await voucher(receipt, first.receiptId)).toMatchObject({
    code: expect.stringMatching(/^PT-/),
    type: 'DEPOSIT',
    amount: 500_000,
    unitId,
    payerName: 'Mai',
    fundId: till.id,
    origin: 'FORM',
    originCode: form.code,
    allocations: [{ kind: 'DEPOSIT', depositId: taken.id, amount: 500_000 }],
  });
  expect(taken.receiptId).toBe(first.receiptId);
  // Taken by mistake: after cancelling, it is due again.
  expect((await cancelled(receipt, first.receiptId)).status).toBe(200);
  expect(await state()).toMatchObject({ depositStatus: 'WAIT_FOR_DEPOSIT', receiptId: null, depositId: null });
  expect(await read(deposit.path, taken.id)).toMatchObject({ status: 'CANCELLED', remaining: 0 });
  expect(await of(depositRequest, form)).toMatchObject({ status: 'WAIT_FOR_DEPOSIT', collected: 0 });
  expect(await heldOf()).toBe(before);
  await agree();
  await act(path, form, 'deposit', { amount: 500_000 });
  await act(path, form, 'deposit/confirm');
  await begun(path, form);
  const { receiptId } = await state();
  expect(refusal(await cancelled(receipt, receiptId))[1]).toBe('DEPOSIT_OF_FORM');
  await act(path, form, 'deposit/refund', { amount: 500_000 });
  const { payslipId } = await state();
  expect(await voucher(payslip, payslipId)).toMatchObject({
    code: expect.stringMatching(/^PC-/),
    type: 'DEPOSIT',
    purpose: 'DEPOSIT_REFUND',
    amount: 500_000,
    fundId: till.id,
    originCode: form.code,
  });
  expect(refusal(await cancelled(receipt, receiptId))).toEqual([422, 'RECEIPT_CANCEL_DEPOSIT_USED']);
  expect((await act(path, form, 'complete')).status).toBe(200);
  await agree();
  // A refund that failed is held again, also for a completed form.
  expect((await cancelled(payslip, payslipId)).status).toBe(200);
  expect(await state()).toMatchObject({ status: 'COMPLETED', depositStatus: 'DEPOSITED', payslipId: null });
  expect(await heldOf()).toBe(before + 500_000);
  expect((await act(path, form, 'deposit/refund', { amount: 500_000 })).status).toBe(200);
  expect(await heldOf()).toBe(before);
  await agree();
});

it('goes back as its form ends, in one step', async () => {
  const before = await heldOf();
  const form = await paid(path, works, 'deposit', 'CASH');
  await begun(path, form);
  expect(await heldOf()).toBe(before + 500_000);
  expect(refusal(await act(path, form, 'complete'))[1]).toBe('DEPOSIT_NOT_REFUNDED');
  const done = await act(path, form, 'complete', { refund: true });
  expect(done.data).toMatchObject({
    status: 'COMPLETED',
    depositStatus: 'REFUNDED',
    refundAmount: 500_000,
    refundMethod: 'CASH',
    payslipId: expect.any(String),
    withoutRefund: false,
  });
  expect(await heldOf()).toBe(before);
});

it('a form that returns a card, or reports it lost, finds the deposit of the form that issued it', async () => {
  const form = await paid(cards, pass, 'deposit', 'CASH');
  await begun(cards, form);
  const newCardId = await freshCard();
  const kept = { newCardId, withoutRefund: true, reason: 'While it is used' };
  expect((await act(cards, form, 'complete', kept)).status).toBe(200);
  const back = await make(cards, { ...pass, depositAmount: 0, type: 'CANCEL', cardId: newCardId });
  const held = async () => (await ann.get<Row>(`${cards}/${back.id}/outcome`)).data.held;
  expect(await held()).toEqual({ id: form.id, code: form.code, amount: 200_000 });
  expect((await act(cards, form, 'deposit/refund')).status).toBe(200);
  expect(await held()).toBeNull();
});
