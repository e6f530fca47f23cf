import { employee } from '@lobby/shared/modules/employee.ts';
import { room } from '@lobby/shared/modules/room.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, transaction } from '../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { sightQuery, type Viewer } from '../../kit/store/row-access.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { type Message, messagesOf, readableBy } from '../../kit/thread/messages.ts';
import { readAbout } from '../../platform/notifications/notifications.ts';
import { messageCollection, roomThread } from './talk.ts';

/** Read mark: the last message that a person has read in a room; one per person and room, on all devices. */
export interface Mark {
  /** `<room id>/<user id>` */
  _id: string;
  projectId: string;
  roomId: string;
  userId: string;
  name: string;
  kind: Ctx['kind'];
  messageId: string;
  /** Time of the message. */
  at: Date;
  /** Time of reading, and actor id of the reader: absent in older marks. */
  readAt?: Date;
  actorId?: string;
}

export const markCollection: Collection = {
  name: 'room-marks',
  indexes: [{ key: { projectId: 1, userId: 1, roomId: 1 } }, { key: { roomId: 1 } }],
};
export const marks = () => db().collection<Mark>(markCollection.name);

/** Maximum of counted rooms with unread messages: 99+. */
const MOST = 100;

/** Module of the events by which other servers learn of read marks; without a project, as they are no activities. */
const READ = 'ROOM_READ';

/** Marks a room as read up to a message, never back; informs the person's other devices and everybody in the room. */
export async function markRead(ctx: Ctx, doc: Doc<typeof room>, message: Pick<Message, '_id' | 'at'>): Promise<void> {
  await transaction(session => readAbout(ctx, doc._id, session, message.at));
  const _id = `${doc._id}/${ctx.userId}`;
  const stored = await marks().findOne({ _id });
  if (stored && stored.messageId >= message._id) return;
  const { id: actorId, name } = ctx.actor;
  const { projectId, userId, kind } = ctx;
  const mark = { projectId, roomId: doc._id, userId, kind, name, actorId, readAt: ctx.now };
  await transaction(async session => {
    await marks().updateOne(
      { _id },
      { $max: { messageId: message._id, at: message.at }, $set: mark },
      { session, upsert: true },
    );
    await writeEvents([readEvent(ctx, doc)], session);
  });
}

const readEvent = (ctx: Ctx, doc: Doc<typeof room>) => ({
  at: ctx.now,
  projectId: '',
  module: READ,
  entity: 'room-mark',
  entityId: doc._id,
  action: 'read',
  actor: ctx.actor,
  before: null,
  version: 0,
  row: null,
  after: { userId: ctx.userId, projectId: ctx.projectId, unitId: doc.unitId ?? null, kind: ctx.kind },
});

/** Read mark in an event; null for other events. */
export function readBy({ module, after, entityId }: Pick<EventRow, 'module' | 'after' | 'entityId'>) {
  if (module !== READ) return null;
  return {
    userId: String(after?.userId),
    projectId: String(after?.projectId),
    roomId: String(entityId),
    /** The unit whose residents are informed. */
    unitId: after?.kind === 'staff' && typeof after.unitId === 'string' ? after.unitId : null,
  };
}

/** Unread messages that count: by others and not withdrawn. */
const countable = (actorId: string) => ({
  'author.id': { $ne: actorId },
  'author.kind': { $ne: 'system' as const },
  withdrawnAt: { $exists: false },
});

/** Without a mark, messages before the employee's start of work do not count as unread. */
async function firstSight(projectId: string, employeeId: string | null): Promise<Date> {
  if (!employeeId) return new Date(0);
  const staff = await records(employee).withRemoved().get({ projectId }, employeeId);
  return staff?.createdAt ?? new Date(0);
}

