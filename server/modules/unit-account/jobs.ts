import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { type Ctx, feature, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { records } from '../../kit/store/records.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { paymentSettings } from '../../platform/payments/settings.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { deducted } from './deduct.ts';

const MOST = 500;

/** Pays debts of a unit out of its balances; false if another change was faster, or nothing can be deducted. */
async function deduct(ctx: Ctx, unitId: string, from: 'ANY' | 'ADVANCE'): Promise<boolean> {
  try {
    await retryOnConflict(async () => save(ctx, (await deducted(ctx, unitId, { from }, 'AUTO_DEDUCTION')).changes));
    return true;
  } catch (error) {
    // Paid, locked or deducted concurrently.
    if (!(error instanceof Refusal) && !(error instanceof VersionConflict)) throw error;
    return false;
  }
}

/** Automatic deductions, if enabled by the project. Idempotent, and safe on several servers. */
export async function runDeductionsJob(now: Date): Promise<number> {
  let done = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const { autoDeduct } = await paymentSettings(ctx.projectId);
    // The older feature switch means advances and accounts.
    const all = autoDeduct === 'ADVANCE_AND_ACCOUNT' || feature(ctx, 'AUTO_DEDUCTION');
    if (!all && autoDeduct === 'OFF') continue;
    const accounts = await records(unitAccount).find(
      ctx,
      { owed: { $gt: 0 }, $or: [{ advance: { $gt: 0 } }, ...(all ? [{ balance: { $gt: 0 } }] : [])] },
      { limit: MOST },
    );
    for (const { _id } of accounts) if (await deduct(ctx, _id, all ? 'ANY' : 'ADVANCE')) done++;
  }
  return done;
}
