import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Filter } from 'mongodb';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { withLock } from '../../kit/database/lock.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load, readerOf } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { assertWithinLimits, meaning } from '../../kit/serve.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type Change, retryOnConflict, save } from '../../kit/store/save.ts';
import { type Message, messageSchema, messagesOf, readableBy, riding, shown } from '../../kit/thread/messages.ts';
import { say } from '../../kit/thread/routes.ts';
import { takeBackWords } from '../../platform/notifications/notifications.ts';
import { taskBehaviour } from '../task/index.ts';
import { ticketBehaviour } from '../ticket/index.ts';
import { lastOf, NOBODY_WAITS, roomThread } from './talk.ts';
import { lateAt } from './topics.ts';

/** Period in which an author may withdraw a message. */
const WITHDRAWN_WITHIN = 15 * MINUTE_MS;

const params = z.strictObject({ id: idSchema, messageId: idSchema });
const at = `${room.path}/:id/messages/:messageId`;
const common = { module: room.code, params } as const;

async function loadMessage(ctx: Ctx, doc: Doc<typeof room>, _id: string): Promise<Message> {
  const query = { _id, projectId: ctx.projectId, roomId: doc._id, ...readableBy(ctx, roomThread, doc) };
  return (await messagesOf(roomThread).findOne(query)) ?? fail('NOT_FOUND');
}

/** Other messages of a room that are not withdrawn. */
const standingBut = ({ _id, projectId }: Message, doc: Doc<typeof room>) => ({
  projectId,
  roomId: doc._id,
  _id: { $ne: _id },
  withdrawnAt: { $exists: false },
});
const lastAmong = async (of: Filter<Message>): Promise<Message | undefined> =>
  (await messagesOf(roomThread).find(of).sort({ _id: -1 }).limit(1).toArray())[0];

/** Fields of a room without a message: the last text, and the wait for an answer. */
async function withoutWord(ctx: Ctx, doc: Doc<typeof room>, message: Message): Promise<Partial<Doc<typeof room>>> {
  const standing = { ...standingBut(message, doc), private: false };
  const last = await lastAmong(standing);
  const words = last ? lastOf(last) : { lastMessageAt: doc.createdAt, lastText: null };
  if (!doc.waits || message.author.kind !== 'resident') return words;
  const since = doc.waitingSince;
  const open = since && { ...standing, 'author.kind': 'resident' as const, at: { $gte: since } };
  const [first] = open ? await messagesOf(roomThread).find(open).sort({ _id: 1 }).limit(1).toArray() : [];
  if (!first) return { ...words, ...NOBODY_WAITS };
  const due = await lateAt(ctx, doc, first.at);
  return { ...words, waitingSince: first.at, lateAt: due, late: due !== null && due <= ctx.now };
}

/** Closes a room again that the message had reopened, unless another message followed. */
function closedAgain(doc: Doc<typeof room>, message: Message, last: Message | undefined): Change[] {
  if (doc.reopenedBy !== message._id || doc.status !== 'ACTIVE' || (last && last._id > message._id)) return [];
  return [{ definition: room, action: 'inactive', update: { doc, set: { status: 'INACTIVE', reopenedBy: null } } }];
}

/** Withdraws the content of a message for everybody; its entry stays. */
async function withdraw(ctx: Ctx, doc: Doc<typeof room>, message: Message): Promise<Message> {
  const gone: Message = { ...message, content: '', images: [], attachments: [], withdrawnAt: ctx.now };
  const last = await lastAmong(standingBut(message, doc));
  await save(ctx, [
    {
      definition: room,
      action: 'withdraw',
      update: {
        doc,
        set: {
          lastWordAt: last?.at ?? null,
          ...(!message.private && (await withoutWord(ctx, doc, message))),
        },
        keepVersion: true,
        while: { lastWordAt: doc.lastWordAt ?? null, waits: doc.waits ?? false },
      },
      note: { before: null, after: { messageId: message._id } },
      extra: riding(roomThread, gone),
      also: async session => {
        const set = { content: '', words: [], images: [], attachments: [], withdrawnAt: ctx.now };
        await messagesOf(roomThread).updateOne({ _id: message._id }, { $set: set }, { session });
        const { content: words, at: since } = message;
        await takeBackWords(ctx, doc._id, { kind: 'MSG_NEW', words, at: since }, session);
      },
    },
    ...closedAgain(doc, message, last),
  ]);
  return gone;
}

