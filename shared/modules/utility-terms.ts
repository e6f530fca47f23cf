/** Days of a week as the specification counts them: Sunday is 0. */
export const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;
/** Days on which a coefficient holds; none is every day. */
export const WEEKDAY_SETS = [...WEEKDAYS, 'WORKDAYS', 'WEEKEND'] as const;
export const TIME_UNITS = ['MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Minutes of a unit where times are compared: a day is 24 hours, a month 31 days. */
export const MINUTES: Readonly<Record<TimeUnit, number>> = {
  MINUTE: 1,
  HOUR: 60,
  DAY: 1440,
  WEEK: 10_080,
  MONTH: 44_640,
};
/** The most that a time ahead may say in a unit. */
export const MOST_AHEAD: Readonly<Record<TimeUnit, number>> = { MINUTE: 60, HOUR: 744, DAY: 30, WEEK: 4, MONTH: 3 };

/** A value with its unit in minutes; null where there is no value. */
export const inMinutes = (value: unknown, unit: unknown): number | null =>
  typeof value === 'number' ? value * (MINUTES[unit as TimeUnit] ?? 1) : null;

/** `HH:mm` in minutes since midnight; 24:00 is the end of the day. */
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

/** Refunds by time before the start, by the amenity's current policy; nothing below the last tier. */
export const policyOf = ({ tiers, fullRefundFrom, fullRefundFromUnit }: Policy): RefundTier[] => [
  ...tiers.map(tier => ({ ...tier, unit: tier.unit ?? 'HOUR' })),
  ...(fullRefundFrom === null ? [] : [{ from: fullRefundFrom, unit: fullRefundFromUnit, percent: 100 }]),
];

/** The tier that holds so long before the start (rules.md 5): the last that has been reached. */
export const tierAt = (policy: readonly RefundTier[], ms: number): RefundTier | null =>
  policy.findLast(({ from, unit }) => from * MINUTES[unit] * 60_000 <= ms) ?? null;
