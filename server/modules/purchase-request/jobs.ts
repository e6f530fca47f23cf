import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';

/** Minute of the day from which reminders are sent. */
const EIGHT = 8 * 60;

/** Marks late requests and notifies requester and approver, once. Idempotent, and safe on several servers. */
export async function runRequestsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    if (clockAt(now, ctx.project.timeZone).minutes < EIGHT) continue;
    const today = todayOf(ctx);
    const over = {
      late: false,
      status: { $in: ['APPROVED', 'ORDERED'] },
      neededOn: { $ne: null, $lt: today },
    } as const;
    for await (const doc of records(purchaseRequest).each(ctx, over)) {
      const who = toStaff([doc.requestedBy, doc.approvedBy].filter(id => typeof id === 'string'));
      const subject = { module: purchaseRequest.code, id: doc._id, title: `${doc.code} · ${doc.title}` };
      const update = { doc, set: { late: true }, keepVersion: true, while: over };
      const also = (session: Parameters<typeof notify>[4]) =>
        notify(ctx, who, 'PURCHASE_REQUEST_LATE', subject, session);
      try {
        await save(ctx, [{ definition: purchaseRequest, action: 'late', update, also }]);
        turned++;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
  }
  return turned;
}
