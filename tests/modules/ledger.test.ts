import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { checkBooks, loadNames } from '@lobby/server/modules/ledger/index.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

type Line = { account: string; debit: number | null; credit: number | null; bucket: string | null };
type Entry = { _id: string; kind: string; documentId: string; reversesId: string | null; lines: Line[] };

const server = await startServer();
const site = await makeSite(server.url, 'Ledger');
const { ann, unitId, otherUnitId } = site;
const { make, act, priced, released, agree, pay, accountOf, till } = await booksAt(site);

const entriesOf = (query: object) =>
  db()
    .collection<Entry>(collectionOf(journalEntry))
    .find({ projectId: site.id, ...query })
    .sort({ no: 1 })
    .toArray();

/** Debit less credit per account, over the entries of documents. */
async function sumsOf(...documents: Row[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { lines } of await entriesOf({ documentId: { $in: documents.map(({ id }) => id) } }))
    for (const { account, debit, credit } of lines) sums[account] = (sums[account] ?? 0) + (debit ?? 0) - (credit ?? 0);
  return sums;
}

describe('the books', () => {
  it('follow a bill, its receipt with a surplus, and its cancel', async () => {
    const own = await priced({});
    const draft = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 806_500, vatRate: 8 });
    await act(bill.path, draft, 'release');
    const allocations = [{ billId: draft.id, amount: 871_020 }];
    const { data: paid } = await pay({ amount: 900_000, allocations });
    expect(await sumsOf(draft, paid)).toEqual({
      RECEIVABLE: 0,
      FUND: 900_000,
      UNIT_ACCOUNT: -28_980,
      REVENUE: -806_500,
      VAT_PAYABLE: -64_520,
    });
    expect((await act(receipt.path, paid, 'cancel', { reason: 'Wrong unit' })).status).toBe(200);
    expect(await sumsOf(draft, paid)).toMatchObject({ RECEIVABLE: 871_020, FUND: 0, UNIT_ACCOUNT: 0 });
    const [taken, back] = await entriesOf({ documentId: paid.id });
    expect(back).toMatchObject({ kind: 'RECEIPT_CANCEL', reversesId: taken?._id });
    await agree();
  });

  it('take one entry of fifty releases at once', async () => {
    const own = await priced({});
    const draft = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 50_000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(bill.path, draft, 'release')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await entriesOf({ documentId: draft.id })).toHaveLength(1);
    await agree();
  });

  it('take what a unit began with out first, and do not refund it by the cancel of a receipt', async () => {
    const opened = await make(accountMovement.path, {
      type: 'OPENING',
      unitId: otherUnitId,
      accountingDate: today(),
      amount: 70_000,
    });
    const { data: paid } = await pay({ type: 'UNIT_ACCOUNT', unitId: otherUnitId, amount: 50_000 });
    expect(await accountOf(otherUnitId)).toMatchObject({ balance: 120_000, balanceOpening: 70_000 });
    const due = await released(90_000, otherUnitId);
    const used = await make(accountMovement.path, {
      type: 'DEDUCTION',
      unitId: otherUnitId,
      accountingDate: today(),
      amount: 90_000,
    });
    expect(used.allocations).toEqual([{ billId: due.id, amount: 90_000 }]);
    const [entry] = await entriesOf({ documentId: used.id });
    expect(entry?.lines.map(({ account, bucket, debit }) => [account, bucket, debit]).slice(0, 2)).toEqual([
      ['UNIT_ACCOUNT', 'OPENING', 70_000],
      ['UNIT_ACCOUNT', 'CURRENT', 20_000],
    ]);
    const cancel = await act(receipt.path, paid, 'cancel', { reason: 'No' });
    expect(refusal(cancel)).toEqual([422, 'RECEIPT_CANCEL_ACCOUNT_NOT_ENOUGH']);
    expect(refusal(await act(accountMovement.path, opened, 'cancel', { reason: 'No' }))).toEqual([
      409,
      'UNIT_ACCOUNT_NOT_ENOUGH',
    ]);
    expect((await act(accountMovement.path, used, 'cancel', { reason: 'Not that bill' })).status).toBe(200);
    expect(await accountOf(otherUnitId)).toMatchObject({ balance: 120_000, balanceOpening: 70_000 });
    await agree();
  });

  it('have what a fund began with, also when that is mended', async () => {
    const box = await make(fund.path, { name: 'Safe', code: 'KET', kind: 'CASH' });
    const began = (amount: number) => act(fund.path, box, 'opening', { amount, accountingDate: today() });
    expect((await began(1_000_000)).status).toBe(200);
    expect(await sumsOf(box)).toEqual({ FUND: 1_000_000, OPENING_BALANCE: -1_000_000 });
    expect((await began(900_000)).status).toBe(200);
    expect(await sumsOf(box)).toEqual({ FUND: 900_000, OPENING_BALANCE: -900_000 });
    const { data } = await ann.get<Row>(`/cashbook?fundId=${box.id}&from=${today()}&to=${today()}`);
    expect(data).toMatchObject({ closing: 900_000 });
    await agree();
  });

  it('stay right and above zero when forty postings of all kinds meet on one unit', async () => {
    const bills = await Promise.all(Array.from({ length: 8 }, () => released(10_000)));
    const paid: Row[] = [];
    await Promise.all([
      ...bills.map(async ({ id }) => {
        const { data } = await pay({ amount: 12_000, allocations: [{ billId: id, amount: 10_000 }] });
        paid.push(data);
      }),
      ...Array.from({ length: 16 }, (_, n) =>
        ann.post(accountMovement.path, {
          type: 'REFUND',
          unitId,
          accountingDate: today(),
          amount: 1000 + n,
          fundId: till.id,
        }),
      ),
      ...Array.from({ length: 8 }, () => pay({ type: 'UNIT_ACCOUNT', amount: 3000 })),
    ]);
    await Promise.all(paid.map(one => act(receipt.path, one, 'cancel', { reason: 'Again' })));
    await agree();
  });

  it('are read in one place and written in none', async () => {
    const [one] = await entriesOf({});
    const path = `${journalEntry.path}/${one?._id}`;
    expect((await ann.get(path)).status).toBe(200);
    expect([(await ann.put(path, { version: 1, total: 1 })).status, (await ann.delete(path)).status]).toEqual([
      405, 405,
    ]);
  });
});

