import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { filledParts, instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { breakPlan, brokenPart, partsOf } from './plans.ts';
import { breakPromise } from './promises.ts';

const BATCH = 500;

/** Updates the late status of a plan's parts; returns false if nothing changed. */
async function markParts(ctx: Ctx, doc: Doc<typeof instalmentPlan>, today: string): Promise<boolean> {
  const parts = filledParts(partsOf(doc), doc.received, today);
  if (parts.every((part, n) => part.status === partsOf(doc)[n]?.status)) return false;
  await save(ctx, [{ definition: instalmentPlan, action: 'update', update: { doc, set: { parts } } }]);
  return true;
}

/** Marks promises as broken and plans as defaulted once their dates have passed; idempotent, and safe on several servers. */
export const debtsJob = defineJob({
  name: 'promises and plans of debts',
  every: '*/15 * * * *',
  perProject: ctx => attemptEach([breakPromises, turnPlans], step => step(ctx)),
});

async function breakPromises(ctx: Ctx): Promise<number> {
  const over = { status: 'OPEN', promisedOn: { $lt: todayOf(ctx) } } as const;
  const promises = await records(debtPromise).find(ctx, over, { limit: BATCH });
  return attemptEach(promises, ({ _id }) =>
    perform(ctx, { definition: debtPromise, name: 'break', id: _id, input: {} }, breakPromise),
  );
}

async function turnPlans(ctx: Ctx): Promise<number> {
  const today = todayOf(ctx);
  const plans = await records(instalmentPlan).find(ctx, { status: 'ACTIVE' }, { limit: BATCH });
  return attemptEach(plans, async doc =>
    brokenPart(doc, today) === undefined
      ? markParts(ctx, doc, today)
      : perform(ctx, { definition: instalmentPlan, name: 'default', id: doc._id, input: {} }, breakPlan),
  );
}
