import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { acts } from './acts.ts';
import { changedTerms } from './annexes.ts';

/** Active contracts that are due; they may change before they are processed. */
const due = (ctx: Ctx, query: Where<typeof rentalContract>) =>
  records(rentalContract).each(ctx, { status: 'ACTIVE', ...query });

/** Applies annexes whose new area or price begins. */
const applyAnnexes = (ctx: Ctx) =>
  attemptEach(due(ctx, { termsChangeOn: { $lte: todayOf(ctx) } }), async doc =>
    save(ctx, await changedTerms(ctx, doc, 'terms')),
  );

/** Expires contracts after their last day. */
const expire = (ctx: Ctx) =>
  attemptEach(due(ctx, { expiryDate: { $lt: todayOf(ctx) } }), doc =>
    perform(ctx, { definition: rentalContract, name: 'expire', id: doc._id, input: {} }, acts.expire),
  );

/** Notifies the readers of contracts of an approaching end, once, on the reminder day. */
async function remind(ctx: Ctx): Promise<number> {
  const isDue = { expiring: false, remindExpiredDate: { $lte: todayOf(ctx) } };
  let readers: string[] | null = null;
  return attemptEach(due(ctx, isDue), async doc => {
    readers ??= await loadReaders(ctx.projectId, rentalContract.code);
    const who = toStaff(readers);
    const subject = {
      module: rentalContract.code,
      id: doc._id,
      title: doc.code,
      ...(doc.remindExpiredDate && { day: doc.remindExpiredDate }),
    };
    const change: Change = {
      definition: rentalContract,
      action: 'remind',
      // The version stays, so that open forms do not become stale.
      update: { doc, set: { expiring: true }, keepVersion: true, while: { status: 'ACTIVE', ...isDue } },
      also: session => notify(ctx, who, 'RENTAL_CONTRACT_EXPIRING', subject, session),
    };
    return save(ctx, [change]);
  });
}

/** Applies annexes, expires contracts and sends reminders, in this order. Idempotent, and safe on several servers. */
export const contractsJob = defineJob({
  name: 'contracts',
  every: '*/5 * * * *',
  perProject: ctx => attemptEach([applyAnnexes, expire, remind], step => step(ctx)),
});
