import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { NOTIFICATION_TYPES, type NotificationType, type Topic } from '@lobby/shared/kit/notification-topics.ts';
import { RETENTION_DAYS } from '@lobby/shared/modules/unit-group.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, newId, type Session } from '../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';
import { accountsOf, listeners, type Who } from './listeners.ts';
import { queuePush } from './push-queue.ts';

export type { Subject } from '@lobby/shared/kit/notification-target.ts';
export type { Who } from './listeners.ts';

export interface Notification {
  _id: string;
  projectId: string;
  /** Whose it is: the accounts of those who are told. */
  userIds: readonly string[];
  /** The unit whose residents are told; null: staff are. */
  unitId: string | null;
  type: NotificationType;
  topic: Topic | null;
  subject: Subject;
  /** Name of who did it. */
  by: string;
  at: Date;
  /** Users who have opened it. */
  readBy: string[];
}

/** Until when somebody has seen their list, and marked all of it as read; of one project. */
export interface Seen {
  /** `<user id>/<project id>` */
  _id: string;
  viewedAt: Date;
  readAt: Date;
}

export const notificationCollection: Collection = {
  name: 'notifications',
  indexes: [{ key: { projectId: 1, userIds: 1, at: -1, _id: -1 } }, { key: { projectId: 1, at: 1 } }],
};
export const seenCollection: Collection = { name: 'notifications-seen', indexes: [] };
export const notifications = () => db().collection<Notification>(notificationCollection.name);
export const seen = () => db().collection<Seen>(seenCollection.name);

export const toStaff = (employeeIds: readonly string[]): Who => ({ employeeIds });
export const toUnit = (unitId: unknown): Who => (typeof unitId === 'string' ? { unitId } : toStaff([]));

/** Event module under which all servers hear of what somebody was told, or has read. */
export const NOTIFICATION = 'NOTIFICATION';

/** The one way in which people are told of something: a row, in the transaction of what they are told of. Nobody is told of what they did. */
export async function notify(
  ctx: Ctx,
  who: Who,
  type: NotificationType,
  subject: Subject,
  session: Session,
): Promise<void> {
  const topic = NOTIFICATION_TYPES[type];
  const accounts = (await accountsOf(ctx, who, session)).filter(id => id !== ctx.userId);
  const { app, push } = await listeners(accounts, topic, session);
  if (app.length === 0) return;
  const row: Notification = {
    _id: newId(),
    projectId: ctx.projectId,
    userIds: app,
    unitId: 'unitId' in who ? who.unitId : null,
    type,
    topic,
    subject,
    by: ctx.actor.name,
    at: ctx.now,
    readBy: [],
  };
  await notifications().insertOne(row, { session });
  await writeEvents([tellingOf(ctx, 'notify', app, row._id)], session);
  if (push.length > 0) await queuePush(row, push, session);
}

/** The event by which all servers hear of it; kept under no project, so that it is no entry of the activity. */
export const tellingOf = (ctx: Ctx, action: 'notify' | 'read', userIds: readonly string[], id: string | null) => ({
  at: ctx.now,
  projectId: '',
  module: NOTIFICATION,
  entity: 'notification',
  entityId: id,
  action,
  actor: ctx.actor,
  before: null,
  after: { userIds: [...userIds], projectId: ctx.projectId },
  version: 1,
  row: null,
});

/** Whose notifications of which project an event has changed; null for every other event. */
export function changedNotifications({ module, after }: Pick<EventRow, 'module' | 'after'>) {
  if (module !== NOTIFICATION || !Array.isArray(after?.userIds)) return null;
  return { userIds: after.userIds as string[], projectId: String(after.projectId) };
}

const DAY_MS = 86_400_000;

/** Whether somebody was told the same of a record within the last day. */
export async function toldToday(ctx: Ctx, type: NotificationType, { id, person }: Subject): Promise<boolean> {
  const row = await db()
    .collection<Notification>(notificationCollection.name)
    .findOne(
      {
        projectId: ctx.projectId,
        at: { $gte: new Date(ctx.now.getTime() - DAY_MS) },
        type,
        'subject.id': id,
        ...(person && { 'subject.person': person }),
      },
      { projection: { _id: 1 } },
    );
  return row !== null;
}

/** Clears away what people were told longer ago than their project keeps it. */
export async function clearNotifications(now: Date): Promise<number> {
  let cleared = 0;
  const projects = db().collection<{ _id: string; retentionDays?: number }>('projects');
  for await (const { _id, retentionDays = RETENTION_DAYS } of projects.find({}, { projection: { retentionDays: 1 } })) {
    const before = new Date(now.getTime() - retentionDays * DAY_MS);
    cleared += (await notifications().deleteMany({ projectId: _id, at: { $lt: before } })).deletedCount;
  }
  return cleared;
}
