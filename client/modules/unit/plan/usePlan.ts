import { type PLAN_FIELDS, type UnitRow, unit } from '@lobby/shared/modules/unit.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { dataOf, request } from '../../../kit/api.ts';
import { followModule } from '../../../kit/live.ts';
import { scopeAtom } from '../../../kit/session.ts';
import { later } from '../../../kit/timing.ts';

/** What the plan knows of a unit. */
export type PlanUnit = Pick<UnitRow, 'id' | (typeof PLAN_FIELDS)[number]>;
export interface PlanFloor {
  id: string;
  name: string;
  blockId: string;
  order: number;
}
interface Plan {
  blocks: readonly { id: string; name: string }[];
  floors: readonly PlanFloor[];
  units: readonly PlanUnit[];
}

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

/** Blocks, floors and units of the project, live; null until they were read. */
export function usePlan(): { plan: Plan | null; failed: boolean; reload: () => void } {
  const scope = useAtomValue(scopeAtom);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(
    () =>
      request<Plan>('GET', `${unit.path}/plan`, scope).then(
        ({ data }) => {
          setPlan(data);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [scope],
  );
  useEffect(() => {
    void read();
    const soon = later(() => void read(), 300, 2000);
    const stop = followModule(scope, unit.code, notice => {
      const event = notice.kind === 'event' ? notice.event : null;
      // Blocks and floors change seldom, and work in bulk is told once: all is read again.
      if (event?.entity !== unit.name || !event.entityId) return soon.soon();
      const row = readUnit(event.data);
      if (row) setPlan(before => before && changed(before, row, event.action === 'remove'));
      else soon.soon();
    });
    return () => {
      stop();
      soon.cancel();
    };
  }, [read, scope]);
  return { plan, failed, reload: () => void read() };
}
