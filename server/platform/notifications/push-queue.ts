import type { Filter } from 'mongodb';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { type Notification, notifications } from './rows.ts';

/** A notification on its way to somebody's devices; what is told anew of it takes its place. */
export interface Push {
  /** The notification, or `<user>/<project>` of what gathered while it was quiet. */
  _id: string;
  userId: string;
  projectId: string;
  notificationId: string | null;
  /** How many gathered. */
  gathered?: number;
  /** Installations that have it already: a second try leaves them out. */
  sent: string[];
  /** Installations that get no long text. */
  short?: string[];
  tries: number;
  dueAt: Date;
  at: Date;
}

export const pushCollection: Collection = { name: 'pushes', indexes: [{ key: { dueAt: 1 } }, { key: { userId: 1 } }] };
export const pushes = () => db().collection<Push>(pushCollection.name);

/** Puts pushes on their way, in the transaction of what they tell; one of the same that still waits is told anew. */
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

/** Puts what people were told of on its way to their devices. */
export async function queuePushes(told: readonly { filter: Filter<Notification> }[], session: Session): Promise<void> {
  if (told.length === 0) return;
  const rows = await notifications()
    .find({ $or: told.map(one => one.filter) }, { session })
    .project<Pick<Notification, '_id' | 'userId' | 'projectId' | 'at'>>({ userId: 1, projectId: 1, at: 1 })
    .toArray();
  await putPushes(
    rows.map(({ _id, userId, projectId, at }) => ({ _id, userId, projectId, notificationId: _id, at })),
    session,
  );
}
