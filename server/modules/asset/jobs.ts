import { asset } from '@lobby/shared/modules/asset.ts';
import { IN_SERVICE } from '@lobby/shared/modules/upkeep.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { assetDue } from './rules.ts';

/** How the upkeep of each asset in service stands as the days pass. Safe to run twice and on several servers. */
export async function turnAssets(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const inService = { status: { $in: [...IN_SERVICE] }, nextMaintenanceDate: { $type: 'string' } };
    const found = modelOf(asset)
      .find({ projectId: ctx.projectId, deletedAt: null, ...inService })
      .lean<Stored[]>()
      .cursor();
    for await (const doc of found as AsyncIterable<Stored>) {
      const dueStatus = assetDue(ctx, doc.status, doc.nextMaintenanceDate);
      if (dueStatus === doc.dueStatus) continue;
      const still = { nextMaintenanceDate: doc.nextMaintenanceDate, status: doc.status };
      // The version stays: nobody's open form goes stale by the clock.
      const update = { doc, set: { dueStatus }, keepVersion: true, while: still };
      const saved = await save(ctx, [{ definition: asset, action: 'due', update }]).catch(error => {
        // Changed by somebody at this moment: the next turn sees to it.
        if (error instanceof Overtaken) return null;
        throw error;
      });
      if (saved) turned++;
    }
  }
  return turned;
}
