import { startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { contentRange, MAX_LIMIT } from '@lobby/shared/kit/paging.ts';
import { wholeNumber } from '@lobby/shared/kit/query-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { fold as foldText } from '@lobby/shared/kit/text-search.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { checkFiles, loadFiles } from '../files/files.ts';
import { type Route, route } from '../http/route.ts';
import { load, readerOf } from '../records/acts/act.ts';
import { lastChange } from '../records/acts/last-change.ts';
import { assertWritable } from '../records/records.ts';
import { loadRefs, readersIn, targetOf } from '../store/refs/refs.ts';
import { retryOnConflict, save } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';
import { markHeard } from './following.ts';
import {
  type Message,
  messageChange,
  messageSchema,
  messagesOf,
  newMessage,
  RESIDENT_TYPES,
  readableBy,
  type Said,
  STAFF_TYPES,
  shown,
  type Thread,
} from './messages.ts';

const FILES = {
  images: { kind: 'files', max: 5, images: true },
  attachments: { kind: 'files', max: 5 },
} as const satisfies Fields;
/** File fields of a message. */
const filesOf = ({ fileMegabytes: each }: Thread): Fields =>
  each ? { ...FILES, attachments: { ...FILES.attachments, each } } : FILES;
const TEXT = { kind: 'longText', max: 5000 } as const;
const params = z.strictObject({ id: idSchema });

const content = {
  content: z
    .preprocess(words => (typeof words === 'string' && words.trim() === '' ? null : words), fieldSchema(TEXT).nullish())
    .optional(),
  images: fieldSchema(FILES.images).optional(),
  attachments: fieldSchema(FILES.attachments).optional(),
};
/** Sent by some clients; refused if it contradicts the record. */
const ALSO = {
  deviceToken: z.string().max(4000),
  roomType: z.string().max(40),
  unitId: idSchema.nullable(),
  status: z.string().max(40),
};
const also = z.object(ALSO).partial().shape;

/** Colleagues mentioned in a note; they must be allowed to read the record. */
async function mentioned(ctx: Ctx, { definition }: Thread, ids: readonly string[], hidden: boolean) {
  if (ids.length === 0) return [];
  // Mentions in messages that residents read are refused, because residents do not learn which staff do what.
  const able = definition.resident && !hidden ? new Set() : await readersIn(ctx.projectId, definition.code, ids);
  if (ids.some(id => !able.has(id))) failFields({ mentions: { code: 'MENTION_NOT_ALLOWED' } }, 'MENTION_NOT_ALLOWED');
  const people = await loadRefs(ctx.projectId, targetOf('employee'), ids);
  return [...new Set(ids)].map(id => ({ id, name: String(people.get(id)?.name ?? '') }));
}

/** Refuses a message that was written for another household, or before the record reached a final status. */
async function assertAsSeen({ definition, ended = [] }: Thread, doc: Stored, { unitId, status }: Said['seen'] = {}) {
  if (unitId !== undefined && 'unitId' in definition.fields && unitId !== (doc.unitId ?? null)) fail('MOVED_MEANWHILE');
  const isOver = ended.includes(String(doc.status));
  if (status && isOver && !ended.includes(status)) fail('STATUS_CHANGED', await lastChange(definition, doc, true));
}

/** Adds a message to a record's conversation. */
export async function say(ctx: Ctx, thread: Thread, id: string, words: Said) {
  await load(ctx, thread.definition, id);
  assertWritable(ctx, { content: TEXT }, { ...words });
  if (!words.content && !words.images?.length && !words.attachments?.length && !words.link)
    failFields(
      { content: { code: 'REQUIRED' } },
      thread.definition.errors?.MESSAGE_EMPTY ? 'MESSAGE_EMPTY' : 'VALIDATION_FAILED',
    );
  await thread.pace?.(ctx);
  return retryOnConflict(async () => {
    const doc = await load(ctx, thread.definition, id);
    await checkFiles(ctx, filesOf(thread), { ...words });
    thread.allow?.(ctx, doc);
    if (!words.private) await assertAsSeen(thread, doc, words.seen);
    const message = newMessage(ctx, thread, doc, words);
    if (ctx.kind === 'staff' && !message.private && (await thread.named?.(ctx, doc))) message.author.named = true;
    const sent = shown(thread, message, await loadFiles(ctx, [...message.images, ...(message.attachments ?? [])]));
    const change = await messageChange(ctx, thread, doc, message);
    await save(ctx, [change, ...(thread.with?.(ctx, doc, message) ?? [])], sent);
    return sent;
  });
}

/** `GET` and `POST /:id/messages` of a thread. */
export function threadRoutes(thread: Thread): Route[] {
  const { definition, key } = thread;
  const residents = definition.resident !== undefined;
  const common = { path: `${definition.path}/:id/messages`, module: definition.code, residents, params };
  return [
    route({
      ...common,
      method: 'get',
      summary: `The conversation of a ${definition.name}, oldest first`,
      flags: ['read'],
      query: z.strictObject({
        offset: wholeNumber(0, 1_000_000).optional(),
        limit: wholeNumber(1, MAX_LIMIT).default(MAX_LIMIT),
        before: idSchema.optional(),
        after: idSchema.optional(),
        around: idSchema.optional(),
        date: fieldSchema({ kind: 'date' }).optional(),
        q: z.string().trim().min(2).max(100).optional(),
      }),
      answer: z.array(messageSchema),
      async run(ctx, { params: { id }, query, res }) {
        const doc = await load(ctx, definition, id);
        if (ctx.kind === 'staff') await markHeard(ctx, definition, doc);
        const base = { projectId: ctx.projectId, [key]: doc._id, ...readableBy(ctx, thread, doc) };
        const rows = await loadPage(thread, base, await loadWindow(ctx, thread, base, query));
        const total = await messagesOf(thread).countDocuments(base, { maxTimeMS: 2000 });
        res.set('Content-Range', contentRange(query.offset ?? 0, rows.length, total));
        const files = await loadFiles(
          ctx,
          rows.flatMap(({ images, attachments = [] }) => [...images, ...attachments]),
        );
        return rows.map(row => shown(thread, row, files, readerOf(ctx)));
      },
    }),
    route({
      ...common,
      method: 'post',
      summary: 'Answer the resident, or leave a private note',
      flags: ['write'],
      creates: true,
      body: z.strictObject({
        ...also,
        ...content,
        type: z.enum(STAFF_TYPES, 'CHOICE_INVALID').optional(),
        replyToId: idSchema.optional(),
        private: z.boolean().optional(),
        mentions: z.array(idSchema).max(20).optional(),
      }),
      ...(residents && {
        residentBody: z.strictObject({
          ...also,
          ...content,
          type: z.enum(RESIDENT_TYPES, 'CHOICE_INVALID').optional(),
          replyToId: idSchema.optional(),
        }),
      }),
      answer: messageSchema,
      async run(ctx, { params: { id }, body }) {
        // Conversations without residents are internal, and so are notes, whatever `private` says.
        const { type, private: asPrivate = !residents, images, attachments, mentions = [] } = body;
        const hidden = asPrivate || type === 'NOTE';
        const called = await mentioned(ctx, thread, mentions, hidden);
        const { deviceToken, replyToId, unitId, status } = body;
        if (thread.fits) thread.fits(await load(ctx, definition, id), body);
        if (replyToId) await answeredIn(ctx, thread, id, replyToId);
        return say(ctx, thread, id, {
          content: body.content ?? '',
          ...(hidden && { private: true }),
          ...(images && { images }),
          ...(attachments && { attachments }),
          ...(called.length > 0 && { mentions: called }),
          ...(replyToId && { replyToId }),
          ...(deviceToken && { deviceToken }),
          seen: { unitId, status },
        });
      },
    }),
  ];
}

/** Refuses a reply to a message of another conversation. */
async function answeredIn(ctx: Ctx, thread: Thread, id: string, messageId: string): Promise<void> {
  const doc = await load(ctx, thread.definition, id);
  const query = { _id: messageId, projectId: ctx.projectId, [thread.key]: id, ...readableBy(ctx, thread, doc) };
  if (!(await messagesOf(thread).findOne(query, { projection: { _id: 1 } })))
    failFields({ replyToId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

/** Translates a day into the window around its first message. */
async function loadWindow(
  ctx: Ctx,
  thread: Thread,
  base: Record<string, unknown>,
  { date, ...window }: Window & { date?: unknown },
): Promise<Window> {
  if (typeof date !== 'string') return window;
  const from = startOfDay(date, ctx.project.timeZone);
  const first = await messagesOf(thread).findOne({ ...base, at: { $gte: from } }, { sort: { at: 1 }, maxTimeMS: 2000 });
  return { ...window, from: first?._id ?? null };
}

/** Messages that contain the words, newest last. */
async function findMessages(
  thread: Thread,
  base: Record<string, unknown>,
  q: string,
  limit: number,
): Promise<Message[]> {
  const words = foldText(q);
  const rows: Message[] = [];
  for await (const row of messagesOf(thread).find(base).sort({ _id: -1 })) {
    if (foldText(row.content).includes(words)) rows.push(row);
    if (rows.length === limit) break;
  }
  return rows.reverse();
}

interface Window {
  /** The first message of a page; null if there is none. */
  from?: string | null | undefined;
  q?: string | undefined;
  offset?: number | undefined;
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
}

async function loadPage(
  thread: Thread,
  base: Record<string, unknown>,
  { offset, limit, before, after, around, from, q }: Window,
): Promise<Message[]> {
  if (q) return findMessages(thread, base, q, limit);
  if (from === null) return [];
  const find = (filter: Record<string, unknown>, direction: 1 | -1, count: number, skip = 0) =>
    messagesOf(thread)
      .find({ ...base, ...filter })
      .sort({ _id: direction })
      .skip(skip)
      .limit(count)
      .maxTimeMS(2000)
      .toArray();
  if (from) return find({ _id: { $gte: from } }, 1, limit);
  if (after) return find({ _id: { $gt: after } }, 1, limit);
  if (around) {
    const half = Math.ceil(limit / 2);
    const [older, newer] = await Promise.all([
      find({ _id: { $lte: around } }, -1, half),
      find({ _id: { $gt: around } }, 1, half),
    ]);
    return [...older.reverse(), ...newer];
  }
  if (offset !== undefined) return find({}, 1, limit, offset);
  return (await find(before ? { _id: { $lt: before } } : {}, -1, limit)).reverse();
}
