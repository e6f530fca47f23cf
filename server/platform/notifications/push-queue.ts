import { type Collection, db, newId, type Session } from '../../kit/database/database.ts';

/** A browser of somebody that takes pushes. */
export interface Installation {
  /** A digest of the endpoint: one row a browser, whoever uses it. */
  _id: string;
  userId: string;
  /** Ends with the session that made it. */
  sessionId: string;
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  language: string;
  at: Date;
}

/** A notification on its way to people's devices. */
export interface Push {
  _id: string;
  notificationId: string;
  userIds: readonly string[];
  /** Installations that have it already: a second try leaves them out. */
  sent: string[];
  tries: number;
  dueAt: Date;
  at: Date;
}

export const installationCollection: Collection = {
  name: 'installations',
  indexes: [{ key: { userId: 1 } }, { key: { sessionId: 1 } }],
};
export const pushCollection: Collection = { name: 'pushes', indexes: [{ key: { dueAt: 1 } }] };
export const installations = () => db().collection<Installation>(installationCollection.name);
export const pushes = () => db().collection<Push>(pushCollection.name);

/** Puts a notification on its way to the devices of these people, where any has one, in the transaction of what it tells. */
export async function queuePush(
  { _id, at }: { _id: string; at: Date },
  userIds: readonly string[],
  session: Session,
): Promise<void> {
  const device = { userId: { $in: [...userIds] } };
  if (!(await installations().findOne(device, { session, projection: { _id: 1 } }))) return;
  const row: Push = { _id: newId(), notificationId: _id, userIds, sent: [], tries: 0, dueAt: at, at };
  await pushes().insertOne(row, { session });
}
