import type { FieldErrors } from '../kit/errors.ts';
import { inMinutes, MINUTES, MOST_AHEAD, minutesAt, type RefundTier, type TimeUnit } from './utility-terms.ts';

type Values = Record<string, unknown>;
interface ServeLine {
  weekday: string;
  from: string;
  to: string;
}

const linesOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/** Refuses opening hours that end before they start, overlap, or are no multiple of the time step (rules.md 5). */
function servesWhole({ type, timeStep, serveTime }: Values): FieldErrors {
  const step = type === 'SLOT_TIME' ? Number(timeStep ?? 60) : 1;
  const lines = linesOf<ServeLine>(serveTime);
  for (const [at, line] of lines.entries()) {
    const [from, to] = [minutesAt(line.from), minutesAt(line.to)];
    const meets = lines
      .slice(0, at)
      .some(other => other.weekday === line.weekday && minutesAt(other.from) < to && from < minutesAt(other.to));
    if (from >= to || (to - from) % step !== 0 || meets)
      return { [`serveTime.${at}.to`]: { code: 'SERVE_TIME_INVALID', params: { step } } };
  }
  return {};
}

/** Requires the minimum lead time to be below the maximum, each within the limit of its unit. */
function preOrderFits(values: Values): FieldErrors {
  const least = inMinutes(values.preOrderMin, values.preOrderMinUnit ?? 'DAY') ?? 0;
  const most = inMinutes(values.preOrderMax, values.preOrderMaxUnit ?? 'DAY');
  for (const name of ['preOrderMin', 'preOrderMax'] as const) {
    const max = MOST_AHEAD[(values[`${name}Unit`] ?? 'DAY') as TimeUnit];
    if (Number(values[name] ?? 0) > max) return { [name]: { code: 'PRE_ORDER_INVALID', params: { max } } };
  }
  return most !== null && least >= most ? { preOrderMax: { code: 'PRE_ORDER_INVALID' } } : {};
}

/** Requires refund tiers to ascend in time and percentage, between no refund and full refund. */
function refundsAscend(values: Values): FieldErrors {
  const tiers = linesOf<Partial<RefundTier>>(values.tiers);
  const none = inMinutes(values.noRefundBefore, values.noRefundBeforeUnit ?? 'HOUR') ?? 0;
  const full = inMinutes(values.fullRefundFrom, values.fullRefundFromUnit ?? 'HOUR');
  const code = 'REFUND_TIERS_INVALID';
  let last = { at: none, percent: 0 };
  for (const [at, { from = 0, unit, percent = 0 }] of tiers.entries()) {
    const minutes = from * MINUTES[unit ?? 'HOUR'];
    if (minutes <= last.at) return { [`tiers.${at}.from`]: { code } };
    if (percent <= last.percent || percent >= 100) return { [`tiers.${at}.percent`]: { code } };
    last = { at: minutes, percent };
  }
  return full !== null && (full <= last.at || full === 0) ? { fullRefundFrom: { code } } : {};
}

/** Requires both ends of a coefficient's hours, in order. */
function hoursOfFactors({ coefficients }: Values): FieldErrors {
  const at = linesOf<Partial<ServeLine>>(coefficients).findIndex(
    ({ from, to }) => Boolean(from) !== Boolean(to) || (from && to && minutesAt(from) >= minutesAt(to)),
  );
  return at < 0 ? {} : { [`coefficients.${at}.to`]: { code: 'SERVE_TIME_INVALID', params: { step: 1 } } };
}

/** Refuses requests that reserve no capacity where approval is automatic or payment comes first. */
const holdsFit = ({ pendingHolds, approval, payBefore }: Values): FieldErrors =>
  pendingHolds === false && (approval === 'AUTO' || typeof payBefore === 'number')
    ? { pendingHolds: { code: 'INVALID' } }
    : {};

/** Validates an amenity across fields (rules.md 5, Amenities). */
export const utilityFits = (values: Values): FieldErrors => ({
  ...servesWhole(values),
  ...preOrderFits(values),
  ...refundsAscend(values),
  ...hoursOfFactors(values),
  ...holdsFit(values),
});

/** Names of fields an amenity lacks before it can be activated; imports may leave them empty. */
export function lackingOf({ photos, serveTime, type, priceType, price, priceTiers }: Values): string[] {
  const booked = type !== 'NO_RESERVATION';
  return [
    ...(linesOf(photos).length === 0 ? ['photos'] : []),
    ...(linesOf(serveTime).length === 0 ? ['serveTime'] : []),
    ...(booked && priceType === 'PRICE' && typeof price !== 'number' ? ['price'] : []),
    ...(booked && priceType === 'FORMULA' && linesOf(priceTiers).length === 0 ? ['priceTiers'] : []),
  ];
}
