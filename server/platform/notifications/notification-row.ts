import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import type { Ctx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import type { Listener } from './listeners.ts';
import type { Notification } from './rows.ts';

/** A recipient, and the write that notifies them. */
export interface Hearing {
  ctx: Ctx;
  kind: NotificationType;
  listener: Listener;
  /** Selects the row. */
  filter: Filter<Notification>;
  set: Pick<Notification, 'subject'> & Partial<Notification>;
  row: AnyBulkWriteOperation<Notification>;
}

/** Writes a notification, merged with an equal one that is unread. */
export const rowOf = (
  filter: Filter<Notification>,
  $set: Hearing['set'],
  count = 1,
): AnyBulkWriteOperation<Notification> => ({
  updateOne: { filter, update: { $set, $setOnInsert: { _id: newId() }, $inc: { count } }, upsert: true },
});
