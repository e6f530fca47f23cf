import type { Filter } from 'mongodb';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { type Notification, notifications } from '../rows.ts';

/** A queued push of a notification; an update of the notification replaces it. */
export interface Push {
  /** Id of the notification, or `<user>/<project>` for those held back during quiet hours. */
  _id: string;
  userId: string;
  projectId: string;
  notificationId: string | null;
  /** Number of notifications held back. */
  gathered?: number;
  /** Installations that have received it; a retry skips them. */
  sent: string[];
  /** Installations that accept no long text. */
  short?: string[];
  tries: number;
  dueAt: Date;
  at: Date;
}

export const pushCollection: Collection = { name: 'pushes', indexes: [{ key: { dueAt: 1 } }, { key: { userId: 1 } }] };
export const pushes = () => db().collection<Push>(pushCollection.name);

/** Queues pushes within the transaction of their cause. A waiting push with the same id is replaced. */
export async function putPushes(
  rows: readonly Omit<Push, 'sent' | 'tries' | 'dueAt'>[],
  session: Session,
): Promise<void> {
  await pushes().bulkWrite(
    rows.map(({ _id, ...row }) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { ...row, dueAt: row.at, sent: [], tries: 0 } },
        upsert: true,
      },
    })),
    { session },
  );
}

/** Queues the pushes of notifications. */
export async function queuePushes(
  notices: readonly { filter: Filter<Notification> }[],
  session: Session,
): Promise<void> {
  if (notices.length === 0) return;
  const rows = await notifications()
    .find({ $or: notices.map(notice => notice.filter) }, { session })
    .project<Pick<Notification, '_id' | 'userId' | 'projectId' | 'at'>>({ userId: 1, projectId: 1, at: 1 })
    .toArray();
  await putPushes(
    rows.map(({ _id, userId, projectId, at }) => ({ _id, userId, projectId, notificationId: _id, at })),
    session,
  );
}
