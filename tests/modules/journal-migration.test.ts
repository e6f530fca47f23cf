import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { entriesOfJournal } from '@lobby/server/migrations/2026-11-25-journal.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import { booksAt, today } from '../setup/books.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Older');
const { ann, unitId } = site;
const { make, act, released, agree, pay, priced } = await booksAt(site);

const KINDS: Record<string, string> = { BILL_RELEASE: 'BILL', OPENING_ACCOUNT: 'OPENING', OPENING_ADVANCE: 'OPENING' };
const ACCOUNTS: Record<string, string> = { OPENING_BALANCE: 'OPENING', VAT_PAYABLE: 'VAT' };
type Line = Record<string, unknown> & { account: string };

/** An entry as it was stored before: a document by its code alone, one unit, no parts. */
function aged(doc: Record<string, unknown>) {
  const lines = (doc.lines as Line[]).map(({ account, serviceId, fundId, debit, credit }) => ({
    account: ACCOUNTS[account] ?? account,
    serviceId,
    fundId,
    debit,
    credit,
  }));
  const movement = doc.documentType === 'account-movement' && String(doc.kind).startsWith('RECEIPT');
  const entry = movement ? String(doc.kind).replace('RECEIPT', 'DEDUCTION') : (KINDS[String(doc.kind)] ?? doc.kind);
  return {
    $set: {
      code: `BT-2611-${doc.no}`,
      day: doc.accountingDate,
      entry,
      source: doc.documentCode,
      amount: doc.total,
      unitId: (doc.unitIds as string[])[0] ?? null,
      lines: merged(lines),
    },
    $unset: Object.fromEntries(
      ['no', 'accountingDate', 'month', 'kind', 'documentType', 'documentId', 'documentCode', 'unitIds', 'total']
        .concat('text', 'actor', 'reversesId', 'once', 'uniq')
        .map(name => [name, '']),
    ),
  };
}

/** What was taken out was one line, whichever part it came from. */
function merged(lines: Line[]): Line[] {
  const out: Line[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last && last.account === line.account && line.account === 'UNIT_ACCOUNT' && last.debit)
      last.debit = Number(last.debit) + Number(line.debit);
    else out.push(line);
  }
  return out;
}

it('entries of older books are read as the new ones are, and what funds began with is among them', async () => {
  const safe = await make(fund.path, { name: 'Safe', code: 'KET', kind: 'CASH' });
  await act(fund.path, safe, 'opening', { amount: 3_000_000, accountingDate: today() });
  const open = { type: 'OPENING', unitId, accountingDate: today() };
  await make(accountMovement.path, { ...open, amount: 70_000 });
  await make(accountMovement.path, { ...open, amount: 20_000, toServiceId: (await priced({})).id });
  const bill = await released(50_000);
  const { data: paid } = await pay({ amount: 70_000, allocations: [{ billId: bill.id, amount: 50_000 }] });
  await act(receipt.path, paid, 'cancel', { reason: 'Again' });
  await pay({ type: 'UNIT_ACCOUNT', amount: 10_000 });
  await make(accountMovement.path, { type: 'DEDUCTION', unitId, accountingDate: today(), amount: 50_000 });
  await agree();
  const journal = db().collection(collectionOf(journalEntry));
  const kept = await journal.find({ projectId: site.id }).sort({ no: 1 }).toArray();
  for (const doc of kept)
    if (doc.documentType === 'fund') await journal.deleteOne({ _id: doc._id });
    else await journal.updateOne({ _id: doc._id }, aged(doc));
  for (const definition of [unitAccount, serviceAdvance])
    await db()
      .collection(collectionOf(definition))
      .updateMany({ projectId: site.id }, { $unset: { balanceOpening: '' } });
  // As funds were called then.
  await db()
    .collection(collectionOf(fund))
    .updateMany({ projectId: site.id }, [{ $set: { opening: '$openingBalance', openingDay: '$openingDate' } }]);
  await entriesOfJournal.run();
  await agree();
  const account = await ann.get(`${unitAccount.path}/${unitId}`);
  expect(account.data).toMatchObject({ balance: 50_000 - 10_000 - 10_000, balanceOpening: 20_000 });
  const again = await journal
    .find({ projectId: site.id, documentType: { $ne: 'fund' } })
    .sort({ no: 1 })
    .toArray();
  const told = (docs: typeof kept) =>
    docs.filter(one => one.documentType !== 'fund').map(one => [one.kind, one.documentId, one.unitIds]);
  expect(told(again)).toEqual(told(kept));
});
