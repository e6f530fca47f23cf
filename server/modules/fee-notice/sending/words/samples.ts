import type { Ctx } from '../../../../kit/base/context.ts';
import { queueMail } from '../../../../kit/mail/queue.ts';
import { senderOf } from '../../../../platform/accounts/mails.ts';
import type { Project } from '../../../../platform/projects/projects.ts';

/** Queues a sample notice for the user who prepares it. */
export async function queueSample(
  ctx: Ctx,
  project: Project,
  channel: 'EMAIL' | 'SMS',
  to: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const brand = channel === 'SMS' ? project.sending?.smsBrandName : null;
  const sender = brand ? { name: brand, host: null } : senderOf({ whiteLabel: project.whiteLabel ?? '' });
  const kind = channel === 'EMAIL' ? 'feeNoticeTest' : 'feeNoticeTestSms';
  const { projectId, language, now } = ctx;
  await queueMail({ kind, to, language, sender, values: { projectId, ...values } }, now);
}
