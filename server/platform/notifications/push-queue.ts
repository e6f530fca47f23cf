import type { Filter } from 'mongodb';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { type Installation, installations } from './devices.ts';
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

/** Those of the people who have a device. */
async function withDevices(userIds: readonly string[], session: Session): Promise<Set<string>> {
  const devices = await installations()
    .find({ userId: { $in: [...userIds] } }, { session })
    .project<Pick<Installation, 'userId'>>({ userId: 1 })
    .toArray();
  return new Set(devices.map(one => one.userId));
}

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

/** Puts what these people were told of on its way to their devices, where they have any. */
export async function queuePushes(
  same: Filter<Notification>,
  userIds: readonly string[],
  at: Date,
  session: Session,
): Promise<void> {
  const able = await withDevices(userIds, session);
  if (able.size === 0) return;
  const rows = await notifications()
    .find({ ...same, userId: { $in: [...able] } }, { session })
    .project<Pick<Notification, '_id' | 'userId' | 'projectId'>>({ userId: 1, projectId: 1 })
    .toArray();
  if (rows.length === 0) return;
  await putPushes(
    rows.map(({ _id, userId, projectId }) => ({ _id, userId, projectId, notificationId: _id, at })),
    session,
  );
}
