import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { notifications, tellingOf } from './notifications.ts';
import { pushes } from './push/push-queue.ts';

/** Withdraws all notifications about a record, including queued pushes. */
export async function takeBackNotices(ctx: Ctx, recordId: string, session: Session): Promise<void> {
  const about = { projectId: ctx.projectId, 'subject.id': recordId };
  const rows = await notifications()
    .find(about, { projection: { userId: 1 }, session })
    .toArray();
  if (rows.length === 0) return;
  await notifications().deleteMany(about, { session });
  await pushes().deleteMany({ notificationId: { $in: rows.map(({ _id }) => _id) } }, { session });
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  await writeEvents([tellingOf(ctx, 'read', userIds)], session);
}
