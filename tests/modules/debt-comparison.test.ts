import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { changedSinceJob } from '@lobby/server/modules/debt-comparison/jobs.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, PDF } from '../setup/files/uploads.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const day = today();
const { path } = debtComparison;

it('shows what is owed beside what is held, and offsets both out of what fits as one receipt', async () => {
  const site = await makeSite(server.url, 'Comparison');
  const { ann, unitId, otherUnitId } = site;
  const { make, read, act, priced, released, pay, accountOf, agree } = await booksAt(site);
  const own = await released(871_020);
  const water = await priced({});
  await pay({ type: 'UNIT_ACCOUNT', amount: 500_000 });
  await make(accountMovement.path, { unitId, amount: 200_000, toServiceId: water.id, accountingDate: day });
  const live = async () => (await ann.get<Row[]>(`${path}/live`)).data;
  const figures = { debt: 871_020, account: 500_000, advance: 200_000, difference: -371_020 };
  expect(await live()).toMatchObject([{ unitId, ...figures, offset: 500_000 }]);
  const { blockId } = await read('/unit', unitId);
  const inBlock = async (id: unknown) =>
    (await ann.get<Row[]>(`${path}/live?blockId=${id}`)).data.map(one => one.unitId);
  expect([await inBlock(blockId), await inBlock(water.id)]).toEqual([[unitId], []]);
  expect((await ann.post<Row[]>(`${path}/preview`, { unitIds: [unitId], asOf: day })).data).toMatchObject([
    { unitId, ...figures, debtLines: [{ billId: own.id, left: 871_020 }] },
  ]);
  expect(refusal(await ann.post(path, { unitId, asOf: addDays(day, 1) }))).toEqual([400, 'VALIDATION_FAILED', 'asOf']);
  expect(refusal(await ann.post(path, { unitId: otherUnitId, asOf: day }))).toEqual([
    422,
    'NOTHING_TO_OFFSET',
    'unitId',
  ]);
  // On a day before the first movement there is nothing to compare.
  expect((await ann.post(path, { unitId, asOf: addDays(own.accountingDate as string, -1) })).code).toBe(
    'NOTHING_TO_OFFSET',
  );
  const made = await make(path, { unitId, asOf: day });
  expect(made).toMatchObject({ ...figures, status: 'NOT_OFFSET', code: expect.stringMatching(/^DCN-/) });
  expect((await ann.post(path, { unitId, asOf: day })).code).toBe('DEBT_COMPARISON_EXISTS');
  const many = await ann.put<Row>(`${path}/make-multi`, { isAll: true, asOf: day });
  expect(many.data).toMatchObject({ done: [], refused: [{ id: unitId, code: 'DEBT_COMPARISON_EXISTS' }] });
  const paper = await ann.get(`${path}/${made.id}/pdf?lang=en`);
  expect([paper.status, paper.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const rows = [{ billId: own.id, amount: 600_000 }];
  expect(refusal(await act(path, made, 'offset', { rows }))[1]).toBe('PAYMENT_EXCEEDS_ACCOUNT');
  const plan = await ann.post<Row>(`${path}/${made.id}/offset/preview`, {});
  expect(plan.data).toMatchObject({ amount: 500_000, sources: [{ from: 'UNIT_ACCOUNT', amount: 500_000 }] });
  // One of the simultaneous requests succeeds; the money is spent once.
  const tries = await Promise.all(Array.from({ length: 8 }, () => act(path, made, 'offset')));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const done = await read(path, made.id);
  expect(done).toMatchObject({ status: 'OFFSET', offset: 500_000, ...figures, offsets: [{ from: 'ACCOUNT' }] });
  expect(await read(receipt.path, done.receiptId)).toMatchObject({ type: 'DEDUCTION', amount: 500_000 });
  expect(await accountOf()).toMatchObject({ balance: 0, advance: 200_000 });
  expect(await read(bill.path, own.id)).toMatchObject({ remaining: 371_020 });
  await agree();
  // After its receipt was cancelled it can be offset again; cancelling the comparison cancels the new receipt.
  expect((await act(receipt.path, { id: String(done.receiptId) } as Row, 'cancel', { reason: 'No' })).status).toBe(200);
  expect(await read(path, made.id)).toMatchObject({ status: 'NOT_OFFSET', offset: 0, receiptId: null });
  const again = await ann.put<{ done: string[] }>(`${path}/offset-multi`, { ids: [made.id] });
  expect(again.data.done).toEqual([made.id]);
  const { receiptId } = await read(path, made.id);
  expect((await act(path, made, 'cancel', { reason: 'A mistake' })).data).toMatchObject({ status: 'CANCELLED' });
  expect(await read(receipt.path, receiptId)).toMatchObject({ status: 'CANCELED', cancelReason: 'A mistake' });
  expect(await accountOf()).toMatchObject({ balance: 500_000, owed: 871_020 });
  await agree();
});

it('settles at once what was agreed to, or nothing', async () => {
  const site = await makeSite(server.url, 'Offsets');
  const { released, pay, accountOf, read } = await booksAt(site);
  await pay({ type: 'UNIT_ACCOUNT', amount: 1_000_000 });
  await released(300_000);
  const settle = async (amount: number) =>
    (
      await site.ann.put<{ done: Row[]; refused: Row[] }>(`${path}/offset`, {
        unitIds: [site.unitId],
        amounts: { [site.unitId]: amount },
      })
    ).data;
  // A new bill arrives while the confirmation is open.
  await released(200_000);
  expect(await settle(300_000)).toMatchObject({ done: [], refused: [{ id: site.unitId, code: 'DATA_STALE' }] });
  expect((await accountOf()).balance).toBe(1_000_000);
  const { done } = await settle(500_000);
  expect(done).toMatchObject([{ unitId: site.unitId, amount: 500_000 }]);
  expect(await read(path, done[0]?.id)).toMatchObject({ status: 'OFFSET', debt: 500_000, offset: 500_000 });
  expect((await site.ann.get<Row[]>(`${path}/live`)).data).toMatchObject([{ debt: 0, offset: 0 }]);
});

it('is answered by those who answer for the unit, or on a paper that they signed', async () => {
  const site = await makeSite(server.url, 'Answers');
  const { ann, dora, unitId } = site;
  const { make, act, read, released } = await booksAt(site);
  await released(300_000);
  const made = await make(path, { unitId, asOf: day });
  expect((await act(path, made, 'send')).data).toMatchObject({ confirmation: 'SENT' });
  const role = (value: string) =>
    db()
      .collection(collectionOf(residency))
      .updateOne({ projectId: site.id, residentId: dora.id }, { $set: { role: value } });
  await role('MEMBER');
  expect((await act(path, made, 'agree', {}, dora)).status).toBe(403);
  await role('HOUSEHOLDER');
  expect((await act(path, made, 'agree', { note: 'Right' }, dora)).data).toMatchObject({ confirmation: 'AGREED' });
  // A bill of its day that comes later changes what was agreed to.
  expect(await changedSinceJob.run(new Date())).toBe(0);
  await released(100_000);
  expect(await changedSinceJob.run(new Date())).toBe(1);
  expect(await changedSinceJob.run(new Date())).toBe(0);
  expect(await read(path, made.id)).toMatchObject({ confirmation: 'AGREED', changedSince: true });
  expect(refusal(await act(path, made, 'disagree', { note: 'On paper' }))).toEqual([
    400,
    'VALIDATION_FAILED',
    'attachments',
  ]);
  const { data: files } = await ann.post<Row[]>('/upload', formOf([{ name: 'a.pdf', body: PDF }]));
  const said = await act(path, made, 'disagree', { note: 'On paper', attachments: files.map(file => file.id) });
  expect(said.data, said.text).toMatchObject({
    confirmation: 'DISAGREED',
    confirmationNote: 'On paper',
    changedSince: false,
  });
});