/** Id of the resident who wrote a message; null for others. */
const writerOf = ({ author }: Message): string | null => (author.kind === 'resident' ? author.id : null);

/** Creates a ticket or a task from a message; one of each at most. */
async function turnInto(
  ctx: Ctx,
  id: string,
  messageId: string,
  definition: Definition,
  values: Record<string, unknown>,
) {
  if (!can(ctx, definition.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: definition.code });
  return withLock(`message ${messageId} ${definition.name}`, async () => {
    const doc = await load(ctx, room, id);
    const message = await loadMessage(ctx, doc, messageId);
    // Internal notes never become tickets, which the household can read.
    if (message.private && definition.name === ticket.name) fail('NOTE_STAYS_INTERNAL');
    const target = await messagesOf(roomThread).findOne({
      projectId: ctx.projectId,
      roomId: id,
      replyToId: messageId,
      'link.module': definition.code,
    });
    if (target?.link) return fail('MESSAGE_ALREADY_LINKED', { ...target.link });
    const behaviour = definition.name === ticket.name ? ticketBehaviour : untyped(taskBehaviour);
    const content = values.content ?? (message.content || String(values.title));
    const about = { roomId: doc._id, roomMessageId: message._id, residentId: writerOf(message) };
    const made = await create(ctx, definition, { unitId: doc.unitId, ...about, ...values, content }, behaviour);
    const link = { module: definition.code, id: String(made.id), code: String(made.code), title: String(made.title) };
    // Residents see the link to their ticket, not one to an internal task.
    const hidden = definition.name === task.name ? { private: true } : {};
    await say({ ...ctx, once: null }, roomThread, id, { content: '', replyToId: messageId, link, ...hidden });
    return { ...link, ...made };
  });
}

const title = fieldSchema({ kind: 'text', max: 200 });
const messageIds = z.array(idSchema).max(100).optional();
const answer = z.looseObject({ id: z.string(), code: z.string() });

/** Actions on a single message. */
export const messageRoutes: Route[] = [
  route({
    ...common,
    method: 'put',
    path: `${at}/withdraw`,
    summary: 'Take a message back: its author within 15 minutes, who may delete at any time',
    flags: ['write'],
    residents: true,
    answer: messageSchema,
    async run(ctx, { params: { id, messageId } }) {
      const doc = await load(ctx, room, id);
      const message = await loadMessage(ctx, doc, messageId);
      const may = can(ctx, room.code, 'delete');
      if (!may && message.author.id !== ctx.actor.id) fail('FORBIDDEN');
      if (!may && ctx.now.getTime() - message.at.getTime() > WITHDRAWN_WITHIN) fail('MESSAGE_WITHDRAW_TOO_LATE');
      const gone = message.withdrawnAt
        ? message
        : await retryOnConflict(async () => withdraw(ctx, await load(ctx, room, id), message));
      return shown(roomThread, gone, new Map(), readerOf(ctx));
    },
  }),
  route({
    ...common,
    method: 'post',
    path: `${at}/ticket`,
    summary: 'Make a request of a message; a card in the conversation leads to it',
    flags: ['write'],
    creates: true,
    body: z.strictObject({
      title,
      typeId: idSchema.nullish(),
      placeId: idSchema.nullish(),
      priority: z.enum(['low', 'normal', 'high', 'urgent']).optional(),
      messageIds,
    }),
    answer,
    run: (ctx, { params: { id, messageId }, body: { messageIds: _, ...values } }) =>
      turnInto(ctx, id, messageId, ticket, values),
  }),
  route({
    ...common,
    method: 'post',
    path: `${at}/task`,
    summary: 'Make a task of a message; a card among staff leads to it',
    flags: ['write'],
    creates: true,
    body: z.strictObject({
      title,
      assigneeId: idSchema.nullish(),
      dueAt: fieldSchema({ kind: 'instant' }).nullish(),
      messageIds,
    }),
    query: meaning,
    answer,
    run(ctx, { params: { id, messageId }, query, body: { messageIds: _, ...values } }) {
      assertWithinLimits(ctx, task, values, query);
      return turnInto(ctx, id, messageId, task, values);
    },
  }),
];
