import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { fail } from '../../../../kit/base/errors.ts';
import { mails } from '../../../../kit/mail/queue.ts';
import type { ActionsOf, EffectOf } from '../../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../../kit/store/records.ts';
import type { Change } from '../../../../kit/store/save.ts';
import { deliveries } from './deliveries.ts';
import { resend } from './resend.ts';

/** Effect of printing on a notice. */
export const printedNow = ({ now }: Ctx) => ({ set: { printed: true, printedAt: now }, inc: { printCount: 1 } });

/** Completes the pending print deliveries of a notice. */
export async function printedDeliveries(
  { projectId, now }: Ctx,
  { _id: noticeId }: Doc<typeof feeNotice>,
): Promise<Change[]> {
  const waiting = { projectId, noticeId, channel: 'PRINT', status: 'SEND' } as const;
  const docs = await deliveries().find(waiting).toArray();
  return docs.map(doc => ({
    definition: noticeDelivery,
    action: 'print',
    update: { doc, set: { status: 'COMPLETED', printedAt: now } },
  }));
}

/** Marks a print delivery, and its notice, as printed. */
async function printed(ctx: Ctx, doc: Doc<typeof noticeDelivery>): Promise<EffectOf<typeof noticeDelivery>> {
  const notice = await records(feeNotice).get(ctx, doc.noticeId);
  const marked = notice && notice.printed !== true && notice.status === 'PUBLISHED';
  return {
    set: { printedAt: ctx.now },
    with: marked
      ? [{ definition: feeNotice, action: 'mark-printed', update: { doc: notice, ...printedNow(ctx) } }]
      : [],
  };
}

/** Cancels a waiting delivery; it may be sent again. */
function stop(
  _ctx: Ctx,
  doc: Doc<typeof noticeDelivery>,
  { detail }: { detail?: string | null },
): EffectOf<typeof noticeDelivery> {
  const freed = { once: null, 'uniq.once': null };
  return {
    set: { reason: 'CANCELLED_BY_STAFF', detail: detail ?? null, ...freed },
    also: async session => {
      const waiting = { _id: doc.mailId ?? '', state: 'waiting' as const, tries: 0 };
      const { deletedCount } = await mails().deleteOne(waiting, { session });
      if (deletedCount === 0) fail('STATUS_NOT_ALLOWED');
    },
  };
}

export const resultActs = {
  resend,
  printed,
  stop,
  given: ({ now }, _doc, { givenTo, signature }) => ({
    set: { givenTo, givenAt: now, ...(signature && { signature }) },
  }),
  handle: ({ now, employeeId }, _doc, { handledNote }) => ({
    set: {
      handled: true,
      corrected: false,
      handledNote: handledNote ?? null,
      handledAt: now,
      handledById: employeeId ?? null,
    },
  }),
} satisfies ActionsOf<typeof noticeDelivery>;
