import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { planOfUnits } from '@lobby/shared/modules/unit.contract.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { dataOf } from '../../../kit/http/api.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import type { Query } from '../../../kit/live/useQuery.ts';

/** What the plan knows of a unit. */
export type PlanUnit = Plan['units'][number];
export type PlanFloor = Plan['floors'][number];
type Plan = AnswerOf<typeof planOfUnits>;

/** The plan with what an event told of one unit; the same object where that is not news. */
function changed(plan: Plan, row: PlanUnit, removed: boolean): Plan {
  const known = plan.units.find(one => one.id === row.id);
  if (known && known.version > row.version) return plan;
  const others = plan.units.filter(one => one.id !== row.id);
  if (removed) return { ...plan, units: others };
  if (!known) return { ...plan, units: [...others, row] };
  return { ...plan, units: plan.units.map(one => (one.id === row.id ? row : one)) };
}

/** What an event tells of a unit; null where that is not the whole of it. */
function readUnit(data: unknown): PlanUnit | null {
  const { id, version, code, blockId, floorId, state, buildStatus, handoverStatus } = dataOf<PlanUnit>(data);
  if (!id || version === undefined || !code || !blockId || !floorId) return null;
  if (!state || !buildStatus || !handoverStatus) return null;
  return { id, version, code, blockId, floorId, state, buildStatus, handoverStatus };
}

/** Blocks, floors and units of the project, live. */
export function usePlan(): Query<Plan> {
  const query: Query<Plan> = useContract<typeof planOfUnits>('/unit/plan', {
    follow: unit.code,
    onNotice: notice => {
      const event = notice.kind === 'event' ? notice.event : null;
      // Blocks and floors change seldom, and work in bulk is told once: all is read again.
      const row = event?.entity === unit.name && event.entityId ? readUnit(event.data) : null;
      if (row) query.change(before => changed(before, row, event?.action === 'remove'));
      return row === null;
    },
  });
  return query;
}
