import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { records } from '../../../kit/store/records.ts';
import { tellDaily } from '../../../platform/notifications/timing/daily-notices.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { standingConnection } from '../rows/index.ts';

/** Notifies each morning about documents that have waited to be sent for more than a day. */
export const waitsJob = defineJob({
  name: 'documents that wait for the accounting software',
  every: '20 8 * * *',
  async perProject(ctx) {
    if (!(await standingConnection(ctx.projectId))) return 0;
    const since = new Date(ctx.now.getTime() - DAY_MS);
    const waits = { status: 'PENDING', createdAt: { $lt: since } } as const;
    const oldest = await records(syncReceipt).first(ctx, waits, { sort: { createdAt: 1 } });
    if (!oldest) return 0;
    const day = dayOf(oldest.createdAt, ctx.project.timeZone).split('-').toReversed().join('/');
    const subject = { module: syncReceipt.code, id: ctx.projectId, title: day, part: 'toSend' };
    return tellDaily(ctx, 'SYNC_WAITS', 'sync', subject);
  },
});
