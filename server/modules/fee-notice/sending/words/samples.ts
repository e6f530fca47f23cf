import { employee } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { queueMail } from '../../../../kit/mail/queue.ts';
import { records } from '../../../../kit/store/records.ts';
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

/** Queues a sample to the caller's own mailbox or phone, and answers which; refuses where they have none. */
export async function queueOwnSample(
  ctx: Ctx,
  project: Project,
  channel: 'EMAIL' | 'SMS',
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const me = await records(employee).get(ctx, ctx.employeeId);
  const to = channel === 'SMS' ? me?.phone : me?.email;
  if (typeof to !== 'string') return fail(channel === 'SMS' ? 'NO_PHONE' : 'NO_EMAIL');
  await queueSample(ctx, project, channel, to, values);
  return to;
}
