import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { expire } from './decide.ts';
import { requestSubject } from './subject.ts';

/** Days of waiting after which approvers are reminded. */
const REMINDED = [1, 6];
/** Minutes of the day between which reminders are sent. */
const WORKING = { from: 8 * 60, to: 18 * 60 };

/** Expires undecided requests and reminds approvers; idempotent, and safe on several servers. */
export const approvalsJob = defineJob({
  name: 'what waits for a second person',
  every: '10 * * * *',
  async perProject(ctx) {
    const { now } = ctx;
    const { minutes } = clockAt(now, ctx.project.timeZone);
    const waiting = records(approvalRequest).each(ctx, { status: 'PENDING' });
    return attemptEach(waiting, async doc => {
      const { expiresAt, reminders } = doc;
      if (expiresAt && now >= expiresAt)
        return perform(ctx, { definition: approvalRequest, name: 'expire', id: doc._id, input: {} }, expire);
      const madeAt = (doc.madeAt ?? doc.createdAt).getTime();
      const due = REMINDED.filter(days => now.getTime() >= madeAt + days * DAY_MS).length;
      if (due <= reminders || minutes < WORKING.from || minutes > WORKING.to) return null;
      const subject = requestSubject(doc);
      const update = { doc, set: { reminders: due }, keepVersion: true, while: { status: 'PENDING', reminders } };
      const who = toStaff(doc.checkerIds);
      const also = (session: Parameters<typeof notify>[4]) =>
        notify(ctx, who, 'APPROVAL_REQUEST_REMINDER', subject, session);
      return save(ctx, [{ definition: approvalRequest, action: 'remind', update, also }]);
    });
  },
});
