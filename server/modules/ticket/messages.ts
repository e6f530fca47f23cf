import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import type { Effect } from '../../kit/act.ts';
import { fileSchema } from '../../kit/answer.ts';
import type { Ctx } from '../../kit/context.ts';
import { type Collection, db, newId, type Session } from '../../kit/database.ts';
import { useFilesOf } from '../../kit/files.ts';
import type { Stored } from '../../kit/model.ts';
import type { Change } from '../../kit/save.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications.ts';

export interface Message {
  _id: string;
  projectId: string;
  ticketId: string;
  unitId: string;
  at: Date;
  author: { id: string; name: string; kind: Ctx['kind'] };
  content: string;
  /** A note among staff: residents never get it, in any form. */
  private: boolean;
  images: string[];
}

export const messageCollection: Collection = {
  name: 'ticket-messages',
  indexes: [{ key: { projectId: 1, ticketId: 1, _id: 1 } }],
};
export const messages = () => db().collection<Message>(messageCollection.name);

/** A message as it is answered. */
export const messageSchema = z.object({
  id: z.string(),
  ticketId: z.string(),
  at: z.string(),
  author: z.object({ id: z.string(), name: z.string(), kind: z.enum(['staff', 'resident', 'system']) }),
  content: z.string(),
  private: z.boolean(),
  images: z.array(fileSchema),
});

/** A message as its reader gets it. */
export function shown(message: Message, files: ReadonlyMap<string, FileInfo>): z.infer<typeof messageSchema> {
  const { _id, ticketId, at, author, content, images } = message;
  return {
    id: _id,
    ticketId,
    at: at.toISOString(),
    author,
    content,
    private: message.private,
    images: images.flatMap(id => files.get(id) ?? []),
  };
}

// Pictures on an event are links for everybody in the room: only their ids ride along, and who opens the ticket gets links of their own.
const riding = (message: Message) => ({ message: { ...shown(message, new Map()), imageIds: message.images } });

/** A message of the caller to a ticket. */
export function newMessage(ctx: Ctx, doc: Stored, content: string, hidden: boolean, images: string[] = []): Message {
  return {
    _id: newId(),
    projectId: ctx.projectId,
    ticketId: doc._id,
    unitId: String(doc.unitId),
    at: ctx.now,
    author: { ...ctx.actor, kind: ctx.kind },
    content,
    private: hidden,
    images,
  };
}

/** What a notification of a ticket is about. */
export const subjectOf = (doc: Stored) => ({ module: ticket.code, id: doc._id, title: String(doc.title) });

const insert = (message: Message) => async (session: Session) => {
  await messages().insertOne(message, { session });
};

/** A private note that goes with an act: written in its transaction, told by its event. */
export function note(ctx: Ctx, doc: Stored, content: string): Effect {
  const message = newMessage(ctx, doc, content, true);
  return { inc: { messageCount: 1 }, extra: riding(message), also: insert(message) };
}

/** The ticket's change by a message: counted, told, and answered or waiting; its version stays. */
export function messageChange(ctx: Ctx, doc: Stored, message: Message): Change {
  const set = message.private
    ? {}
    : { lastMessageAt: ctx.now, awaitsReply: ctx.kind === 'resident' && OPEN_STATUSES.includes(doc.status ?? '') };
  return {
    definition: ticket,
    action: 'message',
    update: { doc, set, inc: { messageCount: 1 }, keepVersion: true },
    note: { before: null, after: { private: message.private } },
    extra: riding(message),
    also: async session => {
      await insert(message)(session);
      await useFilesOf(message.images, session);
      if (message.private) return;
      const who =
        ctx.kind === 'resident' ? toStaff(doc.assigneeId ? [String(doc.assigneeId)] : []) : toUnit(String(doc.unitId));
      await notify(ctx, who, 'HELP_DESK_MESSAGE', subjectOf(doc), session);
    },
  };
}
