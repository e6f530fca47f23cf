import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CARE, CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { careDues } from './care.ts';
import { touchSystem } from './systems.ts';

/** Updates the due status of records whose dates have not changed concurrently. */
async function turn(ctx: Ctx, definition: Definition, follows: (doc: AnyDoc) => boolean): Promise<number> {
  let turned = 0;
  const found = records(definition).each(ctx);
  for await (const doc of found) {
    const dues = careDues(ctx, doc, follows(doc));
    if (Object.entries(dues).every(([name, due]) => doc[name] === due)) continue;
    const still = Object.fromEntries(CARE_KINDS.map(kind => [CARE[kind].next, doc[CARE[kind].next] ?? null]));
    const systemId = definition === technicalSystem ? doc._id : doc.systemId;
    // The version stays, so that open forms do not become stale.
    const update = { doc, set: dues, keepVersion: true, while: still };
    const also = (session: Parameters<typeof touchSystem>[2]) => touchSystem(ctx, systemId, session);
    const saved = await save(ctx, [{ definition, action: 'due', update, also }]).catch(error => {
      // Changed concurrently: the next run retries.
      if (error instanceof VersionConflict) return null;
      throw error;
    });
    if (saved) turned++;
  }
  return turned;
}

/** Updates the due status of systems and devices. Idempotent, and safe on several servers. */
export async function runSystemsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += await turn(ctx, device, ({ status }) => isInService(status));
    turned += await turn(ctx, technicalSystem, () => true);
  }
  return turned;
}
