import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { type Collection, db, newId, type Session } from '../database/database.ts';
import { claimFiles } from '../files/files.ts';
import type { Effect } from '../records/acts/act.ts';
import { authorFor } from '../records/author-masking.ts';
import type { Reader } from '../records/present.ts';
import type { Doc } from '../store/records.ts';
import type { Change } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';
import { called, changedFollowing, changedReaders, followingOf, readersAsRead, taking } from './following.ts';

/** A record that a message links to. */
export interface Link {
  module: string;
  id: string;
  code: string;
  title: string;
}

const TYPES = ['TEXT', 'IMAGE', 'FILE', 'LINK', 'SYSTEM', 'NOTE'] as const;
/** Message types of residents; staff may also write a note. LINK and SYSTEM are set by the server only. */
export const RESIDENT_TYPES = ['TEXT', 'IMAGE', 'FILE'] as const;
export const STAFF_TYPES = [...RESIDENT_TYPES, 'NOTE'] as const;

/** The type of a message. */
export function typeOf(
  message: Pick<Message, 'content' | 'private' | 'images' | 'author' | 'link' | 'attachments'>,
): (typeof TYPES)[number] {
  if (message.link) return 'LINK';
  if (message.author.kind === 'system') return 'SYSTEM';
  if (message.private) return 'NOTE';
  if (message.content) return 'TEXT';
  if (message.images.length > 0) return 'IMAGE';
  // A deleted message has no content.
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
  /** An internal note of staff: residents never get it, in any form. */
  private: boolean;
  images: string[];
  attachments?: string[];
  /** Colleagues who were called in. */
  mentions?: { id: string; name: string }[];
  /** The message it replies to. */
  replyToId?: string;
  /** The browser it was written in. */
  deviceToken?: string;
  withdrawnAt?: Date;
  /** Search words, if messages are searched across records. */
  words?: string[];
  /** The record that came of the message, or that it is about. */
  link?: Link;
  /** The id of its record is stored under the thread's key. */
  [key: string]: unknown;
}

/** Conversations about the records of a definition. */
export interface Thread<R = Stored> {
  definition: Definition;
  collection: Collection;
  /** Field of a message that holds the record's id. */
  key: string;
  /** Whether messages are searched across records. */
  searched?: true;
  /** Whether residents also read messages from before the record was moved to their unit. By default they never do. */
  wholeShown?: (doc: R) => boolean;
  /** Refuses callers who write too fast. */
  pace?: (ctx: Ctx) => Promise<void>;
  /** Refuses messages in the record's current state. */
  allow?: (ctx: Ctx, doc: R) => void;
  /** Maximum size in MB of each file of a message, where that is less than all of them may have together. */
  fileMegabytes?: number;
  /** Refuses values sent along that contradict the record. */
  fits?: (doc: R, said: { unitId?: string | null | undefined; roomType?: string | undefined }) => void;
  /** Final statuses of the record; a message written before it reached one of them is refused, and its author asked. */
  ended?: readonly string[];
  /** Whether residents see the author's name although staff speak with one voice. */
  named?: (ctx: Ctx, doc: R) => Promise<boolean>;
  /** Changes of the record by a message. */
  changes: (ctx: Ctx, doc: R, message: Message) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Notifies people of a message, within its transaction. */
  tell: (ctx: Ctx, doc: R, message: Message, session: Session) => Promise<void>;
  /** Staff beside the followers for whom each message counts as unread. */
  readers?: (doc: R) => readonly string[];
  /** Further changes in the same transaction. */
  with?: (ctx: Ctx, doc: R, message: Message) => Change[];
}

/** Declares a conversation, typed by its definition. */
export const defineThread = <const D extends Definition>(thread: Thread<Doc<D>> & { definition: D }): Thread =>
  thread as unknown as Thread;

