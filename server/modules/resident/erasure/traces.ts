import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { room } from '@lobby/shared/modules/room.ts';
import type { Filter } from 'mongodb';
import type { Ctx } from '../../../kit/base/context.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { GONE, NOBODY } from '../../../kit/privacy/scrub.ts';
import { mayBe } from '../../../kit/privacy/search-words.ts';
import { type EventRow, eventCollection, events, flushEvents } from '../../../kit/store/events.ts';
import { onceCollection } from '../../../kit/store/idempotency.ts';
import { notificationCollection } from '../../../platform/notifications/notifications.ts';
import { markCollection } from '../../room/index.ts';
import { type Person, THREADS } from './person.ts';

type Scrub = <T>(from: T) => T;
const BATCH = 500;

/** Rewrites the documents found; `change` returns the fields to set, or null. */
async function rewrite<T extends { _id: string }>(
  collection: string,
  filter: Filter<T>,
  change: (doc: T) => Record<string, unknown> | null,
  session: Session,
): Promise<void> {
  const all = db().collection<T>(collection);
  let writes: { updateOne: { filter: Filter<T>; update: { $set: never } } }[] = [];
  const flush = async () => {
    if (writes.length > 0) await all.bulkWrite(writes, { session, ordered: false });
    writes = [];
  };
  for await (const doc of all.find(filter, { session })) {
    const $set = change(doc as T);
    if ($set && Object.keys($set).length > 0)
      writes.push({ updateOne: { filter: { _id: doc._id } as Filter<T>, update: { $set: $set as never } } });
    if (writes.length >= BATCH) await flush();
  }
  await flush();
}

/** Reduces the history of a person to actions and times, and makes their own actions anonymous. */
export async function scrubHistory(
  ctx: Ctx,
  person: Person,
  telling: readonly string[],
  scrub: Scrub,
  session: Session,
): Promise<void> {
  const { projectId } = ctx;
  const { ids, userIds, talkIds } = person;
  const ofPerson = { projectId, entityId: { $in: ids }, entity: resident.name };
  await flushEvents(session);
  await events().updateMany(ofPerson, { $set: { before: null, after: null, row: null } }, { session });
  const texts = (row: EventRow): Record<string, unknown> => {
    const set: Record<string, unknown> = {};
    for (const part of ['before', 'after', 'row', 'extra'] as const) {
      const clean = scrub(row[part]);
      if (clean !== row[part]) set[part] = clean;
    }
    const message = (set.extra ?? row.extra ?? {}) as { message?: { author?: { id?: string } } };
    if (message.message?.author?.id && ids.includes(message.message.author.id)) {
      const author = { ...message.message.author, name: NOBODY };
      set.extra = { ...message, message: { ...message.message, author, ...(row.entity === room.name && SILENT) } };
    }
    if ([...ids, ...userIds].includes(row.actor.id)) set['actor.name'] = NOBODY;
    return set;
  };
  await rewrite<EventRow>(eventCollection.name, { projectId, entityId: { $in: talkIds } }, texts, session);
  const did = { projectId: { $in: [projectId, ''] }, 'actor.id': { $in: [...ids, ...userIds] } };
  await rewrite<EventRow>(eventCollection.name, did, texts, session);
  // Exports of any module may have been filtered by a name.
  const files = { projectId, action: { $in: ['export', 'exportEncrypted'] }, 'after.filter.q': { $type: 'string' } };
  const words = ({ after }: EventRow): Record<string, unknown> | null => {
    const { q } = (after?.filter ?? {}) as { q?: string };
    return q && mayBe(q, telling) ? { 'after.filter.q': GONE } : null;
  };
  await rewrite<EventRow>(eventCollection.name, files, words, session);
}

/** Content of an erased message. */
const SILENT = { content: '', words: [], images: [], attachments: [] };

/** Conversations and notifications stay, without the author and identifying data. */
export async function scrubTalk(ctx: Ctx, person: Person, scrub: Scrub, session: Session): Promise<void> {
  const { projectId } = ctx;
  const { ids, talkIds } = person;
  const nameless = (author: { id: string; name: string }) =>
    ids.includes(author.id) ? { ...author, id: '', name: NOBODY } : author;
  for (const { collection, key, definition } of THREADS)
    await rewrite<{ _id: string; content: string; author: { id: string; name: string }; words?: string[] }>(
      collection.name,
      { projectId, [key]: { $in: talkIds } } as never,
      ({ content, author, words }) => {
        // The text of a ticket stays, as it concerns the building; messages in a chat are the person's own.
        if (definition.name === room.name && ids.includes(author.id)) return { ...SILENT, author: nameless(author) };
        const text = scrub(content);
        return { content: text, author: nameless(author), ...(words && { words: wordKeys(text) }) };
      },
      session,
    );
  const read = { projectId, userId: { $in: person.userIds } } as never;
  await rewrite<{ _id: string }>(markCollection.name, read, () => ({ name: NOBODY }), session);
  await rewrite<{ _id: string; by: string; subject: { title: string } }>(
    notificationCollection.name,
    { projectId, 'subject.id': { $in: [...talkIds, ...ids] } } as never,
    ({ by, subject }) => ({
      by: person.docs.some(doc => doc.name === by) ? NOBODY : scrub(by),
      subject: scrub(subject),
    }),
    session,
  );
  const answers = [
    { 'answer.id': { $in: [...ids, ...talkIds] } },
    { 'answer.author.id': { $in: ids } },
    { 'answer.residentId': { $in: ids } },
  ];
  await db()
    .collection(onceCollection.name)
    .updateMany({ $or: answers }, { $set: { answer: null } }, { session });
}
