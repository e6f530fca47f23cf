import type { Definition } from '@lobby/shared/kit/definition.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { db } from '../../../kit/database/database.ts';
import { holdKeys, onePerson } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { type AnyDoc, type Doc, records } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { messagesOf, type Thread } from '../../../kit/thread/messages.ts';
import { users } from '../../../platform/auth/users.ts';
import { orderThread } from '../../merchant-order/index.ts';
import { roomThread } from '../../room/index.ts';
import { ticketThread } from '../../ticket/index.ts';

const { fields }: Definition = resident;
/** Threads in which residents write. */
export const THREADS: readonly Thread[] = [ticketThread, roomThread, orderThread];

/** All that belongs to one person: the record and those merged into it, accounts, homes, and conversations. */
export interface Person {
  ids: string[];
  docs: Doc<typeof resident>[];
  userIds: string[];
  homes: Doc<typeof residency>[];
  /** Their tickets, orders and chats, and those in which they wrote. */
  talkIds: string[];
}

/** Loads a person; afterwards their keys are in memory. */
export async function loadPerson(ctx: Ctx, id: string): Promise<Person> {
  const { projectId } = ctx;
  const ids = await onePerson(id);
  const docs = await records(resident)
    .withRemoved()
    .find({ projectId }, { _id: { $in: ids } });
  await holdKeys(docs);
  const homes = await records(residency)
    .withRemoved()
    .find({ projectId }, { residentId: { $in: ids } }, { sort: { createdAt: 1, _id: 1 } });
  const unitIds = [...new Set([...homes, ...docs].map(({ unitId }) => unitId))];
  const talks = await Promise.all(THREADS.map(thread => loadTalks(thread, projectId, ids, unitIds)));
  return {
    ids,
    docs,
    homes,
    userIds: [...new Set(docs.flatMap(({ userId }) => userId || []))],
    talkIds: [...new Set(talks.flat())],
  };
}

/** Records of a thread that are theirs or in which they wrote. */
async function loadTalks(
  thread: Thread,
  projectId: string,
  ids: readonly string[],
  unitIds: readonly string[],
): Promise<string[]> {
  const { definition, key } = thread;
  const ofUnits = await records(definition)
    .withRemoved()
    .find({ projectId }, { unitId: { $in: unitIds } }, { only: ['residentId'] });
  const wrote = await messagesOf(thread).distinct(key, {
    projectId,
    [key]: { $in: ofUnits.map(({ _id }) => _id) },
    'author.id': { $in: [...ids] },
  });
  const askers = await db()
    .collection<AnyDoc>(collectionOf(definition))
    .find({ projectId, residentId: { $in: [...ids] } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return [...wrote.map(String), ...askers.map(({ _id }) => _id)];
}

/** Decrypted values of a record, without internal fields. */
export function plainOf(doc: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = doc[name] ?? null;
      if (field.internal) return [];
      return [[name, field.personal && typeof value === 'string' ? open(String(doc.projectId), value) : value]];
    }),
  );
}

/** Fields whose values identify a person in a text. */
const TELLING = ['name', 'taxCode', ...Object.keys(fields).filter(name => fields[name]?.personal)];

/** Values that must not occur anywhere once the person is erased. */
export async function loadTelling({ docs, userIds }: Person): Promise<string[]> {
  const accounts = await users()
    .find({ _id: { $in: userIds } })
    .toArray();
  const values = docs.map(plainOf).flatMap(record => TELLING.map(name => record[name]));
  return [...new Set([...values, ...accounts.map(({ name }) => name)])].flatMap(value =>
    typeof value === 'string' && value ? value : [],
  );
}
