import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, fieldOf } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { handoverConfig } from './config.ts';
import { loadOverdue } from './payment-gate.ts';
import { loadRows, loadShown, timesOf } from './units/units.ts';

const CHUNK = 100;

/** Updates of rows caused by time, payments, or changes of the unit. */
async function loadChanges(ctx: Ctx, docs: readonly Doc<typeof handoverUnit>[]): Promise<Change[]> {
  const ids = docs.map(({ unitId }) => unitId);
  const { obligationSource } = await handoverConfig(ctx.projectId);
  const [homes, owed] = await Promise.all([
    loadRefs(ctx.projectId, unit, ids),
    obligationSource === 'LEDGER' ? loadOverdue(ctx, ids) : null,
  ]);
  const changes: Change[] = [];
  for (const doc of docs) {
    const home = homes.get(doc.unitId);
    const obligation = owed && { obligation: (owed.get(doc.unitId) ?? 0) > 0 ? 'INCOMPLETE' : 'COMPLETE' };
    const now = { ...timesOf(ctx, doc), ...obligation, ...(home && (await loadShown(ctx, home))) };
    const set = Object.fromEntries(Object.entries(now).filter(([name, value]) => fieldOf(doc, name) !== value));
    if (Object.keys(set).length === 0) continue;
    // The version stays, so that open forms do not become stale.
    const update = { doc, set, keepVersion: true, while: { status: doc.status } };
    changes.push({ definition: handoverUnit, action: 'turn', update });
  }
  return changes;
}

/** Updates deadlines and payment status of the programme's rows; idempotent, and safe on several servers. */
export const handoversJob = defineJob({
  name: 'handovers that are late',
  every: '30 0 * * *',
  async perProject(ctx) {
    const docs = await loadRows(ctx, { status: { $ne: 'HANDED_OVER' } });
    const starts = Array.from({ length: Math.ceil(docs.length / CHUNK) }, (_, n) => n * CHUNK);
    return attemptEach(starts, async at => {
      const changes = await loadChanges(ctx, docs.slice(at, at + CHUNK));
      return changes.length === 0 ? 0 : (await save(ctx, changes)).length;
    });
  },
});
