import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType, Topic } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db } from '../../kit/database/database.ts';

/** What one person was told of. */
export interface Notification {
  _id: string;
  projectId: string;
  userId: string;
  /** The unit that it is about, of a resident; null: told as staff. */
  unitId: string | null;
  kind: NotificationType;
  topic: Topic | null;
  urgent: boolean;
  subject: Subject;
  /** Who did it; null: the system, or staff who speak with one voice. */
  by: { id: string; name: string } | null;
  at: Date;
  /** How many of the same were told in this row. */
  count: number;
  viewedAt: Date | null;
  readAt: Date | null;
  /** Not told on any device yet: the quiet hours have to end first. */
  held?: true;
}

export const notificationCollection: Collection = {
  name: 'notifications',
  indexes: [
    { key: { projectId: 1, userId: 1, unitId: 1, at: -1, _id: -1 } },
    { key: { projectId: 1, userId: 1, unitId: 1, viewedAt: 1 } },
    { key: { projectId: 1, 'subject.id': 1, userId: 1 } },
    { key: { projectId: 1, at: 1 } },
    { key: { held: 1 }, options: { sparse: true } },
  ],
};
export const notifications = () => db().collection<Notification>(notificationCollection.name);

/** Event module under which all servers hear of what somebody was told, or has read. */
export const NOTIFICATION = 'NOTIFICATION';

/** What has become of somebody's notifications. */
export type NotificationAct = 'create' | 'view' | 'read';

/** The event by which all servers hear of it; kept under no project, so that it is no entry of the activity. */
export const tellingOf = (ctx: Ctx, action: NotificationAct, userIds: readonly string[], id: string | null = null) => ({
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
