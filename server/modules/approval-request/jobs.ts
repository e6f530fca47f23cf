import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { act } from '../../kit/records/act.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { expire } from './decide.ts';
import { requestSubject } from './subject.ts';

/** Days of waiting after which approvers are reminded. */
const REMINDED = [1, 6];
/** Minutes of the day between which reminders are sent. */
const WORKING = { from: 8 * 60, to: 18 * 60 };

/** Expires undecided requests and reminds approvers; idempotent, and safe on several servers. */
export async function runApprovalsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const { minutes } = clockAt(now, ctx.project.timeZone);
    const waiting = records(approvalRequest).each(ctx, { status: 'PENDING' });
    for await (const doc of waiting) {
      try {
        if (now >= (doc.expiresAt as Date)) {
          await act(ctx, approvalRequest, 'expire', doc._id, {}, expire);
          turned++;
          continue;
        }
        const reminders = Number(doc.reminders ?? 0);
        const due = REMINDED.filter(days => now.getTime() >= (doc.madeAt as Date).getTime() + days * DAY_MS).length;
        if (due <= reminders || minutes < WORKING.from || minutes > WORKING.to) continue;
        const subject = requestSubject(doc);
        const update = { doc, set: { reminders: due }, keepVersion: true, while: { status: 'PENDING', reminders } };
        const who = toStaff(doc.checkerIds);
        const also = (session: Parameters<typeof notify>[4]) =>
          notify(ctx, who, 'APPROVAL_REQUEST_REMINDER', subject, session);
        await save(ctx, [{ definition: approvalRequest, action: 'remind', update, also }]);
        turned++;
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof VersionConflict)) throw error;
      }
    }
  }
  return turned;
}
