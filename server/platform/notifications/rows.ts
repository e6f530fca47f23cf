import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType, Topic } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db } from '../../kit/database/database.ts';

/** A notification of one person. */
export interface Notification {
  _id: string;
  projectId: string;
  userId: string;
  /** The unit it is about, for residents; null for staff. */
  unitId: string | null;
  kind: NotificationType;
  topic: Topic | null;
  urgent: boolean;
  subject: Subject;
  /** The actor; null for the system, or staff whose names residents do not see. */
  by: { id: string; name: string } | null;
  at: Date;
  /** Number of equal notifications merged in this row. */
  count: number;
  viewedAt: Date | null;
  readAt: Date | null;
  /** Held back on devices until the quiet hours end. */
  held?: true;
  /** The bulk work that caused it. */
  run?: string;
}

export const notificationCollection: Collection = {
  name: 'notifications',
  indexes: [
    { key: { projectId: 1, userId: 1, unitId: 1, at: -1, _id: -1 } },
    { key: { projectId: 1, userId: 1, unitId: 1, viewedAt: 1 } },
    { key: { projectId: 1, 'subject.id': 1, userId: 1 } },
    { key: { projectId: 1, at: 1 } },
    { key: { held: 1 }, options: { sparse: true } },
    { key: { run: 1, userId: 1 }, options: { sparse: true } },
  ],
};
export const notifications = () => db().collection<Notification>(notificationCollection.name);

/** Module of events that tell all servers about new or read notifications. */
export const NOTIFICATION = 'NOTIFICATION';

/** Changes of notifications. */
export type NotificationAct = 'create' | 'view' | 'read';

/** The event for all servers. It belongs to no project, so that it does not appear in the activity. */
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
