import type { FieldErrors } from '../kit/errors.ts';
import { type Hours, readHours } from '../kit/hours.ts';

type Values = Record<string, unknown>;
interface ServeTime {
  weekday: string;
  hours: string;
}
interface RefundTier {
  before: number;
  beforeUnit: 'HOUR' | 'DAY';
  percent: number;
}

const linesOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/** Hours before the use, of a tier. */
export const hoursBefore = ({ before, beforeUnit }: RefundTier): number => before * (beforeUnit === 'DAY' ? 24 : 1);

/** Frames of a day that meet others of it, or that are no whole number of steps (rules.md 5: the gap is a whole number). */
function servesWhole({ type, step, serveTimes }: Values): FieldErrors {
  const minutes = type === 'SLOT_TIME' ? Number(step ?? 60) : 1;
  const seen = new Map<string, Hours[]>();
  for (const [at, { weekday, hours }] of linesOf<ServeTime>(serveTimes).entries()) {
    const before = seen.get(weekday) ?? [];
    const spans = readHours(hours) ?? [];
    const path = `serveTimes.${at}.hours`;
    if (spans.some(({ from, to }) => (to - from) % minutes !== 0))
      return { [path]: { code: 'SERVE_TIME_NOT_WHOLE', params: { step: minutes } } };
    if (spans.some(one => before.some(other => one.from < other.to && other.from < one.to)))
      return { [path]: { code: 'SERVE_TIME_OVERLAPS' } };
    seen.set(weekday, [...before, ...spans]);
  }
  return {};
}

/** Each tier is earlier and gives back more than the one before it, and all are earlier than what gives back nothing. */
function refundsAscend({ refundTiers, noRefundHours }: Values): FieldErrors {
  const tiers = linesOf<RefundTier>(refundTiers);
  for (const [at, tier] of tiers.entries()) {
    const last = tiers[at - 1];
    if (hoursBefore(tier) <= Number(noRefundHours ?? 0))
      return { [`refundTiers.${at}.before`]: { code: 'REFUND_TIER_TOO_LATE' } };
    if (last && (hoursBefore(tier) <= hoursBefore(last) || tier.percent <= last.percent))
      return { [`refundTiers.${at}.percent`]: { code: 'REFUND_TIERS_NOT_ASCENDING' } };
  }
  return {};
}

function closedDays({ blackouts }: Values): FieldErrors {
  const at = linesOf<{ from: string; to: string }>(blackouts).findIndex(({ from, to }) => to < from);
  return at < 0 ? {} : { [`blackouts.${at}.to`]: { code: 'END_BEFORE_START' } };
}

/** The rules between the fields of an amenity (rules.md 5, Amenities). */
export function utilityFits(values: Values): FieldErrors {
  const { preorderMin, preorderMax, icon, images } = values;
  const least = typeof preorderMin === 'number' ? preorderMin : 0;
  return {
    ...(typeof preorderMax === 'number' && least >= preorderMax && { preorderMax: { code: 'PREORDER_REVERSED' } }),
    ...(!icon && linesOf(images).length === 0 && { images: { code: 'REQUIRED' } }),
    ...servesWhole(values),
    ...closedDays(values),
    ...refundsAscend(values),
  };
}
