import { hourIn } from '@lobby/shared/kit/dates.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { notifyCounters } from './rules.ts';

/** Hour from which counters are reminded of stock takes due today. */
const HOUR = 8;

/** Reminds of stock takes due today, once each. Idempotent, and safe on several servers. */
export const stockTakeReminderJob = defineJob({
  name: 'counts that are due',
  every: '*/10 * * * *',
  async perProject(ctx) {
    if (hourIn(ctx.project.timeZone, ctx.now) < HOUR) return 0;
    const dueOn = todayOf(ctx);
    const due = { status: 'COUNTING', dueOn, remindedOn: { $ne: dueOn } } as const;
    const docs = await records(stockTake).find(ctx, { ...due });
    return attemptEach(docs, doc => {
      const still = { status: 'COUNTING', remindedOn: doc.remindedOn ?? null };
      // The version stays, so that open forms do not become stale.
      const update = { doc, set: { remindedOn: dueOn }, keepVersion: true, while: still };
      const also = (session: Parameters<typeof notifyCounters>[3]) =>
        notifyCounters(ctx, doc, 'STOCK_TAKE_DUE', session);
      return save(ctx, [{ definition: stockTake, action: 'remind', update, also }]);
    });
  },
});
