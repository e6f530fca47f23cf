import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { type Collection, db, newId, type Session } from '../database/database.ts';
import { claimFiles } from '../files/files.ts';
import { fileSchema } from '../http/response-schema.ts';
import type { Effect } from '../records/act.ts';
import { authorFor } from '../records/author-masking.ts';
import type { Reader } from '../records/present.ts';
import type { Doc } from '../store/records.ts';
import type { Change } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';
import { called, changedFollowing, changedReaders, followingOf, readersAsRead, taking } from './following.ts';

/** A record that a message leads to. */
export interface Link {
  module: string;
  id: string;
  code: string;
  title: string;
}

const TYPES = ['TEXT', 'IMAGE', 'FILE', 'LINK', 'SYSTEM', 'NOTE'] as const;
/** What residents may call a message of theirs; staff may also write a note. LINK and SYSTEM are the server's alone. */
export const RESIDENT_TYPES = ['TEXT', 'IMAGE', 'FILE'] as const;
export const STAFF_TYPES = [...RESIDENT_TYPES, 'NOTE'] as const;

/** What kind of message it is. */
export function typeOf(
  message: Pick<Message, 'content' | 'private' | 'images' | 'author' | 'link' | 'attachments'>,
): (typeof TYPES)[number] {
  if (message.link) return 'LINK';
  if (message.author.kind === 'system') return 'SYSTEM';
  if (message.private) return 'NOTE';
  if (message.content) return 'TEXT';
  if (message.images.length > 0) return 'IMAGE';
  // What was taken back holds nothing any more.
  return message.attachments?.length ? 'FILE' : 'TEXT';
}

/** A message of a conversation about a record. */
export interface Message {
  _id: string;
  projectId: string;
  unitId: string | null;
  at: Date;
  author: { id: string; name: string; kind: Ctx['kind']; named?: true };
  content: string;
  /** A note among staff: residents never get it, in any form. */
  private: boolean;
  images: string[];
  attachments?: string[];
  /** Colleagues who were called in. */
  mentions?: { id: string; name: string }[];
  /** The message that it answers. */
  replyToId?: string;
  /** The browser that it was written on. */
  deviceToken?: string;
  withdrawnAt?: Date;
  /** Its words, where messages are looked for over all records. */
  words?: string[];
  /** What came of it, or what it tells of. */
  link?: Link;
  /** The id of its record stands under the thread's key. */
  [key: string]: unknown;
}

/** The conversations about the records of a definition. */
export interface Thread<R = Stored> {
  definition: Definition;
  collection: Collection;
  /** The field of a message that names its record. */
  key: string;
  /** Whether its messages are looked for over all records. */
  searched?: true;
  /** Whether the residents of a record's unit also read what was written before it came to them; absent: they never do. */
  wholeShown?: (doc: R) => boolean;
  /** Refuses who says too much at once. */
  pace?: (ctx: Ctx) => Promise<void>;
  /** Refuses a message to a record as it is. */
  allow?: (ctx: Ctx, doc: R) => void;
  /** Refuses what a caller says of the record beside the message, where that is not so. */
  fits?: (doc: R, said: { unitId?: string | null | undefined; roomType?: string | undefined }) => void;
  /** Statuses in which a record has ended: what was written to one that had not is asked about. */
  ended?: readonly string[];
  /** Whether residents learn who of the staff says it, where these speak with one voice. */
  named?: (ctx: Ctx, doc: R) => Promise<boolean>;
  /** What a message changes of its record. */
  changes: (ctx: Ctx, doc: R, message: Message) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Tells those who are to know of a message, in its transaction. */
  tell: (ctx: Ctx, doc: R, message: Message, session: Session) => Promise<void>;
  /** The staff whom each word concerns, beside those who follow: it stands among what they have not read. */
  readers?: (doc: R) => readonly string[];
  /** Further changes of the same transaction. */
  with?: (ctx: Ctx, doc: R, message: Message) => Change[];
}

/** Declares the conversation about the records of a definition, typed by it. */
export const defineThread = <const D extends Definition>(thread: Thread<Doc<D>> & { definition: D }): Thread =>
  thread as unknown as Thread;

/** The collection of a thread's messages; `key` as in `Thread`. */
export const messageCollectionOf = (name: string, key: string, searched = false): Collection => ({
  name,
  indexes: [
    { key: { projectId: 1, [key]: 1, _id: 1 } },
    { key: { projectId: 1, [key]: 1, at: 1 } },
    ...(searched ? [{ key: { projectId: 1, words: 1, _id: 1 } }] : []),
  ],
});

/** What of a conversation its reader may read: residents no notes among staff, and nothing that was written with another household. */
export function readableBy(ctx: Ctx, { definition, wholeShown }: Thread, doc: Stored): Record<string, unknown> {
  if (ctx.kind !== 'resident') return {};
  const moves = 'unitId' in definition.fields && !wholeShown?.(doc);
  const own = moves && ctx.livesSince && { at: { $gte: ctx.livesSince } };
  return { private: false, ...(moves && { unitId: ctx.unitId }), ...own };
}

/** The stored messages of a thread. */
export const messagesOf = ({ collection }: Pick<Thread, 'collection'>) => db().collection<Message>(collection.name);

