import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { planDeduction } from './deduct.ts';

const MOST = 500;

/** Pays debts of a unit out of its balances; false if another change was faster, or nothing can be deducted. */
const deduct = (ctx: Ctx, unitId: string, from: 'ANY' | 'ADVANCE') =>
  retryOnConflict(async () => save(ctx, (await planDeduction(ctx, unitId, { from }, 'AUTO_DEDUCTION')).changes));

/** Automatic deductions, if enabled by the project. Idempotent, and safe on several servers. */
export const deductionsJob = defineJob({
  name: 'deductions from unit accounts',
  every: '* * * * *',
  async perProject(ctx) {
    const { autoDeduct } = await paymentSettings(ctx.projectId);
    // The older feature switch means advances and accounts.
    const all = autoDeduct === 'ADVANCE_AND_ACCOUNT' || feature(ctx, 'AUTO_DEDUCTION');
    if (!all && autoDeduct === 'OFF') return 0;
    const accounts = await records(unitAccount).find(
      ctx,
      { owed: { $gt: 0 }, $or: [{ advance: { $gt: 0 } }, ...(all ? [{ balance: { $gt: 0 } }] : [])] },
      { limit: MOST },
    );
    return attemptEach(accounts, ({ _id }) => deduct(ctx, _id, all ? 'ANY' : 'ADVANCE'));
  },
});
