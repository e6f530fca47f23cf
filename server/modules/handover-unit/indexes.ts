import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

/** Maximum meters of a unit. */
const MOST = 20;
const keyOf = (unitName: string | null | undefined): string => (unitName ?? '').trim().toLowerCase();

/** Latest readings of a unit's meters by unit of measure; the lowest if several share one. */
export async function knownIndexes(ctx: Ctx, unitId: string): Promise<(unitName: string | null) => number | null> {
  const meters = await records(meter).find(ctx, { unitId, live: true }, { limit: MOST });
  const services = await loadRefs(
    ctx.projectId,
    service,
    meters.map(row => row.serviceId),
  );
  const lowest = new Map<string, number>();
  for (const row of meters) {
    const [last] = await records(usage).find(
      ctx,
      { meterId: row._id, newIndex: { $ne: null } },
      { sort: { month: -1 }, limit: 1 },
    );
    const index = last?.newIndex ?? row.startIndex ?? 0;
    const key = keyOf(services.get(row.serviceId)?.unitName);
    lowest.set(key, Math.min(index, lowest.get(key) ?? index));
  }
  return unitName => (unitName ? (lowest.get(keyOf(unitName)) ?? null) : null);
}
