import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';
import { save, VersionConflict } from '../../../kit/store/save.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { loadNext, todayOf } from '../../repair/index.ts';
import { makeWorks } from './making.ts';
import { supersede } from './plan-works.ts';

/** Creates missing works of plans, and skips superseded ones. */
async function make(ctx: Ctx): Promise<number> {
  let made = 0;
  for (const doc of await records(maintenancePlan).find(ctx, { status: 'ACTIVE' }, { patience: 10_000 })) {
    made += await makeWorks(ctx, doc._id);
    if (doc.supersede === true) made += await supersede(ctx, doc);
  }
  return made;
}

/** Creates works, advances the next date of plans, and ends plans without further dates. Idempotent, and safe on several servers. */
export async function runPlansJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await make(ctx);
    const passed = { status: 'ACTIVE', nextDate: { $lt: todayOf(ctx) } } as const;
    const docs = await records(maintenancePlan).find(ctx, passed, { patience: 10_000 });
    for (const doc of docs) {
      const nextDate = await loadNext(ctx, doc);
      const set = { nextDate, ...(nextDate === null && { status: 'ENDED' }) };
      const still = { status: 'ACTIVE', nextDate: doc.nextDate };
      // The version stays, so that open forms do not become stale.
      const update = { doc, set, keepVersion: true, while: still };
      const action = nextDate === null ? 'end' : 'next';
      const saved = await save(ctx, [{ definition: maintenancePlan, action, update }]).catch(error => {
        // Changed concurrently: the next run retries.
        if (error instanceof VersionConflict) return null;
        throw error;
      });
      if (saved) turned++;
    }
  }
  return turned;
}
