import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { singleBills } from '@lobby/server/migrations/2026-11-28-bills.ts';
import { occurrencesOfEntries } from '@lobby/server/migrations/2026-11-28-entries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun, OPEN_RUNS } from '@lobby/shared/modules/bill-run.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import { booksAt, MONTH, refusal } from '../setup/books.ts';
import { today } from '../setup/days.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { make, act, priced, released, agree, pay, register, run, begin } = await booksAt(site);

/** Stores the records of a definition as before: unique by one text, and without the fields that say it now. */
async function age(definition: Definition, onceOf: (doc: Record<string, unknown>) => string | null, gone: string[]) {
  const all = db().collection<Stored>(collectionOf(definition));
  const rule = { unique: true, partialFilterExpression: { deletedAt: null, 'uniq.once': { $type: 'string' } } };
  await all.createIndex({ projectId: 1, 'uniq.once': 1 }, { ...rule, name: 'unique_once' });
  const docs = await all.find({ projectId: site.id }).sort({ _id: 1 }).toArray();
  for (const doc of docs) {
    const once = onceOf(doc);
    const $unset = Object.fromEntries(gone.map(name => [name, '' as const]));
    await all.updateOne({ _id: doc._id }, {
      $set: { once, ...(once && { 'uniq.once': once.toLowerCase() }) },
      ...(gone.length > 0 && { $unset }),
    } as object);
  }
  return {
    before: docs,
    after: () => all.find({ projectId: site.id }).sort({ _id: 1 }).toArray(),
    indexes: async () => (await all.indexes()).map(({ name }) => name),
    copy: () => all.insertOne({ ...docs[0], _id: 'another' } as Stored),
  };
}

it('entries and advances that were unique by a text are so by their fields', async () => {
  const bill = await released(50_000);
  const { data: paid } = await pay({ amount: 50_000, allocations: [{ billId: bill.id, amount: 50_000 }] });
  await act(receipt.path, paid, 'cancel', { reason: 'Again' });
  const open = { type: 'OPENING', unitId: site.unitId, accountingDate: today() };
  await make(accountMovement.path, { ...open, amount: 20_000, toServiceId: (await priced({})).id });
  const entries = await age(journalEntry, one => `${one.documentId}:${one.kind}:${one.occurrence}`, ['occurrence']);
  const advances = await age(serviceAdvance, one => `${one.unitId}:${one.serviceId}`, []);
  await occurrencesOfEntries.run();
  for (const of of [entries, advances]) {
    expect(of.before.length).toBeGreaterThan(0);
    expect(await of.after()).toEqual(of.before);
    expect(await of.indexes()).not.toContain('unique_once');
    await expect(of.copy()).rejects.toThrow(/duplicate key/);
  }
  await agree();
  // A database that has it already stays as it is.
  await occurrencesOfEntries.run();
  expect(await entries.after()).toEqual(entries.before);
});

it('bills that were unique by a text are so by their fields, runs by what they are about', async () => {
  const { unitId } = site;
  const fee = await priced({});
  await register(fee.id);
  await run([fee.id]);
  await begin({ serviceIds: [fee.id], dryRun: true });
  const again = await priced({ repeatable: true });
  for (let n = 0; n < 2; n++) await make(bill.path, { unitId, serviceId: again.id, month: MONTH, amount: 1000 });
  const debt = { createdFor: 'DEBT', debtMonth: '2025-10', serviceId: fee.id, amount: 1000 };
  await make(bill.path, { unitId, ...debt });
  await act(bill.path, await make(bill.path, { unitId, ...debt, debtMonth: '2025-11' }), 'cancel', { reason: 'Again' });
  const onceOf = ({ unitId: of, serviceId, month, createdFor, repeatable, status }: Record<string, unknown>) =>
    repeatable || status === 'CANCELLED' ? null : `${of}:${serviceId}:${month}${createdFor === 'DEBT' ? ':debt' : ''}`;
  const bills = await age(bill, onceOf, ['repeatable']);
  const runs = await age(
    billRun,
    ({ scopeKey, status }) => (OPEN_RUNS.some(one => one === status) ? String(scopeKey) : null),
    ['scopeKey'],
  );
  await singleBills.run();
  const repeated = bills.before.filter(one => one.repeatable);
  expect([bills.before.length > 4, repeated.length, runs.before.length]).toEqual([true, 2, 2]);
  expect(await bills.after()).toEqual(bills.before);
  // A run that is over had lost its text.
  expect((await runs.after()).map(one => one.scopeKey)).toEqual(
    runs.before.map(one => (one.status === 'DONE' ? null : one.scopeKey)),
  );
  for (const of of [bills, runs]) expect(await of.indexes()).not.toContain('unique_once');
  const asked = { unitId, serviceId: fee.id, month: MONTH, amount: 1000 };
  expect(refusal(await site.ann.post(bill.path, asked))).toEqual([409, 'BILL_ALREADY_EXISTS', 'month']);
  expect(refusal(await site.ann.post(bill.path, { unitId, ...debt }))).toEqual([409, 'BILL_ALREADY_EXISTS', 'month']);
});
