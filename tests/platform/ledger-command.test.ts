import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { expect, it } from 'vitest';
import { booksAt } from '../setup/money/books.ts';
import { runScript } from '../setup/server/child.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

const check = (...args: string[]) => runScript(server, 'ledger-check.ts', args);

it('says beside a running server whether the books agree, and names what does not', async () => {
  const site = await makeSite(server.url, 'Books of Command');
  const { released } = await booksAt(site);
  const bill = await released(100_000);
  const own = ['--project', 'Books of Command'];
  expect(await check(...own)).toMatchObject({ code: 0, said: expect.not.stringContaining('DIFFERS') });
  await db()
    .collection(collectionOf(unitAccount))
    .updateOne({ _id: site.unitId as never }, { $set: { owed: 90_000 } });
  await db()
    .collection(collectionOf(journalEntry))
    .updateOne({ documentId: bill.id }, { $set: { 'lines.0.debit': 99_000 } });
  const { code, said } = await check(...own);
  expect(code).toBe(1);
  expect(said).toMatch(/DIFFERS {2}Books of Command {2}BALANCES/);
  expect(said).toMatch(/UNIT_OWES \S+: 99000 is 90000/);
  expect(said).toContain(`· ${bill.code}: 99000 is 100000`);
  expect(said).toMatch(/RECEIVABLE_IS_BILLS \S+ · S\d+: 99000 is 100000/);
  expect(await check('--project', 'None')).toMatchObject({ code: 1 });
});