/** A message as it is answered. */
export const messageSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    author: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['staff', 'resident', 'guest', 'system']),
      /** Said to residents under the own name. */
      named: z.literal(true).optional(),
    }),
    content: z.string(),
    private: z.boolean(),
    type: z.enum(TYPES),
    replyToId: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
    link: z.object({ module: z.string(), id: z.string(), code: z.string(), title: z.string() }).optional(),
    images: z.array(fileSchema),
    attachments: z.array(fileSchema),
    mentions: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    unitId: z.string().nullish(),
  })
  .loose();

/** A message as its reader gets it. */
export function shown(
  thread: Thread,
  message: Message,
  files: ReadonlyMap<string, FileInfo>,
  reader: Reader = 'staff',
) {
  const { _id, at, content, images, attachments = [] } = message;
  const filesIn = (ids: readonly string[]) => ids.flatMap(id => files.get(id) ?? []);
  return {
    id: _id,
    [thread.key]: message[thread.key],
    at: at.toISOString(),
    author: authorFor(thread.definition, message.author, reader),
    content,
    private: message.private,
    type: typeOf(message),
    replyToId: message.replyToId ?? null,
    withdrawnAt: message.withdrawnAt?.toISOString() ?? null,
    ...(message.link && { link: message.link }),
    images: filesIn(images),
    attachments: filesIn(attachments),
    ...(message.mentions && reader === 'staff' && { mentions: message.mentions }),
    // Of a record that has moved: with whose household it was held.
    ...(reader === 'staff' && { unitId: message.unitId }),
  };
}

// Files on an event are links for everybody who hears it: only their ids ride along, and who opens the record gets links of their own.
export const riding = (thread: Thread, message: Message) => ({
  message: {
    ...shown(thread, message, new Map()),
    imageIds: [...message.images, ...(message.attachments ?? [])],
  },
});

/** What a message says beside its text. */
export interface Said {
  content: string;
  private?: boolean;
  images?: string[];
  attachments?: string[];
  mentions?: { id: string; name: string }[];
  replyToId?: string;
  deviceToken?: string;
  link?: Link;
  /** For whom it was written: the record as its writer saw it. */
  seen?: { unitId?: string | null | undefined; status?: string | undefined };
}

/** A message of the caller about a record. */
export function newMessage(ctx: Ctx, { key, searched }: Thread, doc: Stored, said: Said): Message {
  const { content, images = [], attachments, mentions = [] } = said;
  return {
    _id: newId(),
    projectId: ctx.projectId,
    [key]: doc._id,
    unitId: typeof doc.unitId === 'string' ? doc.unitId : null,
    at: ctx.now,
    author: { ...ctx.actor, kind: ctx.kind },
    content,
    ...(searched && { words: wordKeys(content) }),
    private: said.private ?? false,
    images,
    ...(attachments && { attachments }),
    ...(mentions.length > 0 && { mentions }),
    ...(said.replyToId && { replyToId: said.replyToId }),
    ...(said.deviceToken && { deviceToken: said.deviceToken }),
    ...(said.link && { link: said.link }),
  };
}

const insert = (thread: Thread, message: Message) => async (session: Session) => {
  await messagesOf(thread).insertOne(message, { session });
};

/** A private note that goes with an act: written in its transaction, told by its event. */
export function note(ctx: Ctx, thread: Thread, doc: Stored, content: string): Effect {
  const message = newMessage(ctx, thread, doc, { content, private: true });
  return { inc: { messageCount: 1 }, extra: riding(thread, message), also: insert(thread, message) };
}

/** What the record must still be: whom a word is for does not change between the look at it and its storing. */
const asWritten = ({ definition, ended }: Thread, doc: Stored, message: Message): Record<string, unknown> =>
  message.private
    ? {}
    : { ...('unitId' in definition.fields && { unitId: doc.unitId }), ...(ended && { status: doc.status }) };

/** The change of a record by a message: counted and told; its version stays. */
export async function messageChange(ctx: Ctx, thread: Thread, doc: Stored, message: Message): Promise<Change> {
  const mentioned = message.mentions?.map(({ id }) => id) ?? [];
  const writer = ctx.kind === 'staff' ? ctx.employeeId : null;
  // Who is called in follows it from now on, and sees it; who writes follows too.
  const follows = 'followerIds' in thread.definition.fields;
  const following = follows ? changedFollowing(doc, taking(called(followingOf(doc), mentioned), writer)) : {};
  const concerned = [...(thread.readers?.(doc) ?? []), ...followingOf({ ...doc, ...following }).followerIds];
  const unreadIds = concerned.filter(id => id !== writer);
  const toRead = changedReaders(thread.definition, doc, { mentionedIds: mentioned, unreadIds }, writer);
  const set = { ...(await thread.changes(ctx, doc, message)), ...following, ...toRead };
  return {
    definition: thread.definition,
    action: 'message',
    update: {
      doc,
      set,
      inc: { messageCount: 1 },
      keepVersion: true,
      while: {
        ...asWritten(thread, doc, message),
        ...(following.followerIds && { followerIds: doc.followerIds }),
        ...readersAsRead(toRead, doc),
      },
    },
    note: { before: null, after: { private: message.private } },
    extra: riding(thread, message),
    also: async session => {
      await insert(thread, message)(session);
      const files = [...message.images, ...(message.attachments ?? [])];
      await claimFiles(files, session, { entity: thread.definition.name, id: doc._id });
      await thread.tell(ctx, doc, message, session);
    },
  };
}