/** The message collection of a thread; `key` as in `Thread`. */
export const messageCollectionOf = (name: string, key: string, searched = false): Collection => ({
  name,
  indexes: [
    { key: { projectId: 1, [key]: 1, _id: 1 } },
    { key: { projectId: 1, [key]: 1, at: 1 } },
    ...(searched ? [{ key: { projectId: 1, words: 1, _id: 1 } }] : []),
  ],
});

/** Filter for the messages a caller may read: for residents no internal notes, and nothing written with another household. */
export function readableBy(ctx: Ctx, { definition, wholeShown }: Thread, doc: Stored): Record<string, unknown> {
  if (ctx.kind !== 'resident') return {};
  const moves = 'unitId' in definition.fields && !wholeShown?.(doc);
  const lately = moves && ctx.livesSince && { at: { $gte: ctx.livesSince } };
  return { private: false, ...(moves && { unitId: ctx.unitId }), ...lately };
}

export const messagesOf = ({ collection }: Pick<Thread, 'collection'>) => db().collection<Message>(collection.name);

/** A message in an answer. */
export const messageSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    author: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['staff', 'resident', 'guest', 'system']),
      /** Shown to residents with the author's own name. */
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

/** Presents a message to a reader. */
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
    // For records that moved: the unit whose household the message was exchanged with.
    ...(reader === 'staff' && { unitId: message.unitId }),
  };
}

// An event carries only the ids of files, because links are signed per reader: clients get links when they open the record.
export const riding = (thread: Thread, message: Message) => ({
  message: {
    ...shown(thread, message, new Map()),
    imageIds: [...message.images, ...(message.attachments ?? [])],
  },
});

/** Content of a message beside its text. */
export interface Said {
  content: string;
  private?: boolean;
  images?: string[];
  attachments?: string[];
  mentions?: { id: string; name: string }[];
  replyToId?: string;
  deviceToken?: string;
  link?: Link;
  /** State of the record that the author saw when writing. */
  seen?: { unitId?: string | null | undefined; status?: string | undefined };
}

/** A new message by the caller. */
export function newMessage(ctx: Ctx, { key, searched }: Thread, doc: Stored, draft: Said): Message {
  const { content, images = [], attachments, mentions = [] } = draft;
  return {
    _id: newId(),
    projectId: ctx.projectId,
    [key]: doc._id,
    unitId: typeof doc.unitId === 'string' ? doc.unitId : null,
    at: ctx.now,
    author: { ...ctx.actor, kind: ctx.kind },
    content,
    ...(searched && { words: wordKeys(content) }),
    private: draft.private ?? false,
    images,
    ...(attachments && { attachments }),
    ...(mentions.length > 0 && { mentions }),
    ...(draft.replyToId && { replyToId: draft.replyToId }),
    ...(draft.deviceToken && { deviceToken: draft.deviceToken }),
    ...(draft.link && { link: draft.link }),
  };
}

const insert = (thread: Thread, message: Message) => async (session: Session) => {
  await messagesOf(thread).insertOne(message, { session });
};

/** A private note that accompanies an act: inserted in its transaction and part of its event. */
export function note(ctx: Ctx, thread: Thread, doc: Stored, content: string): Effect {
  const message = newMessage(ctx, thread, doc, { content, private: true });
  return { inc: { messageCount: 1 }, extra: riding(thread, message), also: insert(thread, message) };
}

/** Conditions on the record when a message is stored, so that its audience has not changed since it was checked. */
const asWritten = ({ definition, ended }: Thread, doc: Stored, message: Message): Record<string, unknown> =>
  message.private
    ? {}
    : { ...('unitId' in definition.fields && { unitId: doc.unitId }), ...(ended && { status: doc.status }) };

/** The change of a record by a message: increments its count, writes an event and keeps the version. */
export async function messageChange(ctx: Ctx, thread: Thread, doc: Stored, message: Message): Promise<Change> {
  const mentioned = message.mentions?.map(({ id }) => id) ?? [];
  const writer = ctx.kind === 'staff' ? ctx.employeeId : null;
  // Mentioned people become followers, who see the record; so does the author.
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
