import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId, type Session } from '../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';
import { hearersOf, listenersOf, type Who, waitingFor } from './listeners.ts';
import { queuePushes } from './push-queue.ts';
import { NOTIFICATION, notifications, tellingOf } from './rows.ts';
import { tellOnce } from './told-once.ts';

export type { Subject } from '@lobby/shared/kit/notification-target.ts';
export type { Who } from './listeners.ts';
export {
  NOTIFICATION,
  type Notification,
  notificationCollection,
  notifications,
  type Told,
  tellingOf,
} from './rows.ts';

export const toStaff = (employeeIds: readonly string[]): Who => ({ employeeIds });
export const toUnit = (unitId: unknown): Who => (typeof unitId === 'string' ? { unitId } : toStaff([]));

/** Kinds that come at any hour, whatever was turned off. */
const URGENT: ReadonlySet<NotificationType> = new Set(['WAITLIST_OFFER']);
/** Letters of a message that a notification shows. */
const EXCERPT = 160;
/** Phones, e-mail addresses and numbers of papers stand in no notification. */
const PRIVATE = /\S+@\S+\.\S+|\+?\d(?:[\s.-]?\d){7,}/g;

/** The words of a message as a notification may show them. */
export const excerptOf = (words: string): string => {
  const plain = words.replace(PRIVATE, '…').replace(/\s+/g, ' ').trim();
  return plain.length > EXCERPT ? `${plain.slice(0, EXCERPT).replace(/\s+\S*$/, '')}…` : plain;
};

/** The one way in which people are told of something: a row each, in the transaction of what they are told of. Nobody is told of what they did. */
export async function notify(
  ctx: Ctx,
  who: Who,
  kind: NotificationType,
  subject: Subject,
  session: Session,
): Promise<void> {
  const topic = NOTIFICATION_TYPES[kind];
  const urgent = subject.urgent === true || URGENT.has(kind);
  const all = await hearersOf(ctx, who, subject.module, session);
  const meant = topic === 'new' ? waitingFor(all) : all;
  const listeners = tellOnce(session, subject.id, await listenersOf(ctx, meant, { topic, urgent }, session));
  if (listeners.length === 0) return;
  const { id, name } = ctx.actor;
  const { urgent: _, ...about } = { ...subject, ...(subject.text && { text: excerptOf(subject.text) }) };
  const same = { projectId: ctx.projectId, unitId: 'unitId' in who ? who.unitId : null, kind, readAt: null };
  await notifications().bulkWrite(
    listeners.map(({ userId, push }) => ({
      updateOne: {
        filter: { ...same, userId, 'subject.id': subject.id },
        update: {
          $set: {
            topic,
            urgent,
            subject: about,
            by: ctx.kind === 'system' || !name ? null : { id, name },
            at: ctx.now,
            viewedAt: null,
            ...(push === 'later' && { held: true as const }),
          },
          $setOnInsert: { _id: newId() },
          $inc: { count: 1 },
        },
        upsert: true,
      },
    })),
    { session },
  );
  const userIds = listeners.map(one => one.userId);
  await writeEvents([tellingOf(ctx, 'create', userIds)], session);
  const now = listeners.filter(one => one.push === 'now').map(one => one.userId);
  if (now.length > 0) await queuePushes({ ...same, 'subject.id': subject.id }, now, ctx.now, session);
}

/** Whose notifications of which project an event has changed; null for every other event. */
export function changedNotifications({ module, after }: Pick<EventRow, 'module' | 'after'>) {
  if (module !== NOTIFICATION || !Array.isArray(after?.userIds)) return null;
  return { userIds: after.userIds as string[], projectId: String(after.projectId) };
}

/** Whether somebody was told the same of a record within the last day. */
export async function toldToday(ctx: Ctx, kind: NotificationType, { id, person }: Subject): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - DAY_MS);
  const same = { kind, 'subject.id': id, ...(person && { 'subject.person': person }) };
  const row = await notifications().findOne(
    { projectId: ctx.projectId, at: { $gte: since }, ...same },
    { projection: { _id: 1 } },
  );
  return row !== null;
}

/** Marks what somebody was told of a record as read: they have answered it. */
export async function readAbout(ctx: Ctx, recordId: string, session: Session): Promise<void> {
  const { modifiedCount } = await notifications().updateMany(
    { projectId: ctx.projectId, 'subject.id': recordId, userId: ctx.userId, readAt: null },
    [{ $set: { readAt: ctx.now, viewedAt: { $ifNull: ['$viewedAt', ctx.now] } } }],
    { session },
  );
  if (modifiedCount > 0) await writeEvents([tellingOf(ctx, 'read', [ctx.userId])], session);
}

/** Takes words out of what people were told of a record: whoever wrote them has taken them back. What told of nothing else goes. */
export async function takeBackWords(ctx: Ctx, recordId: string, words: string, session: Session): Promise<void> {
  const said = { projectId: ctx.projectId, 'subject.id': recordId, 'subject.text': excerptOf(words) };
  if (!words.trim()) return;
  const rows = await notifications()
    .find(said, { projection: { userId: 1 }, session })
    .toArray();
  if (rows.length === 0) return;
  await notifications().deleteMany({ ...said, count: { $lte: 1 } }, { session });
  await notifications().updateMany(said, { $unset: { 'subject.text': '' }, $inc: { count: -1 } }, { session });
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  await writeEvents([tellingOf(ctx, 'read', userIds)], session);
}
