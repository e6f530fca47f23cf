import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Filter } from 'mongodb';
import type { Ctx } from '../../kit/base/context.ts';
import { type Ending, gather, type Session } from '../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';
import { foldBulk } from './fold-bulk.ts';
import { loadHearers, loadListeners, type Who, waitingFor } from './listeners.ts';
import { type Hearing, rowOf } from './notification-row.ts';
import { queuePushes } from './push/push-queue.ts';
import { NOTIFICATION, type Notification, notifications, tellingOf } from './rows.ts';
import { claimNotice } from './timing/notice-claims.ts';

export type { Subject } from '@lobby/shared/kit/notification-target.ts';
export type { Who } from './listeners.ts';
export {
  NOTIFICATION,
  type Notification,
  type NotificationAct,
  notificationCollection,
  notifications,
  tellingOf,
} from './rows.ts';

export const toStaff = (employeeIds: readonly string[]): Who => ({ employeeIds });
export const toUnit = (unitId: unknown): Who => (typeof unitId === 'string' ? { unitId } : toStaff([]));

/** Kinds sent at any hour, even if turned off. */
const URGENT: ReadonlySet<NotificationType> = new Set(['WAITLIST_OFFER']);
/** Maximum length of a message excerpt in a notification. */
const EXCERPT = 160;
/** Phone numbers, e-mail addresses and document numbers are removed from notifications. */
const PRIVATE = /\S+@\S+\.\S+|\+?\d(?:[\s.-]?\d){7,}/g;

/** Excerpt of a message for a notification. */
export const excerptOf = (words: string): string => {
  const plain = words.replace(PRIVATE, '…').replace(/\s+/g, ' ').trim();
  return plain.length > EXCERPT ? `${plain.slice(0, EXCERPT).replace(/\s+\S*$/, '')}…` : plain;
};

interface Telling {
  ctx: Ctx;
  who: Who;
  kind: NotificationType;
  subject: Subject;
}

/** The only way to notify people: a row per recipient, at the end of the transaction that causes it. The actor is not notified. */
export async function notify(
  ctx: Ctx,
  who: Who,
  kind: NotificationType,
  subject: Subject,
  session: Session,
): Promise<void> {
  gather(session, telling, [{ ctx, who, kind, subject }]);
}

const telling: Ending<Telling> = {
  async run(tellings, session) {
    const each: Hearing[] = [];
    // Sequential, because the first notification decides which kind a recipient gets for a record.
    for (const message of tellings) each.push(...(await loadHearings(message, session)));
    if (each.length === 0) return;
    const hearings = await foldBulk(each, session);
    await notifications().bulkWrite(
      hearings.map(({ row }) => row),
      { session },
    );
    for (const all of Map.groupBy(hearings, ({ ctx }) => ctx.projectId).values())
      if (all[0]) {
        const userIds = [...new Set(all.map(({ listener }) => listener.userId))];
        await writeEvents([tellingOf(all[0].ctx, 'create', userIds)], session);
      }
    await queuePushes(
      hearings.filter(({ listener }) => listener.push === 'now' && listener.hasDevice),
      session,
    );
  },
};

async function loadHearings({ ctx, who, kind, subject }: Telling, session: Session): Promise<Hearing[]> {
  const topic = NOTIFICATION_TYPES[kind];
  const urgent = subject.urgent === true || URGENT.has(kind);
  const all = await loadHearers(ctx, who, subject.module, session);
  const meant = topic === 'new' ? waitingFor(all) : all;
  const listeners = claimNotice(session, subject.id, await loadListeners(ctx, meant, { topic, urgent }));
  const { id, name } = ctx.actor;
  const { urgent: _, ...about } = { ...subject, ...(subject.text && { text: excerptOf(subject.text) }) };
  const unitId = 'unitId' in who ? who.unitId : null;
  return listeners.map(listener => {
    const { userId, push } = listener;
    const filter = { projectId: ctx.projectId, unitId, kind, readAt: null, userId, 'subject.id': subject.id };
    const set = {
      topic,
      urgent,
      subject: about,
      by: ctx.kind === 'system' || !name ? null : { id, name },
      at: ctx.now,
      viewedAt: null,
      ...(push === 'later' && { held: true as const }),
      ...(ctx.bulk && { run: ctx.bulk.run }),
    };
    return { ctx, kind, listener, filter, set, row: rowOf(filter, set) };
  });
}
/** Users whose notifications an event changed, and the project; null for other events. */
export function changedNotifications({ module, after }: Pick<EventRow, 'module' | 'after'>) {
  if (module !== NOTIFICATION || !Array.isArray(after?.userIds)) return null;
  return { userIds: after.userIds as string[], projectId: String(after.projectId) };
}

/** Whether the same was notified for a record within the last `ms`. */
export async function toldWithin(
  ctx: Ctx,
  kind: NotificationType,
  { id, person }: Subject,
  ms = DAY_MS,
): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - ms);
  const same = { kind, 'subject.id': id, ...(person && { 'subject.person': person }) };
  const row = await notifications().findOne(
    { projectId: ctx.projectId, at: { $gte: since }, ...same },
    { projection: { _id: 1 } },
  );
  return row !== null;
}

/** Marks a user's notifications about a record up to a time as read, since they answered or read it. */
export async function readAbout(ctx: Ctx, recordId: string, session: Session, until = ctx.now): Promise<void> {
  const { modifiedCount } = await notifications().updateMany(
    { projectId: ctx.projectId, 'subject.id': recordId, userId: ctx.userId, readAt: null, at: { $lte: until } },
    [{ $set: { readAt: ctx.now, viewedAt: { $ifNull: ['$viewedAt', ctx.now] } } }],
    { session },
  );
  if (modifiedCount > 0) await writeEvents([tellingOf(ctx, 'read', [ctx.userId])], session);
}

/** A message that its author withdrew, by notification kind and time. */
interface Taken {
  kind: NotificationType;
  words: string;
  at: Date;
}

/** Removes a withdrawn message from notifications about its record; deletes those about nothing else. */
export async function takeBackWords(
  ctx: Ctx,
  recordId: string,
  { kind, words, at }: Taken,
  session: Session,
): Promise<void> {
  const about = { projectId: ctx.projectId, 'subject.id': recordId };
  // Users who had read it by then were notified only of later messages.
  const readers = await notifications().distinct('userId', { ...about, kind, readAt: { $gte: at } }, { session });
  const counts: Filter<Notification> = { ...about, kind, readAt: null, at: { $gte: at }, userId: { $nin: readers } };
  const named: Filter<Notification> = words.trim()
    ? { ...about, 'subject.text': excerptOf(words) }
    : { _id: { $in: [] } };
  const rows = await notifications()
    .find({ $or: [counts, named] }, { projection: { userId: 1 }, session })
    .toArray();
  if (rows.length === 0) return;
  // Mentions, and notifications already read, quote the message too.
  const others = { $and: [named, { $nor: [counts] }] };
  await notifications().deleteMany({ $and: [{ $or: [counts, others] }, { count: { $lte: 1 } }] }, { session });
  await notifications().updateMany({ $or: [counts, others] }, { $inc: { count: -1 } }, { session });
  await notifications().updateMany(named, { $unset: { 'subject.text': '' } }, { session });
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  await writeEvents([tellingOf(ctx, 'read', userIds)], session);
}
