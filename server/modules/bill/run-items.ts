import type { RUN_RESULTS } from '@lobby/shared/modules/bill-run.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { isFailure, type Plan, type Planned, type Skip } from './plan.ts';
import type { BillDoc, RunDoc } from './types.ts';

/** What became of a service of a unit in a run. */
export interface RunItem {
  _id: string;
  projectId: string;
  runId: string;
  /** Its place in the order of the run. */
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
  /** Percent against the mean of up to three months before. */
  change: number | null;
  outlier: boolean;
}

export const runItemCollection: Collection = {
  name: 'bill_run_items',
  indexes: [{ key: { runId: 1, at: 1, _id: 1 } }],
};
export const runItems = () => db().collection<RunItem>(runItemCollection.name);

/** Up to three months before of a unit and service, the latest first. */
export type Before = ReadonlyMap<string, readonly Pick<BillDoc, 'quantity' | 'total'>[]>;

const mean = (all: readonly number[]) => (all.length > 0 ? all.reduce((sum, one) => sum + one, 0) / all.length : null);

/** How far a figure is from the mean of those before, in percent; null where there is none. */
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

function madeItem(context: Context, one: Planned, billId: string | null): RunItem {
  const { projectId, runId, before, outlierPercent, place } = context;
  const { unitId, serviceId, quantity, usages } = one;
  const { net, vat, total, notes } = one.charge;
  const known = before.get(`${unitId}:${serviceId}`) ?? [];
  const change = changeOf(
    total,
    known.map(doc => doc.total),
  );
  const used = changeOf(
    quantity,
    known.map(doc => doc.quantity ?? 0),
  );
  const far = [change, used].some(percent => percent !== null && Math.abs(percent) > outlierPercent);
  const unsure = usages.some(({ outlier, confirmed }) => outlier === true && confirmed !== true);
  const [last] = known;
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

/** What became of each service of some units. */
export function itemsOf(context: Context, plan: Plan, billIds: readonly (string | null)[]): RunItem[] {
  const { projectId, runId, place } = context;
  return [
    ...plan.bills.map((one, at) => madeItem(context, one, billIds[at] ?? null)),
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
 * Replaces the items of some units that were not made, and those with the ids of `items`. Looks them up by `_id`, which begins with run and unit:
 * a look through all items of the run at each chunk would make a run of n units cost n² reads.
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

interface ByService {
  serviceId: string;
  made: number;
  skipped: number;
  failed: number;
  quantity: number;
  net: number;
  vat: number;
  total: number;
  previousTotal: number;
}

const COUNTED = { MADE: 'made', SKIPPED: 'skipped', FAILED: 'failed' } as const;
/** Quantities have three decimals. */
const milli = (quantity: number) => Math.round(quantity * 1000) / 1000;

/** The counts and sums of a run with some more items. */
export function addCounts(run: RunDoc, items: readonly RunItem[]): Partial<RunDoc> {
  // The lines of a run are whole.
  const byService = new Map((run.byService as ByService[]).map(one => [one.serviceId, { ...one }]));
  const reasons = new Map(run.skippedByReason.map(({ reason, count }) => [reason, count ?? 0]));
  const { made, skipped, failed, outliers, net, vat, total, previousTotal } = run;
  const sums = { made, skipped, failed, outliers, net, vat, total, previousTotal };
  for (const { serviceId, result, reason, quantity, net, vat, total, previousTotal, outlier } of items) {
    const own = byService.get(serviceId) ?? {
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
    byService.set(serviceId, own);
    own[COUNTED[result]]++;
    sums[COUNTED[result]]++;
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (outlier) sums.outliers++;
    own.quantity = milli(own.quantity + (quantity ?? 0));
    for (const [name, amount] of Object.entries({ net, vat, total, previousTotal: previousTotal ?? 0 })) {
      own[name as 'net'] += amount;
      sums[name as 'net'] += amount;
    }
  }
  return {
    ...sums,
    byService: [...byService.values()],
    skippedByReason: [...reasons].map(([reason, count]) => ({ reason, count })),
  };
}

/** The counts of a run that looks again at what it has not made. */
export function keepOnlyMade(run: RunDoc): Partial<RunDoc> {
  return {
    upTo: null,
    done: 0,
    skipped: 0,
    failed: 0,
    skippedByReason: [],
    finishedAt: null,
    released: false,
    byService: run.byService.map(one => ({ ...one, skipped: 0, failed: 0 })),
  };
}

/** The counts of a run that has made nothing yet. */
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
