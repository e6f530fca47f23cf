import { add, decimal, div, exact, mul, sub, toExact } from '@lobby/shared/billing/exact.ts';
import { type meter, wrapOf } from '@lobby/shared/modules/meter.ts';
import type { usage } from '@lobby/shared/modules/usage.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';

type UsageValues = Values<typeof usage>;
/** What of a meter decides what its indexes mean. */
export type MeterOf = Partial<Pick<Doc<typeof meter>, 'digits' | 'coefficient' | 'minIndex' | 'maxIndex'>>;
const MOST_USED = 2_000_000_000;
/** Number of earlier months for the average. */
export const MEAN_OF = 3;

export const wrong = (field: string, code: string, params?: Record<string, string | number>): never =>
  failFields({ [field]: { code, ...(params && { params }) } }, code === 'REQUIRED' ? undefined : code);

/** Months from one to another. */
export const monthsFrom = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

/** Usage between two meter indexes; refuses impossible ones (rules.md 5). */
export function usedOf(
  meter: MeterOf,
  { oldIndex, newIndex, rolled }: Pick<UsageValues, 'oldIndex' | 'newIndex' | 'rolled'>,
  field = 'newIndex',
): number {
  const [wrap, min, max] = [wrapOf(meter), meter.minIndex ?? 0, meter.maxIndex ?? null];
  const within = (name: string, index: number | null | undefined): number => {
    if (index === null || index === undefined) return wrong(name, 'REQUIRED');
    return index < min || index >= wrap || (max !== null && index > max) ? wrong(name, 'INDEX_OUT_OF_RANGE') : index;
  };
  const [before, now] = [within('oldIndex', oldIndex), within(field, newIndex)];
  if (rolled && now >= before) wrong('rolled', 'INDEX_ROLLOVER_INVALID');
  if (!rolled && now < before) wrong(field, 'INDEX_BELOW_OLD', { oldIndex: before });
  const run = sub(toExact(now), toExact(before));
  const used = decimal(mul(rolled ? add(run, toExact(wrap)) : run, toExact(meter.coefficient ?? 1)));
  return used > MOST_USED ? wrong('usageNumber', 'USAGE_NUMBER_INVALID') : used;
}

/** Earlier usages of a meter or unit, latest first. */
export type History = readonly Doc<typeof usage>[];

const perMonth = ({ usageNumber, months }: Pick<Doc<typeof usage>, 'usageNumber' | 'months'>) =>
  div(toExact(usageNumber ?? 0), toExact(Math.max(1, months)));

/** How a usage stands to those before. */
type Compared = Pick<Doc<typeof usage>, 'previousUsage' | 'averageUsage' | 'change' | 'outlier'>;

/** Compares a usage with the months before; skipped months are divided evenly. */
export function compareUsage(used: number, months: number, history: History, outlierPercent: number): Compared {
  const recent = history.slice(0, MEAN_OF);
  const previousUsage = recent[0]?.usageNumber ?? null;
  const nothing = { previousUsage, averageUsage: null, change: null, outlier: false };
  if (recent.length === 0) return nothing;
  const sum = recent.map(perMonth).reduce(add);
  const average = div(sum, exact(BigInt(recent.length)));
  const current = perMonth({ usageNumber: used, months });
  const averageUsage = decimal(average);
  if (average.n === 0n) return { ...nothing, averageUsage, outlier: used > 0 };
  const change = decimal(mul(div(sub(current, average), average), toExact(100)), 2);
  return { previousUsage, averageUsage, change, outlier: Math.abs(change) > outlierPercent };
}
