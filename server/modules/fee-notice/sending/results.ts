import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { mails } from '../../../kit/mail/queue.ts';
import type { Effect, Rule } from '../../../kit/records/act.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { resend } from './resend.ts';

/** What went on paper is printed: its notice is too. */
async function printed(ctx: Ctx, doc: Stored): Promise<Effect> {
  const notice = await modelOf(feeNotice)
    .findOne({ projectId: ctx.projectId, _id: doc.noticeId, deletedAt: null })
    .lean<Stored>();
  const marked = notice && notice.printed !== true && notice.status === 'PUBLISHED';
  return {
    set: { printedAt: ctx.now },
    with: marked
      ? [{ definition: feeNotice, action: 'mark-printed', update: { doc: notice, set: { printed: true } } }]
      : [],
  };
}

/** Kept from going out, while it still waits; it may be sent anew. */
function stop(_ctx: Ctx, doc: Stored, { detail }: Record<string, unknown>): Effect {
  return {
    set: { reason: 'CANCELLED_BY_STAFF', detail, once: null, 'uniq.once': null },
    also: async session => {
      const waiting = { _id: String(doc.mailId), state: 'waiting' as const, tries: 0 };
      const { deletedCount } = await mails().deleteOne(waiting, { session });
      if (deletedCount === 0) fail('STATUS_NOT_ALLOWED');
    },
  };
}

export const resultActs: Readonly<Record<string, Rule>> = {
  resend,
  printed,
  stop,
  given: ({ now }, _doc, { givenTo, signature }) => ({
    set: { givenTo, givenAt: now, ...(Array.isArray(signature) && { signature }) },
  }),
  handle: ({ now, employeeId }, _doc, { handledNote }) => ({
    set: { handled: true, handledNote: handledNote ?? null, handledAt: now, handledById: employeeId ?? null },
  }),
};
