import { CARE, CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { type CaredDoc, careDues } from './care.ts';
import { touchSystem } from './systems.ts';

/** Updates the due status of records whose dates have not changed concurrently. */
const turn = (
  ctx: Ctx,
  definition: typeof device | typeof technicalSystem,
  docs: AsyncIterable<CaredDoc>,
  follows: (doc: CaredDoc) => boolean,
): Promise<number> =>
  attemptEach(docs, async doc => {
    const dues = careDues(ctx, doc, follows(doc));
    if (dues.maintenanceDue === doc.maintenanceDue && dues.inspectionDue === doc.inspectionDue) return null;
    const still = Object.fromEntries(CARE_KINDS.map(kind => [CARE[kind].next, doc[CARE[kind].next]]));
    const systemId = 'systemId' in doc ? doc.systemId : doc._id;
    // The version stays, so that open forms do not become stale.
    const update = { doc, set: dues, keepVersion: true, while: still };
    const also = (session: Parameters<typeof touchSystem>[2]) => touchSystem(ctx, systemId, session);
    return save(ctx, [{ definition, action: 'due', update, also }]);
  });

/** Updates the due status of systems and devices. Idempotent, and safe on several servers. */
export const systemsJob = defineJob({
  name: 'upkeep of systems and devices',
  every: '6 0 * * *',
  perProject: ctx =>
    attemptSteps([
      () => turn(ctx, device, records(device).each(ctx), doc => 'status' in doc && isInService(doc.status)),
      () => turn(ctx, technicalSystem, records(technicalSystem).each(ctx), () => true),
    ]),
});
