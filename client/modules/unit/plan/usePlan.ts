import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { planOfUnits } from '@lobby/shared/modules/unit.contract.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { dataOf } from '../../../kit/http/api.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import type { Query } from '../../../kit/live/useQuery.ts';

export type PlanUnit = Plan['units'][number];
export type PlanFloor = Plan['floors'][number];
type Plan = AnswerOf<typeof planOfUnits>;

/** Plan after an event of a unit; the same object if the event is older than the known unit. */
function changed(plan: Plan, row: PlanUnit, removed: boolean): Plan {
  const before = plan.units.find(item => item.id === row.id);
  if (before && before.version > row.version) return plan;
  const others = plan.units.filter(item => item.id !== row.id);
  if (removed) return { ...plan, units: others };
  if (!before) return { ...plan, units: [...others, row] };
  return { ...plan, units: plan.units.map(item => (item.id === row.id ? row : item)) };
}

/** Unit in the data of an event; null if the data are incomplete. */
function readUnit(data: unknown): PlanUnit | null {
  const { id, version, code, blockId, floorId, state, buildStatus, handoverStatus } = dataOf<PlanUnit>(data);
  if (!id || version === undefined || !code || !blockId || !floorId) return null;
  if (!state || !buildStatus || !handoverStatus) return null;
  return { id, version, code, blockId, floorId, state, buildStatus, handoverStatus };
}

/** Blocks, floors and units of the project; live. */
export function usePlan(): Query<Plan> {
  const query: Query<Plan> = useContract<typeof planOfUnits>('/unit/plan', {
    follow: unit.code,
    onNotice: notice => {
      const event = notice.kind === 'event' ? notice.event : null;
      // Block and floor changes are rare and bulk changes send a single event: both reload the whole plan.
      const row = event?.entity === unit.name && event.entityId ? readUnit(event.data) : null;
      if (row) query.change(before => changed(before, row, event?.action === 'remove'));
      return row === null;
    },
  });
  return query;
}
