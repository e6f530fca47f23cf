import { allocate } from '@lobby/shared/billing/allocate.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Allocation } from '../receipt/index.ts';

/** The bills of units that are still owed, by unit. */
export async function owedOf({ projectId }: Ctx, unitIds: readonly string[]): Promise<Map<string, Stored[]>> {
  const owed = await modelOf(bill)
    .find({
      projectId,
      deletedAt: null,
      status: 'ACTIVE',
      unitId: { $in: [...unitIds] },
      paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
    })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  return Map.groupBy(owed, ({ unitId }) => String(unitId));
}

/** An amount over the bills of a unit, oldest due first; those in dispute wait until somebody has decided. */
export const oldestFirst = (bills: readonly Stored[], amount: number): { allocations: Allocation[]; rest: number } =>
  allocate(
    bills
      .filter(({ disputed }) => disputed !== true)
      .map(doc => ({
        id: doc._id,
        month: String(doc.month),
        code: String(doc.code),
        remaining: Number(doc.remaining),
        dueDate: typeof doc.dueDate === 'string' ? doc.dueDate : null,
      })),
    amount,
  );

/** Who lives in each of the units: who pays for it. */
export async function payersOf({ projectId }: Ctx, unitIds: readonly string[]): Promise<Set<string>> {
  const living = await modelOf(residency)
    .find({ projectId, deletedAt: null, living: true, unitId: { $in: [...unitIds] } }, { unitId: 1 })
    .lean<Stored[]>();
  return new Set(living.map(({ unitId }) => String(unitId)));
}
