import { CHAT_FILE_MB } from '@lobby/shared/kit/upload-limits.ts';
import { ENDED_ROOMS, room } from '@lobby/shared/modules/room.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { defineThread, type Message, messageCollectionOf } from '../../kit/thread/messages.ts';
import { limit } from '../../platform/accounts/limits.ts';
import { notifyFollowers } from '../../platform/notifications/followers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { loadListeners } from './listeners.ts';
import { lateAt, loadTopic } from './topics.ts';

export const messageCollection = messageCollectionOf('room-messages', 'roomId', true);

/** Maximum length of the preview in lists. */
const PREVIEW = 120;

export const subjectOf = (doc: Doc<typeof room>) => ({ module: room.code, id: doc._id, title: doc.title ?? '' });

/** Conversation of a room: a resident's message waits for an answer by staff. */
export const roomThread = defineThread<typeof room>({
  definition: room,
  collection: messageCollection,
  key: 'roomId',
  searched: true,
  ended: ENDED_ROOMS,
  fileMegabytes: CHAT_FILE_MB,
  pace: ({ kind, actor }) => limit(kind === 'staff' ? 'answered' : 'said', actor.id),
  fits(doc, { unitId, roomType }) {
    const wrong = [unitId && unitId !== doc.unitId && 'unitId', roomType && roomType !== doc.roomType && 'roomType'];
    const fields = wrong.filter(name => typeof name === 'string');
    if (fields.length > 0)
      failFields(Object.fromEntries(fields.map(name => [name, { code: 'ROOM_UNIT_MISMATCH' }])), 'ROOM_UNIT_MISMATCH');
  },
  named: async (ctx, doc) => (await loadTopic(ctx, doc.roomType))?.showStaffNames ?? false,
  changes: async (ctx, doc, message) => ({
    lastWordAt: message.at,
    ...(!message.private && { ...lastOf(message), ...(await loadWaiting(ctx, doc)) }),
  }),
  async tell(ctx, doc, message, session) {
    const subject = { ...subjectOf(doc), text: message.content };
    await notifyFollowers(ctx, doc, message, { kind: 'MSG_NEW', mention: 'MSG_MENTION', subject }, session);
    if (message.private) return;
    if (ctx.kind === 'resident') await notify(ctx, toStaff(await loadListeners(ctx, doc)), 'MSG_NEW', subject, session);
    // Residents are not told which employee writes, unless the topic names them.
    const name = message.author.named ? ctx.actor.name : '';
    const unnamed = ctx.kind === 'resident' ? ctx : { ...ctx, actor: { id: name ? 'staff' : ctx.actor.id, name } };
    await notify(unnamed, toUnit(doc.unitId), 'MSG_NEW', subject, session);
  },
  with: reopening,
});

/** Fields of a room without a pending answer. */
export const NOBODY_WAITS = { waits: false, waitingSince: null, lateAt: null, late: false };

/** Preview of a message in lists; without text it names the kind of its files. */
export const lastOf = ({ at, author, content, images }: Message) => ({
  ...(author.kind === 'resident' && { writerId: author.id }),
  lastMessageAt: at,
  lastText: content.replace(/\s+/g, ' ').trim().slice(0, PREVIEW) || (images.length > 0 ? '[Ảnh]' : '[Tệp]'),
});

async function loadWaiting(ctx: Ctx, doc: Doc<typeof room>) {
  if (ctx.kind !== 'resident') return { ...NOBODY_WAITS, ...(!doc.assigneeId && { assigneeId: ctx.employeeId }) };
  if (doc.waits) return {};
  return { waits: true, waitingSince: ctx.now, lateAt: await lateAt(ctx, doc, ctx.now) };
}

/** A message reopens a closed room. */
function reopening(ctx: Ctx, doc: Doc<typeof room>, message: Message): Change[] {
  if (doc.status !== 'INACTIVE' || message.private || ctx.kind === 'system') return [];
  return [{ definition: room, action: 'active', update: { doc, set: { status: 'ACTIVE', reopenedBy: message._id } } }];
}
