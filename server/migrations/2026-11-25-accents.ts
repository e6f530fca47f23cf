import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fold, nameKey } from '@lobby/shared/kit/text-search.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { AnyBulkWriteOperation } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { view } from '../platform/views/definition.ts';
import { cleanStoredTexts } from './2026-11-23-visible-texts.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;

/** Names that differ by their accents are two names; letters that only look like Đ are Đ. Cut off, it may run again. */
export const accentsOfNames: Migration = {
  name: '2026-11-25 accents of names',
  async run() {
    await cleanStoredTexts();
    for (const definition of [...MODULES, view]) await renewKeys(definition);
  },
};

async function renewKeys(definition: Definition): Promise<void> {
  const unique = Object.entries(definition.fields).filter(([, field]) => field.unique && !field.personal);
  if (unique.length === 0) return;
  const records = db().collection<Stored>(collectionOf(definition));
  let batch: AnyBulkWriteOperation<Stored>[] = [];
  const work = async () => {
    if (batch.length > 0) await records.bulkWrite(batch, { ordered: false });
    batch = [];
  };
  for await (const doc of records.find({ uniq: { $type: 'object' } })) {
    const set: Record<string, string> = {};
    for (const [name, field] of unique) {
      const value = doc[name];
      if (typeof value !== 'string') continue;
      const within = typeof field.unique === 'object' ? `${doc[field.unique.within]} ` : '';
      // What was set free keeps no key, and what has another than its value gives keeps that.
      if (doc.uniq?.[name] === within + fold(value)) set[`uniq.${name}`] = within + nameKey(value);
    }
    const changed = Object.entries(set).some(([path, key]) => doc.uniq?.[path.slice('uniq.'.length)] !== key);
    if (changed) batch.push({ updateOne: { filter: { _id: doc._id }, update: { $set: set } } });
    if (batch.length >= BATCH) await work();
  }
  await work();
}