/** Number of unread messages after the reader's mark, and how far the other side has read. */
export async function loadStatus(ctx: Ctx, doc: Doc<typeof room>) {
  const all = await marks().find({ roomId: doc._id, projectId: ctx.projectId }).maxTimeMS(2000).toArray();
  const mark = all.find(({ userId }) => userId === ctx.userId);
  const since = mark || ctx.kind === 'resident' ? null : await firstSight(ctx.projectId, ctx.employeeId);
  const unread = {
    projectId: ctx.projectId,
    roomId: doc._id,
    ...readableBy(ctx, roomThread, doc),
    ...countable(ctx.actor.id),
    ...(mark ? { _id: { $gt: mark.messageId } } : since && { at: { $gt: since } }),
  };
  const shown = { projectId: ctx.projectId, roomId: doc._id, ...readableBy(ctx, roomThread, doc) };
  const [count, first, last] = await Promise.all([
    messagesOf(roomThread).countDocuments(unread, { maxTimeMS: 2000 }),
    messagesOf(roomThread).findOne(unread, { sort: { _id: 1 }, projection: { _id: 1 }, maxTimeMS: 2000 }),
    messagesOf(roomThread).findOne(shown, { sort: { _id: -1 }, projection: { _id: 1, author: 1 }, maxTimeMS: 2000 }),
  ]);
  const others = all.filter(
    ({ userId, kind }) => userId !== ctx.userId && (ctx.kind !== 'resident' || kind === 'resident'),
  );
  return {
    roomId: doc._id,
    unread: count,
    firstUnreadId: first?._id ?? null,
    lastReadId: mark?.messageId ?? null,
    lastId: last?._id ?? null,
    // Residents learn how far staff have read, not who.
    othersReadId:
      all
        .filter(({ kind }) => (kind === 'resident') !== (ctx.kind === 'resident'))
        .map(row => row.messageId)
        .toSorted()
        .at(-1) ?? null,
    readers: others.map(({ userId, name, kind, messageId, at, readAt = at, actorId }) => ({
      id: userId,
      name,
      kind,
      messageId,
      at: readAt.toISOString(),
      wroteLast: last?.author.kind === kind && (actorId ? actorId === last.author.id : name === last.author.name),
    })),
  };
}

/** Number of open rooms with unread messages among those visible to a user; at most 100. */
export async function countUnread(projectId: string, userId: string, viewer: Viewer): Promise<number> {
  const since = await firstSight(projectId, viewer.employeeId);
  const [counted] = await db()
    .collection(collectionOf(room))
    .aggregate<{ count: number }>(
      [
        {
          $match: {
            projectId,
            status: 'ACTIVE',
            lastWordAt: { $ne: null },
            deletedAt: null,
            ...sightQuery(room, viewer),
          },
        },
        {
          $lookup: {
            from: markCollection.name,
            let: { key: { $concat: ['$_id', '/', userId] } },
            pipeline: [{ $match: { $expr: { $eq: ['$_id', '$$key'] } } }],
            as: 'mark',
          },
        },
        { $set: { readTo: { $ifNull: [{ $first: '$mark.at' }, since] } } },
        { $match: { $expr: { $gt: ['$lastWordAt', '$readTo'] } } },
        {
          $lookup: {
            from: messageCollection.name,
            let: { roomId: '$_id', readTo: '$readTo' },
            pipeline: [
              {
                $match: {
                  projectId,
                  ...countable(viewer.employeeId ?? userId),
                  $expr: { $and: [{ $eq: ['$roomId', '$$roomId'] }, { $gt: ['$at', '$$readTo'] }] },
                },
              },
              { $limit: 1 },
              { $project: { _id: 1 } },
            ],
            as: 'unread',
          },
        },
        { $match: { unread: { $ne: [] } } },
        { $limit: MOST },
        { $count: 'count' },
      ],
      { maxTimeMS: 2000 },
    )
    .toArray();
  return counted?.count ?? 0;
}

/** Unread messages of the unit in open rooms, as the list of the app shows them beside each. */
export async function countUnreadOfUnit(ctx: Ctx): Promise<number> {
  const { projectId, unitId } = ctx;
  const rooms = await records(room).find({ projectId }, { unitId, status: 'ACTIVE' }, { patience: 2000 });
  const states = await Promise.all(rooms.map(doc => loadStatus(ctx, doc)));
  return states.reduce((sum, { unread }) => sum + unread, 0);
}
