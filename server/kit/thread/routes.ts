import type { Fields } from '@lobby/shared/kit/fields.ts';
import { contentRange, MAX_LIMIT } from '@lobby/shared/kit/paging.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { failFields } from '../base/errors.ts';
import { checkFiles, filesOf } from '../files/files.ts';
import { wholeNumber } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { load, readerOf } from '../records/act.ts';
import { refuseForbidden } from '../records/records.ts';
import { loadRefs, readersIn, targetOf } from '../store/refs.ts';
import { save, untilSettled } from '../store/save.ts';
import {
  type Message,
  messageChange,
  messageSchema,
  messagesOf,
  newMessage,
  readableBy,
  type Said,
  shown,
  type Thread,
} from './messages.ts';

const FILES = {
  images: { kind: 'files', max: 5, images: true },
  attachments: { kind: 'files', max: 5 },
} as const satisfies Fields;
const TEXT = { kind: 'longText', max: 5000 } as const;
const params = z.strictObject({ id: idSchema });

const said = {
  content: fieldSchema(TEXT).pipe(z.string()).optional(),
  images: fieldSchema(FILES.images).pipe(z.array(z.string())).optional(),
  attachments: fieldSchema(FILES.attachments).pipe(z.array(z.string())).optional(),
};
/** Sent along by some clients; says nothing that the record does not. */
const ALSO = {
  type: z.string().max(20),
  deviceToken: z.string().max(4000),
  roomType: z.string().max(40),
  unitId: idSchema,
};
const also = z.object(ALSO).partial().shape;

/** Colleagues who are called in by a note: those who may read there. */
async function mentioned(ctx: Ctx, { definition }: Thread, ids: readonly string[], hidden: boolean) {
  if (ids.length === 0) return [];
  // Residents do not read who of the staff does what.
  const able = definition.resident && !hidden ? new Set() : await readersIn(ctx.projectId, definition.code, ids);
  if (ids.some(id => !able.has(id))) failFields({ mentions: { code: 'MENTION_NOT_ALLOWED' } }, 'MENTION_NOT_ALLOWED');
  const people = await loadRefs(ctx.projectId, targetOf('employee'), ids);
  return [...new Set(ids)].map(id => ({ id, name: String(people.get(id)?.name ?? '') }));
}

/** Says a message about a record. */
export async function say(ctx: Ctx, thread: Thread, id: string, words: Said) {
  await load(ctx, thread.definition, id);
  refuseForbidden(ctx, { content: TEXT }, { ...words });
  if (!words.content && !words.images?.length && !words.attachments?.length)
    failFields({ content: { code: 'REQUIRED' } });
  return untilSettled(async () => {
    const doc = await load(ctx, thread.definition, id);
    await checkFiles(ctx, FILES, { ...words });
    thread.allow?.(ctx, doc);
    const message = newMessage(ctx, thread, doc, words);
    const sent = shown(thread, message, await filesOf(ctx, [...message.images, ...(message.attachments ?? [])]));
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
      }),
      answer: z.array(messageSchema),
      async run(ctx, { params: { id }, query, res }) {
        const doc = await load(ctx, definition, id);
        const base = { projectId: ctx.projectId, [key]: doc._id, ...readableBy(ctx, thread, doc) };
        const rows = await pageOf(thread, base, query);
        const total = await messagesOf(thread).countDocuments(base, { maxTimeMS: 2000 });
        res.set('Content-Range', contentRange(query.offset ?? 0, rows.length, total));
        const files = await filesOf(
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
        ...said,
        private: z.boolean().optional(),
        mentions: z.array(idSchema).max(20).optional(),
      }),
      ...(residents && { residentBody: z.strictObject({ ...also, ...said }) }),
      answer: messageSchema,
      async run(ctx, { params: { id }, body }) {
        // What is not for residents is among staff.
        const { content = '', private: hidden = !residents, images, attachments, mentions = [] } = body;
        const called = await mentioned(ctx, thread, mentions, hidden);
        return say(ctx, thread, id, {
          content,
          ...(hidden && { private: true }),
          ...(images && { images }),
          ...(attachments && { attachments }),
          ...(called.length > 0 && { mentions: called }),
        });
      },
    }),
  ];
}

interface Window {
  offset?: number | undefined;
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
}

async function pageOf(
  thread: Thread,
  base: Record<string, unknown>,
  { offset, limit, before, after, around }: Window,
): Promise<Message[]> {
  const find = (filter: Record<string, unknown>, direction: 1 | -1, count: number, skip = 0) =>
    messagesOf(thread)
      .find({ ...base, ...filter })
      .sort({ _id: direction })
      .skip(skip)
      .limit(count)
      .maxTimeMS(2000)
      .toArray();
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
