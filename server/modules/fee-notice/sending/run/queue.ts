import type { NoticeChannel, NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import type { Session } from '../../../../kit/database/database.ts';
import { queueMail } from '../../../../kit/mail/queue.ts';
import { zaloAddress } from '../../../../kit/mail/zalo.ts';
import { senderOf } from '../../../../platform/accounts/mails.ts';
import { sendTime } from '../../../../platform/projects/quiet.ts';
import { addressOf, type Said, type Source } from '../words/texts.ts';
import type { Household } from './households.ts';

interface Out {
  channel: NoticeChannel;
  kind: NoticeKind;
  /** Id of the mail to be queued. */
  mailId: string;
  said: Said;
  /** Id of the run, which may still be cancelled. */
  runId?: string;
  /** Ignores the quiet hours. */
  anyHour?: boolean;
}

/** Queues the mail or SMS of a delivery. */
export async function queue(
  ctx: Ctx,
  source: Source,
  household: Household,
  { channel, kind, mailId, said, runId, anyHour = false }: Out,
  session: Session,
): Promise<void> {
  const by = channel === 'SMS' || channel === 'ZALO' ? channel : 'EMAIL';
  const to = addressOf(ctx, household, by);
  if (!to) throw new Error('a delivery without an address');
  const brand = by === 'SMS' ? source.project.sending?.smsBrandName : null;
  await queueMail(
    {
      id: mailId,
      kind: by === 'EMAIL' ? 'feeNotice' : 'feeNoticeSms',
      to: by === 'ZALO' ? zaloAddress(to) : to,
      language: said.language,
      sender: brand ? { name: brand, host: null } : senderOf({ whiteLabel: source.project.whiteLabel ?? '' }),
      ...(by === 'EMAIL' && { projectId: ctx.projectId }),
      ...(household.payer && { residentId: household.payer._id }),
      dueAt: sendTime(source.project, ctx.now, by !== 'EMAIL', anyHour),
      // Its text is filled in when it is sent.
      values: {
        projectId: ctx.projectId,
        noticeId: household.notice._id,
        sentAs: kind,
        runId: runId ?? '',
        residentId: household.payer?._id ?? '',
      },
    },
    ctx.now,
    session,
  );
}