it('says which unit, account and entry differ once somebody has changed them by hand', async () => {
  const far = await makeSite(server.url, 'Tampered');
  const there = await booksAt(far);
  const own = await there.released(100_000);
  await db()
    .collection(collectionOf(unitAccount))
    .updateOne({ _id: far.unitId as never }, { $set: { owed: 90_000 } });
  await db()
    .collection(collectionOf(journalEntry))
    .updateOne({ documentId: own.id }, { $set: { 'lines.0.debit': 99_000 } });
  const wrong = (await checkBooks(far.id)).filter(book => book.wrong.length > 0);
  const rules = Object.fromEntries(wrong.map(({ rule, wrong: [one] }) => [rule, [one?.expected, one?.found]]));
  expect(rules).toMatchObject({
    BALANCED: [99_000, 100_000],
    UNIT_OWES: [99_000, 90_000],
    RECEIVABLE_IS_BILLS: [99_000, 100_000],
  });
  const of = (rule: string) => wrong.find(one => one.rule === rule);
  const found = of('RECEIVABLE_IS_BILLS');
  expect(await loadNames(far.id, 'RECEIVABLE_IS_BILLS', found?.wrong ?? [])).toEqual([
    expect.stringMatching(/^.+ · S\d+$/),
  ]);
  expect(await loadNames(far.id, 'BALANCED', of('BALANCED')?.wrong ?? [])).toEqual([
    expect.stringContaining(String(own.code)),
  ]);
});
