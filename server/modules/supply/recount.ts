import { unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { stockLevel, stockMovement, supply } from '@lobby/shared/modules/supply.ts';
import { log } from '../../kit/ops/log.ts';
import { records } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';

interface Sums {
  _id: string;
  units: number;
  value?: number;
}
const thousandths = (field: string) => ({ $sum: { $round: [{ $multiply: [`$${field}`, 1000] }, 0] } });

/** Supplies whose stock, levels and movements differ (supply card, rule 2). */
export async function stockFaults(projectId: string): Promise<string[]> {
  const scope = { projectId, deletedAt: null };
  const levels = await records(stockLevel).aggregate<Sums>({ projectId }, scope, [
    { $group: { _id: '$supplyId', units: thousandths('quantity') } },
  ]);
  const moved = await records(stockMovement).aggregate<Sums>({ projectId }, scope, [
    { $group: { _id: '$supplyId', units: thousandths('delta'), value: { $sum: '$amount' } } },
  ]);
  const [lies, came] = [levels, moved].map(rows => new Map(rows.map(row => [row._id, row])));
  const faults: string[] = [];
  const docs = records(supply).each({ projectId }, scope, { only: ['stock', 'stockValue', 'code'] });
  for await (const doc of docs) {
    const units = unitsOf(doc.stock);
    const [level, sum] = [lies?.get(doc._id), came?.get(doc._id)];
    const wrong = (level?.units ?? 0) !== units || (sum?.units ?? 0) !== units;
    if (wrong || (sum?.value ?? 0) !== (doc.stockValue ?? 0)) faults.push(doc.code);
  }
  return faults;
}

/** Verifies the stock of all projects and logs differences; returns the number of supplies with one. */
export const recountJob = defineJob({
  name: 'recount of the stores',
  every: '30 1 * * *',
  async perProject({ projectId }) {
    const faults = await stockFaults(projectId);
    if (faults.length > 0) log.error({ projectId, supplies: faults }, 'stock differs from its movements');
    return faults.length;
  },
});
