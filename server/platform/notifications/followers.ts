import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Message } from '../../kit/thread/messages.ts';
import { notify, toStaff } from './notifications.ts';

/** Who follows a record, without those who are told in another way. */
export const followersOf = ({ followerIds }: Stored, without: readonly unknown[] = []): string[] =>
  (Array.isArray(followerIds) ? followerIds.map(String) : []).filter(id => !without.includes(id));

/** Tells of a message: colleagues who are called in by it, and those who follow; `told` hear of it anyhow. */
export async function tellFollowers(
  ctx: Ctx,
  doc: Stored,
  message: Message,
  { type, subject, told = [] }: { type: NotificationType; subject: Subject; told?: readonly unknown[] },
  session: Session,
): Promise<void> {
  const called = message.mentions?.map(({ id }) => id) ?? [];
  if (called.length > 0) await notify(ctx, toStaff(called), 'MENTIONED', subject, session);
  const others = followersOf(doc, [...called, ...told]);
  if (others.length > 0) await notify(ctx, toStaff(others), type, subject, session);
}
