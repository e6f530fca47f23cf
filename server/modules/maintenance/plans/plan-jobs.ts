import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadNext } from '../repair/index.ts';
import { supersede } from './plan-works.ts';
import { makeWorks } from './work-creation.ts';

/** Creates missing works of plans, and skips superseded ones. */
async function make(ctx: Ctx): Promise<number> {
  const plans = await records(maintenancePlan).find(ctx, { status: 'ACTIVE' }, { patience: 10_000 });
  return attemptEach(plans, async doc => {
    const made = await makeWorks(ctx, doc._id);
    return doc.supersede === true ? made + (await supersede(ctx, doc)) : made;
  });
}

/** Advances the next date of plans, and ends those without further dates. */
async function moveOn(ctx: Ctx): Promise<number> {
  const passed = { status: 'ACTIVE', nextDate: { $lt: todayOf(ctx) } } as const;
  const docs = await records(maintenancePlan).find(ctx, passed, { patience: 10_000 });
  return attemptEach(docs, async doc => {
    const nextDate = await loadNext(ctx, doc);
    const set = { nextDate, ...(nextDate === null && { status: 'ENDED' }) };
    const still = { status: 'ACTIVE', nextDate: doc.nextDate };
    // The version stays, so that open forms do not become stale.
    const update = { doc, set, keepVersion: true, while: still };
    return save(ctx, [{ definition: maintenancePlan, action: nextDate === null ? 'end' : 'next', update }]);
  });
}

/** Creates works, advances the next date of plans, and ends plans without further dates. Idempotent, and safe on several servers. */
export const plansJob = defineJob({
  name: 'plans of upkeep',
  every: '20 * * * *',
  perProject: ctx => attemptEach([make, moveOn], step => step(ctx)),
});
