import type { RUN_RESULTS } from '@lobby/shared/modules/bill-run.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import type { BillDoc, RunDoc } from '../types.ts';
import { isFailure, type Plan, type Planned, type Skip } from './plan.ts';

/** Outcome of one unit and service in a run. */
export interface RunItem {
  _id: string;
  projectId: string;
  runId: string;
  /** Position in the run's order of units. */
  at: number;
  unitId: string;
  serviceId: string;
  result: (typeof RUN_RESULTS)[number];
  reason: Skip | null;
  billId: string | null;
  quantity: number | null;
  net: number;
  vat: number;
  total: number;
  previousQuantity: number | null;
  previousTotal: number | null;
  /** Change in percent against the mean of up to three previous months. */
  change: number | null;
  outlier: boolean;
}

export const runItemCollection: Collection = {
  name: 'bill_run_items',
  indexes: [{ key: { runId: 1, at: 1, _id: 1 } }],
};
export const runItems = () => db().collection<RunItem>(runItemCollection.name);

/** Up to three previous months by unit and service, latest first. */
export type Before = ReadonlyMap<string, readonly Pick<BillDoc, 'quantity' | 'total'>[]>;

const mean = (all: readonly number[]) =>
  all.length > 0 ? all.reduce((sum, value) => sum + value, 0) / all.length : null;

/** Deviation from the mean of previous values in percent; null if there are none. */
export function changeOf(now: number, before: readonly number[]): number | null {
  const usual = mean(before);
  if (usual === null) return null;
  return usual === 0 ? (now === 0 ? 0 : 100) : Math.round(((now - usual) * 1000) / usual) / 10;
}

interface Context {
  projectId: string;
  runId: string;
  month: string;
  before: Before;
  outlierPercent: number;
  place: (unitId: string) => number;
}

const itemKey = ({ runId }: Context, unitId: string, serviceId: string) => `${runId}:${unitId}:${serviceId}`;

function madeItem(context: Context, planned: Planned, billId: string | null): RunItem {
  const { projectId, runId, before, outlierPercent, place } = context;
  const { unitId, serviceId, quantity, usages } = planned;
  const { net, vat, total, notes } = planned.charge;
  const earlier = before.get(`${unitId}:${serviceId}`) ?? [];
  const change = changeOf(
    total,
    earlier.map(doc => doc.total),
  );
  const used = changeOf(
    quantity,
    earlier.map(doc => doc.quantity ?? 0),
  );
  const far = [change, used].some(percent => percent !== null && Math.abs(percent) > outlierPercent);
  const unsure = usages.some(({ outlier, confirmed }) => outlier === true && confirmed !== true);
  const [last] = earlier;
  return {
    _id: itemKey(context, unitId, serviceId),
    projectId,
    runId,
    at: place(unitId),
    unitId,
    serviceId,
    result: 'MADE',
    reason: null,
    billId,
    quantity,
    net,
    vat,
    total,
    previousQuantity: last ? (last.quantity ?? 0) : null,
    previousTotal: last ? last.total : null,
    change,
    outlier: far || unsure || notes.includes('NO_PEOPLE'),
  };
}

/** Items of the planned and skipped bills of some units. */
export function itemsOf(context: Context, plan: Plan, billIds: readonly (string | null)[]): RunItem[] {
  const { projectId, runId, place } = context;
  return [
    ...plan.bills.map((bill, at) => madeItem(context, bill, billIds[at] ?? null)),
    ...plan.skipped.map(({ unitId, serviceId, reason }): RunItem => {
      const result = isFailure(reason) ? 'FAILED' : 'SKIPPED';
      return {
        _id: itemKey(context, unitId, serviceId),
        projectId,
        runId,
        at: place(unitId),
        unitId,
        serviceId,
        result,
        reason,
        billId: null,
        quantity: null,
        net: 0,
        vat: 0,
        total: 0,
        previousQuantity: null,
        previousTotal: null,
        change: null,
        outlier: false,
      };
    }),
  ];
}

/**
 * Replaces the items of some units; items of bills that were created stay. They are found by `_id`, which begins with run and unit: searching all items of
 * the run for each chunk would cost n² reads for n units.
 */
export async function storeItems(runId: string, unitIds: readonly string[], items: RunItem[], session: Session) {
  const notMade = unitIds.map(unitId => ({
    // ';' is the character after ':'.
    _id: { $gte: `${runId}:${unitId}:`, $lt: `${runId}:${unitId};` },
    result: { $ne: 'MADE' as const },
  }));
  const anew = { _id: { $in: items.map(({ _id }) => _id) } };
  await runItems().deleteMany({ $or: [...notMade, anew] }, { session });
  if (items.length > 0) await runItems().insertMany(items, { session });
}

const SUMMED = ['net', 'vat', 'total', 'previousTotal'] as const;
const COUNTED = { MADE: 'made', SKIPPED: 'skipped', FAILED: 'failed' } as const;
/** Rounds to three decimals, the precision of quantities. */
const milli = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** Counts and sums of a run after adding items. */
export function addCounts(run: RunDoc, items: readonly RunItem[]): Partial<RunDoc> {
  const byService = new Map(
    run.byService.map(line => [
      line.serviceId,
      {
        serviceId: line.serviceId,
        made: line.made ?? 0,
        skipped: line.skipped ?? 0,
        failed: line.failed ?? 0,
        quantity: line.quantity ?? 0,
        net: line.net ?? 0,
        vat: line.vat ?? 0,
        total: line.total ?? 0,
        previousTotal: line.previousTotal ?? 0,
      },
    ]),
  );
  const reasons = new Map(run.skippedByReason.map(({ reason, count }) => [reason, count ?? 0]));
  const { made, skipped, failed, outliers, net, vat, total, previousTotal } = run;
  const sums = { made, skipped, failed, outliers, net, vat, total, previousTotal };
  for (const { serviceId, result, reason, quantity, net, vat, total, previousTotal, outlier } of items) {
    const line = byService.get(serviceId) ?? {
      serviceId,
      made: 0,
      skipped: 0,
      failed: 0,
      quantity: 0,
      net: 0,
      vat: 0,
      total: 0,
      previousTotal: 0,
    };
    byService.set(serviceId, line);
    line[COUNTED[result]]++;
    sums[COUNTED[result]]++;
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (outlier) sums.outliers++;
    line.quantity = milli(line.quantity + (quantity ?? 0));
    const amounts = { net, vat, total, previousTotal: previousTotal ?? 0 };
    for (const name of SUMMED) {
      line[name] += amounts[name];
      sums[name] += amounts[name];
    }
  }
  return {
    ...sums,
    byService: [...byService.values()],
    skippedByReason: [...reasons].map(([reason, count]) => ({ reason, count })),
  };
}

/** Resets everything but created bills, before a run retries the rest. */
export function keepOnlyMade(run: RunDoc): Partial<RunDoc> {
  return {
    upTo: null,
    done: 0,
    skipped: 0,
    failed: 0,
    skippedByReason: [],
    finishedAt: null,
    released: false,
    byService: run.byService.map(sums => ({ ...sums, skipped: 0, failed: 0 })),
  };
}

/** Initial counts of a run. */
export const NOTHING_COUNTED: Partial<RunDoc> = {
  upTo: null,
  done: 0,
  made: 0,
  skipped: 0,
  failed: 0,
  outliers: 0,
  net: 0,
  vat: 0,
  total: 0,
  previousTotal: 0,
  byService: [],
  skippedByReason: [],
};
