import type { NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { failFields } from '../../../../kit/base/errors.ts';
import { notSetUpIn } from './households.ts';

/** The chosen channels that are set up; refuses if none is. */
export function readyOf(ctx: Ctx, channels: readonly NoticeChannel[]): NoticeChannel[] {
  const missing = notSetUpIn(ctx);
  const ready = channels.filter(channel => !missing.includes(channel));
  if (ready.length === 0) {
    const code = channels[0] === 'ZALO' ? 'ZALO_NOT_SET_UP' : 'SMS_NOT_SET_UP';
    failFields({ channels: { code } }, code);
  }
  return ready;
}
