import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { clockAt, todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { nameOf } from './rules.ts';

/** Minute of the day from which reminders are sent. */
const EIGHT = 8 * 60;

/** Marks late requests and notifies requester and approver, once. Idempotent, and safe on several servers. */
export const requestsJob = defineJob({
  name: 'requests that are late',
  every: '*/15 * * * *',
  async perProject(ctx) {
    if (clockAt(ctx.now, ctx.project.timeZone).minutes < EIGHT) return 0;
    const today = todayOf(ctx);
    const over = {
      late: false,
      status: { $in: ['APPROVED', 'ORDERED'] },
      neededOn: { $ne: null, $lt: today },
    } as const;
    return attemptEach(records(purchaseRequest).each(ctx, over), doc => {
      const who = toStaff([doc.requestedBy, doc.approvedBy].flatMap(id => id ?? []));
      const subject = { module: purchaseRequest.code, id: doc._id, title: nameOf(doc) };
      const update = { doc, set: { late: true }, keepVersion: true, while: over };
      const also = (session: Parameters<typeof notify>[4]) =>
        notify(ctx, who, 'PURCHASE_REQUEST_LATE', subject, session);
      return save(ctx, [{ definition: purchaseRequest, action: 'late', update, also }]);
    });
  },
});
