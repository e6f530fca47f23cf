import { employee } from '@lobby/shared/modules/employee.ts';
import { systemCtx } from '../../../kit/base/context.ts';
import { transaction } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { records } from '../../../kit/store/records.ts';
import { shiftsNow } from '../../auth/members/shifts.ts';
import { users } from '../../auth/users.ts';
import { loadProject, settingsOf } from '../../projects/projects.ts';
import { notifications } from '../notifications.ts';
import { putPushes } from '../push/push-queue.ts';
import { pushSoon } from '../push/send-push.ts';
import { quietNow } from './quiet-hours.ts';

interface Held {
  _id: { userId: string; projectId: string };
}

/** Whether an employee is on shift; null without a schedule, and for residents. */
async function onShiftIn(ctx: ReturnType<typeof systemCtx>, userId: string): Promise<boolean | null> {
  const person = await records(employee).first(ctx, { userId }, { only: ['departmentId', 'status'] });
  if (!person) return null;
  if (person.status === 'ABSENT') return false;
  return (await shiftsNow(ctx))(person.departmentId);
}

/** After a user's quiet hours, sends one push with the number of unread notifications held back; once, even with several servers. */
async function sendGathered({ userId, projectId }: Held['_id'], now: Date): Promise<boolean> {
  const [user, project] = await Promise.all([users().findOne({ _id: userId }), loadProject(projectId)]);
  if (user && project) {
    const ctx = systemCtx(settingsOf(project), now);
    if (await quietNow(ctx, user, await onShiftIn(ctx, userId))) return false;
  }
  return transaction(async session => {
    const held = { userId, projectId, held: true as const };
    const gathered = await notifications().countDocuments({ ...held, readAt: null }, { session });
    const { modifiedCount } = await notifications().updateMany(held, { $unset: { held: '' } }, { session });
    if (modifiedCount === 0 || gathered === 0) return false;
    const _id = `${userId}/${projectId}`;
    await putPushes([{ _id, userId, projectId, notificationId: null, gathered, at: now }], session);
    return true;
  });
}

/** Sends pushes held back during quiet hours; runs each minute. */
export async function runGatheredNoticesJob(now: Date): Promise<number> {
  const waiting = await notifications()
    .aggregate<Held>([{ $match: { held: true } }, { $group: { _id: { userId: '$userId', projectId: '$projectId' } } }])
    .toArray();
  const sent = await attemptEach(waiting, ({ _id }) => sendGathered(_id, now));
  if (sent > 0) pushSoon();
  return sent;
}
