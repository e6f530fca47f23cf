/** Weekdays; 0 is Sunday. */
export const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;
/** Sets of days for a coefficient; empty: every day. */
export const WEEKDAY_SETS = [...WEEKDAYS, 'WORKDAYS', 'WEEKEND'] as const;
export const TIME_UNITS = ['MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Minutes per unit for comparisons; a month counts 31 days. */
export const MINUTES: Readonly<Record<TimeUnit, number>> = {
  MINUTE: 1,
  HOUR: 60,
  DAY: 1440,
  WEEK: 10_080,
  MONTH: 44_640,
};
/** Maximum lead time by unit. */
export const MOST_AHEAD: Readonly<Record<TimeUnit, number>> = { MINUTE: 60, HOUR: 744, DAY: 30, WEEK: 4, MONTH: 3 };

/** Value with its unit in minutes; null without a value. */
export const inMinutes = (value: unknown, unit: unknown): number | null =>
  typeof value === 'number' ? value * (MINUTES[unit as TimeUnit] ?? 1) : null;

/** `HH:mm` as minutes since midnight; 24:00 is the end of the day. */
export function minutesAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export interface RefundTier {
  from: number;
  unit: TimeUnit;
  percent: number;
}
export type Policy = {
  tiers: readonly { from: number; unit: 'HOUR' | 'DAY' | null; percent: number }[];
  fullRefundFrom: number | null;
  fullRefundFromUnit: TimeUnit;
};

/** Refund tiers of an amenity in ascending order, including full refund. Below the first tier nothing is refunded. */
export const policyOf = ({ tiers, fullRefundFrom, fullRefundFromUnit }: Policy): RefundTier[] => [
  ...tiers.map(tier => ({ ...tier, unit: tier.unit ?? 'HOUR' })),
  ...(fullRefundFrom === null ? [] : [{ from: fullRefundFrom, unit: fullRefundFromUnit, percent: 100 }]),
];

/** The highest refund tier reached at a time before the start, in ms (rules.md 5); null below all. */
export const tierAt = (policy: readonly RefundTier[], ms: number): RefundTier | null =>
  policy.findLast(({ from, unit }) => from * MINUTES[unit] * 60_000 <= ms) ?? null;
