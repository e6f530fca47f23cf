import { meter } from '@lobby/shared/modules/meter.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { MonthOf, Whose } from './facts.ts';

/** Meters or units of the rows, by id; rows of another kind of service are refused altogether. */
export async function whoseById(
  ctx: Ctx,
  { service }: MonthOf,
  rows: readonly { meterId?: string; unitId?: string }[],
): Promise<Map<string, Whose>> {
  const metered = service.source === 'METER';
  if (rows.some(({ meterId }) => (meterId !== undefined) !== metered))
    failFields({ serviceId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const ids = [...new Set(rows.flatMap(({ meterId, unitId }) => meterId ?? unitId ?? []))];
  if (!metered) {
    const units = await loadRefs(ctx.projectId, unit, ids);
    return new Map([...units.keys()].map(id => [id, { meter: null, unitId: id }]));
  }
  const meters = await records(meter).find(ctx, { _id: { $in: ids } });
  if (meters.some(({ serviceId }) => serviceId !== service._id))
    failFields({ serviceId: { code: 'METER_NOT_OF_SERVICE' } }, 'METER_NOT_OF_SERVICE');
  return new Map(meters.map(doc => [doc._id, { meter: doc, unitId: doc.unitId }]));
}
