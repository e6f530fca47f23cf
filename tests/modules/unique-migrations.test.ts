import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { occurrencesOfEntries } from '@lobby/server/migrations/2026-11-28-entries.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { expect, it } from 'vitest';
import { booksAt } from '../setup/books.ts';
import { today } from '../setup/days.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { make, act, priced, released, agree, pay } = await booksAt(site);

/** Stores the records of a definition as before: unique by one text, and without the fields that say it now. */
async function age(definition: Definition, onceOf: (doc: Record<string, unknown>) => string | null, gone: string[]) {
  const all = db().collection<{ _id: string }>(collectionOf(definition));
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
    copy: () => all.insertOne({ ...docs[0], _id: 'another' } as { _id: string }),
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
