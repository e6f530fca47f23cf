import { bill } from '@lobby/shared/modules/bill.ts';
import { records } from '../../../kit/store/records.ts';
import type { BillDoc } from '../types.ts';

type Charging = Pick<BillDoc, '_id' | 'createdFor' | 'originalId'>;
/** Identification of a late bill on papers. */
export type Late = Pick<BillDoc, '_id' | 'code' | 'month' | 'serviceId'>;

/** Late bills by the interest bills that charge them. */
export async function findLate(
  projectId: string,
  bills: readonly Charging[],
): Promise<(billId: string) => Late | undefined> {
  const charged = bills.filter(({ createdFor }) => createdFor === 'INTEREST');
  if (charged.length === 0) return () => undefined;
  const late = await records(bill).find(
    { projectId },
    { _id: { $in: charged.flatMap(({ originalId }) => originalId ?? []) } },
    { only: ['code', 'month', 'serviceId'], patience: 10_000 },
  );
  const byId = new Map(late.map(doc => [doc._id, doc]));
  const of = new Map(charged.map(({ _id, originalId }) => [_id, byId.get(originalId ?? '')]));
  return billId => of.get(billId);
}
