import { accountMovement, serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { type Ctx, feature, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { create } from '../../kit/records/records.ts';
import { Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';
import { movementBehaviour, owedBills } from './rules.ts';

const MOST = 500;

/** Pays what a unit owes out of what it has: of a service first from what was paid ahead for it, then from the account. */
async function deduct(ctx: Ctx, unitId: string, balance: number): Promise<number> {
  const pay = async (fromServiceId: string | null, most: number): Promise<number> => {
    const owed = (await owedBills(ctx, unitId, fromServiceId)).reduce(
      (sum, { remaining }) => sum + Number(remaining),
      0,
    );
    const amount = Math.min(most, owed);
    if (amount <= 0) return 0;
    const values = { type: 'DEDUCTION', unitId, amount, accountingDate: todayOf(ctx), fromServiceId, auto: true };
    await create(ctx, accountMovement, values, movementBehaviour).catch(error => {
      // Paid, locked or deducted by another at this moment.
      if (!(error instanceof Refusal) && !(error instanceof Overtaken)) throw error;
    });
    return 1;
  };
  let done = 0;
  const ahead = await modelOf(serviceAdvance)
    .find({ projectId: ctx.projectId, unitId, deletedAt: null, balance: { $gt: 0 } })
    .lean<Stored[]>();
  for (const one of ahead) done += await pay(String(one.serviceId), Number(one.balance));
  return done + (await pay(null, balance));
}

/** Where a project allows it, what was released is paid out of what units have: safe to run twice, and on several servers. */
export async function turnDeductions(now: Date): Promise<number> {
  let done = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    if (!feature(ctx, 'AUTO_DEDUCTION')) continue;
    const accounts = await modelOf(unitAccount)
      .find({
        ...{ projectId: ctx.projectId, deletedAt: null, owed: { $gt: 0 } },
        $or: [{ balance: { $gt: 0 } }, { advance: { $gt: 0 } }],
      })
      .limit(MOST)
      .lean<Stored[]>();
    for (const { _id, balance } of accounts) done += await deduct(ctx, _id, Number(balance));
  }
  return done;
}
