import { bill } from '@lobby/shared/modules/bill.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** What is left by now of what notices ask for: of the bills of their units up to their month, and no more than they asked. */
export async function leftOf(projectId: string, notices: readonly Stored[]): Promise<Map<string, number>> {
  const unitIds = [...new Set(notices.map(({ unitId }) => String(unitId)))];
  const open = await modelOf(bill)
    .find(
      {
        ...{ projectId, deletedAt: null, status: 'ACTIVE', unitId: { $in: unitIds }, remaining: { $gt: 0 } },
        publication: { $ne: 'DO_NOT_PUBLISH' },
      } as object,
      { unitId: 1, month: 1, remaining: 1 },
    )
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const byUnit = Map.groupBy(open, ({ unitId }) => String(unitId));
  return new Map(
    notices.map(({ _id, unitId, month, owed }) => {
      const own = (byUnit.get(String(unitId)) ?? []).filter(one => String(one.month) <= String(month));
      const left = own.reduce((sum, { remaining }) => sum + Number(remaining), 0);
      return [_id, Math.min(Number(owed), left)];
    }),
  );
}
