import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { queueMail } from '../kit/mail/queue.ts';
import { holdKeys } from '../kit/privacy/person-keys.ts';
import { open } from '../kit/privacy/personal.ts';
import { records } from '../kit/store/records.ts';
import { senderOf } from '../platform/accounts/mails.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';

/** Mails per building. */
const EACH = 8;

/** Queues mails of the latest fee notices, dated as they were sent, so that a fresh demo has a filled outbox. */
export async function queueDemoMails(): Promise<void> {
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), clockNow());
    const sent = await records(noticeDelivery).find(
      ctx,
      { channel: 'EMAIL', status: 'SENT' },
      { sort: { _id: -1 }, limit: EACH },
    );
    const ids = sent.flatMap(({ residentId }) => residentId ?? []);
    const payers = await records(resident).find(ctx, { _id: { $in: ids } });
    await holdKeys(payers);
    const addresses = new Map(payers.map(({ _id, email }) => [_id, email ? open(ctx.projectId, email) : null]));
    for (const { residentId, noticeId, kind, createdAt } of sent) {
      const to = residentId && addresses.get(residentId);
      if (!to) continue;
      await queueMail(
        {
          kind: 'feeNotice',
          to,
          language: 'vi',
          sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }),
          projectId: ctx.projectId,
          residentId,
          values: { projectId: ctx.projectId, noticeId: String(noticeId), sentAs: String(kind), runId: '', residentId },
        },
        createdAt,
      );
    }
  }
}
