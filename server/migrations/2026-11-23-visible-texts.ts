import { visibleText } from '@lobby/shared/kit/clean-text.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { clean } from '@lobby/shared/kit/text-search.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { MongoServerError } from 'mongodb';
import { db, transaction } from '../kit/database/database.ts';
import { fileCollection } from '../kit/files/file-store.ts';
import { holdKeys } from '../kit/privacy/person-keys.ts';
import { open } from '../kit/privacy/personal.ts';
import { collectionOf, keysOf, type Stored, sealed } from '../kit/store/schema.ts';
import { noteRename } from '../kit/store/search-keys.ts';
import { messageCollection } from '../modules/ticket/index.ts';
import { userCollection } from '../platform/auth/users.ts';
import { whiteLabelCollection } from '../platform/branding/white-labels.ts';
import { projectCollection } from '../platform/projects/projects.ts';
import { view } from '../platform/views/definition.ts';
import { dictionaryCollection } from '../platform/wording/dictionary.ts';
import type { Migration } from './migrate.ts';

const BATCH = 200;
/** Stands for a text that must be there and had only invisible characters. */
const NAMELESS = '–';
/** Texts of collections that are no records of modules. */
const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  [messageCollection.name, ['content']],
  [fileCollection.name, ['name']],
  [userCollection.name, ['name']],
  [projectCollection.name, ['name', 'address', 'investor', 'management', 'hotline', 'hotlines', 'forbiddenWords']],
  [whiteLabelCollection.name, ['name', 'support', 'notes']],
  [dictionaryCollection.name, ['languages']],
];

/** Takes invisible characters out of stored texts, and renews what these are found by; cut off, it may run again. */
export const visibleTexts: Migration = { name: '2026-11-23 visible texts', run: cleanStoredTexts };

/** Cleans all stored texts as they would be cleaned on their way in now. */
export async function cleanStoredTexts(): Promise<void> {
  for (const definition of [...MODULES, view]) await cleanRecords(definition);
  for (const [collection, names] of OTHERS) await cleanOthers(collection, names);
}

async function cleanRecords(definition: Definition): Promise<void> {
  const texts = Object.entries(definition.fields).filter(([, { kind }]) => kind === 'text' || kind === 'longText');
  let batch: Stored[] = [];
  const work = async () => {
    if (definition.person) await holdKeys(batch);
    for (const doc of batch) await cleanRecord(definition, texts, doc);
    batch = [];
  };
  for await (const doc of db().collection<Stored>(collectionOf(definition)).find())
    if (batch.push(doc) >= BATCH) await work();
  await work();
}

async function cleanRecord(definition: Definition, texts: readonly [string, Field][], doc: Stored): Promise<void> {
  const changed: Record<string, unknown> = {};
  for (const [name, field] of texts) {
    const kept = doc[name];
    // What was sealed for somebody who was erased opens no more.
    const text = typeof kept === 'string' ? (field.personal ? open(doc.projectId, kept) : kept) : null;
    if (text !== null && text !== visibleText(text))
      changed[name] = clean(text, field.kind === 'longText') || (field.required ? NAMELESS : null);
  }
  if (Object.keys(changed).length === 0) return;
  await transaction(session => noteRename(definition, doc, changed, session));
  const set = sealed(definition, doc.projectId, changed, { ...doc, ...changed });
  const keys = keysOf(definition, { ...doc, ...set, ...changed }, await titlesBehind(definition, doc));
  const update = { ...set, ...(keys && { keys }) };
  const records = db().collection<Stored>(collectionOf(definition));
  await records.updateOne({ _id: doc._id }, { $set: update }).catch(async error => {
    if (!(error instanceof MongoServerError && error.code === 11000)) throw error;
    // Another has the same value now: it keeps it for itself, until somebody changes one of the two.
    const rest = Object.fromEntries(Object.entries(update).filter(([path]) => !path.startsWith('uniq.')));
    await records.updateOne({ _id: doc._id }, { $set: rest });
  });
}

/** The titles behind the references that a record is found by; read past the cache, which would keep them as they are now. */
async function titlesBehind(definition: Definition, doc: Stored): Promise<Record<string, string>> {
  const titles: Record<string, string> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const to = field.kind === 'ref' && field.search ? MODULES.find(one => one.name === field.to) : undefined;
    const id = doc[name];
    if (!to || typeof id !== 'string') continue;
    const target = await db().collection<Stored>(collectionOf(to)).findOne({ _id: id });
    titles[name] = String(target?.[to.title] ?? '');
  }
  return titles;
}

async function cleanOthers(collection: string, names: readonly string[]): Promise<void> {
  const rows = db().collection<{ _id: string; [name: string]: unknown }>(collection);
  const shown = Object.fromEntries(names.map(name => [name, 1]));
  for await (const row of rows.find({}, { projection: shown })) {
    const changed = names.flatMap(name => {
      const cleaned = cleanValue(row[name]);
      return JSON.stringify(cleaned) === JSON.stringify(row[name]) ? [] : [[name, cleaned || NAMELESS]];
    });
    if (changed.length > 0) await rows.updateOne({ _id: row._id }, { $set: Object.fromEntries(changed) });
  }
}

/** The same value with its texts cleaned, however deep they lie. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return value === visibleText(value) ? value : clean(value, true);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanValue(one)]));
}
