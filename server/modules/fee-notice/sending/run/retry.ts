import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { CHANNEL_FIELDS, noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { NOTICE_CHANNELS, type NoticeChannel } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { build } from '../../../../kit/records/records.ts';
import type { Action } from '../../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import type { Change } from '../../../../kit/store/save.ts';
import { failNothingToSend } from '../nothing-to-send.ts';
import { deliveries } from '../results/deliveries.ts';
import { readyOf } from './ready.ts';

/** Deliveries of a run that reached nobody and that nobody has dealt with since. */
const unreached = (ctx: Ctx, runId: string) => ({
  projectId: ctx.projectId,
  runId,
  deletedAt: null,
  status: { $in: [...UNREACHED] },
  handled: { $ne: true },
});

/** Sends what failed in a run again, as a run of its own: by the channels that failed, or by others. */
export const retry: Action<typeof noticeRun, 'resend'> = async (ctx, doc, { channels, mode }) => {
  const failed = await deliveries()
    .find(unreached(ctx, doc._id))
    .project<{ noticeId: string; channel: NoticeChannel }>({ noticeId: 1, channel: 1 })
    .toArray();
  if (failed.length === 0) failNothingToSend('NOT_FAILED');
  const named = (channels ?? []).map(({ channel }) => channel);
  const chosen = readyOf(ctx, named.length > 0 ? named : failed.map(({ channel }) => channel));
  const next = await build(ctx, noticeRun, {
    ...Object.fromEntries(
      NOTICE_CHANNELS.map(noticeChannel => [CHANNEL_FIELDS[noticeChannel], chosen.includes(noticeChannel)]),
    ),
    month: doc.month,
    kind: doc.kind,
    mode: mode ?? 'EACH',
    message: doc.message,
    ignoreQuietHours: doc.ignoreQuietHours,
    ruleId: doc.ruleId,
    day: doc.day,
    noticeIds: [...new Set(failed.map(({ noticeId }) => noticeId))],
    origin: 'RESEND',
    retryOfId: doc._id,
    sameChannels: named.length === 0,
    status: 'IN_PROGRESS',
  });
  return {
    set: { retryId: next._id },
    with: [{ definition: noticeRun, action: 'create', insert: next }],
  };
};

type Failed = readonly Doc<typeof noticeDelivery>[];

/** Loads the deliveries of these notices that failed in the run that this one retries; null if it retries none. */
export const loadFailed = async (
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  notices: readonly Doc<typeof feeNotice>[],
): Promise<Failed | null> =>
  run.retryOfId
    ? deliveries()
        .find({ ...unreached(ctx, run.retryOfId), noticeId: { $in: notices.map(({ _id }) => _id) } })
        .toArray()
    : null;

/** Whether a run sends a notice by a channel again: every chosen one, or those alone that failed. */
export const isRetried = (
  failed: Failed | null,
  { sameChannels }: Doc<typeof noticeRun>,
  noticeId: string,
  channel: NoticeChannel,
): boolean =>
  failed === null ||
  sameChannels !== true ||
  failed.some(failure => failure.noticeId === noticeId && failure.channel === channel);

/** The failed deliveries stay as they are, but nobody need deal with them any more: the new run answers for them. */
export const dealtWith = (
  ctx: Ctx,
  run: Doc<typeof noticeRun>,
  failed: Failed | null,
  noticeIds: readonly string[],
): Change[] =>
  (failed ?? [])
    .filter(({ noticeId }) => noticeIds.includes(noticeId))
    .map(doc => ({
      definition: noticeDelivery,
      action: 'progress',
      update: { doc, set: { handled: true, corrected: false, handledAt: ctx.now, handledNote: run.code } },
    }));
