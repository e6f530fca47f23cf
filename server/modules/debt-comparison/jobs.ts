import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';

/** Longer than the job's interval, since entries of the last moments may not have been seen. */
const BACK_MS = 60 * 60_000;
const BATCH = 500;

/** Marks comparisons that were agreed to before an entry of their time changed what the unit owes. */
export const changedSinceJob = defineJob({
  name: 'comparisons that have changed since they were agreed to',
  every: '*/10 * * * *',
  async perProject(ctx) {
    const entries = await records(journalEntry).find(
      ctx,
      { createdAt: { $gte: new Date(ctx.now.getTime() - BACK_MS) }, 'lines.account': 'RECEIVABLE' },
      { only: ['unitIds', 'accountingDate', 'documentId', 'createdAt'], patience: 10_000 },
    );
    const byUnit = new Map<string, typeof entries>();
    for (const entry of entries)
      for (const unitId of entry.unitIds) byUnit.set(unitId, [...(byUnit.get(unitId) ?? []), entry]);
    if (byUnit.size === 0) return 0;
    const agreed = await records(debtComparison).find(
      ctx,
      { unitId: { $in: [...byUnit.keys()] }, confirmation: 'AGREED', changedSince: { $ne: true } },
      { limit: BATCH },
    );
    const changed = agreed.filter(({ unitId, asOf, confirmedAt, receiptId }) =>
      byUnit
        .get(unitId)
        ?.some(
          entry =>
            entry.accountingDate <= asOf &&
            confirmedAt &&
            entry.createdAt > confirmedAt &&
            entry.documentId !== receiptId,
        ),
    );
    return attemptEach(changed, doc => {
      const update = { doc, set: { changedSince: true }, keepVersion: true, while: { changedSince: { $ne: true } } };
      return save(ctx, [{ definition: debtComparison, action: 'update', update }]);
    });
  },
});
