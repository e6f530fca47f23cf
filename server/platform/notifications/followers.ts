import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import type { Message } from '../../kit/thread/messages.ts';
import { notify, readAbout, toStaff } from './notifications.ts';

/** Followers of a record, except those notified in another way. */
export const followersOf = ({ followerIds }: AnyDoc, without: readonly unknown[] = []): string[] =>
  (Array.isArray(followerIds) ? followerIds.map(String) : []).filter(id => !without.includes(id));

/** Notifies mentioned colleagues and followers of a message. The author's own notifications about the record become read. */
export async function notifyFollowers(
  ctx: Ctx,
  doc: AnyDoc,
  message: Message,
  { kind, mention, subject }: { kind: NotificationType; mention: NotificationType; subject: Subject },
  session: Session,
): Promise<void> {
  await readAbout(ctx, doc._id, session);
  const called = message.mentions?.map(({ id }) => id) ?? [];
  if (called.length > 0) await notify(ctx, toStaff(called), mention, subject, session);
  const others = followersOf(doc, called);
  if (others.length > 0) await notify(ctx, toStaff(others), kind, subject, session);
}
