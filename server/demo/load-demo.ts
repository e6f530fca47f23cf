import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toE164 } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { Timestamp } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { pathOf } from '../kit/files/file-store.ts';
import { newKey } from '../kit/privacy/key-ring.ts';
import { storeKeys } from '../kit/privacy/person-keys.ts';
import { seal } from '../kit/privacy/personal.ts';
import { codeCollection } from '../kit/store/codes.ts';
import { nested, sealed } from '../kit/store/keys/seal.ts';
import { keysOf, titleKeys } from '../kit/store/keys/search-keys.ts';
import { taxXmlCollection } from '../modules/invoice/index.ts';
import { hashPassword } from '../platform/accounts/passwords/passwords.ts';
import { loginDigest } from '../platform/auth/sessions.ts';
import { PEOPLE, type User, userCollection } from '../platform/auth/users.ts';
import { whiteLabels } from '../platform/branding/white-labels.ts';
import { marks } from '../platform/projects/installation.ts';
import { isDemoBallot, sealBallot } from './conference-votes.ts';
import { type DemoOptions, demoFiles, generateDemo } from './generate.ts';
import { type DemoMessage, isDemoMessage, messageKeeper } from './invoice-messages.ts';
import { DEMO_PASSWORD } from './password.ts';
import { keepSentVouchers } from './vouchers.ts';
import { DEMO_LABELS } from './white-labels.ts';

const bulk = { ordered: false, writeConcern: { w: 1 } } as const;

/** Bulk-loads the demo into an empty database and returns the number of documents. Same content on every machine. */
export async function loadDemo(
  options: Pick<DemoOptions, 'units' | 'tickets' | 'messages'>,
  now: Date,
): Promise<number> {
  await marks().updateOne({ _id: 'demo' }, { $set: { state: 'loading', at: now } }, { upsert: true });
  const phones = new Map<unknown, string>();
  const counters = new Map<string, number>();
  const people: { _id: string; projectId: string }[] = [];
  const prepare = (definition: Definition, doc: Record<string, unknown>, names: Readonly<Record<string, string>>) => {
    if (typeof doc.userId === 'string' && typeof doc.phone === 'string') phones.set(doc.userId, doc.phone);
    if (definition.prefix) countCode(counters, definition, doc);
    if (definition.name === 'journal-entry') counters.set(`${doc.projectId}:${definition.name}`, Number(doc.no));
    if (definition.person) people.push(newPerson(doc));
    const sealedFields = sealed(definition, String(doc.projectId), doc);
    const keys = keysOf(definition, { ...sealedFields, ...doc }, names);
    return { ...nested({ ...sealedFields, ...titleKeys(definition, doc, names) }), ...(keys && { keys }) };
  };
  const keep = messageKeeper();
  let count = 0;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const { collection, docs } of generateDemo({ ...options, now, passwordHash, prepare })) {
    count += docs.length;
    if (people.length > 0) await storeKeys(people.splice(0));
    await db()
      .collection(collection)
      .insertMany(
        docs.map(doc => shaped(collection, doc, keep)),
        bulk,
      );
  }
  for (const { row, source } of demoFiles({ ...options, now })) {
    await mkdir(dirname(pathOf(row, 'file')), { recursive: true, mode: 0o700 });
    await copyFile(source, pathOf(row, 'file'));
  }
  for (const { _id, ...label } of DEMO_LABELS) await whiteLabels().replaceOne({ _id }, label, { upsert: true });
  for (const [_id, phone] of phones)
    await db()
      .collection<User>(userCollection.name)
      .updateOne({ _id: String(_id) }, { $addToSet: { logins: loginDigest(toE164(phone) ?? phone) } });
  for (const [_id, n] of counters)
    await db()
      .collection<{ _id: string; n: number }>(codeCollection.name)
      .updateOne({ _id }, { $max: { n } }, { upsert: true });
  await keepSentVouchers();
  await marks().updateOne({ _id: 'demo' }, { $set: { state: 'loaded' } });
  return count;
}

function newPerson(doc: Record<string, unknown>) {
  const person = { _id: String(doc._id), projectId: String(doc.projectId) };
  newKey(person._id);
  return person;
}

function countCode(
  counters: Map<string, number>,
  { prefix }: Definition,
  { projectId, code }: Record<string, unknown>,
): void {
  const [, month = '', number = ''] = String(code).split('-');
  const key = `${projectId}:${prefix}:${month}`;
  counters.set(key, Math.max(counters.get(key) ?? 0, Number(number)));
}

function shaped(collection: string, doc: object, keep: (message: DemoMessage) => object): object {
  if (collection === 'events') return { ts: new Timestamp(0n), ...doc };
  if (collection === 'vote-ballots' && isDemoBallot(doc)) return sealBallot(doc);
  if (collection === taxXmlCollection.name && isDemoMessage(doc)) return keep(doc);
  if (collection !== userCollection.name || !('email' in doc) || !('kind' in doc)) return doc;
  const email = String(doc.email);
  return {
    ...doc,
    email: doc.kind === 'resident' ? seal(PEOPLE, email) : email,
    logins: [loginDigest(email)],
    disabled: false,
  };
}
