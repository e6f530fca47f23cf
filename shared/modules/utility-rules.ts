import type { FieldErrors } from '../kit/errors.ts';
import { inMinutes, MINUTES, MOST_AHEAD, minutesAt, type RefundTier, type TimeUnit } from './utility-terms.ts';

type Values = Record<string, unknown>;
interface ServeLine {
  weekday: string;
  from: string;
  to: string;
}

const linesOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/** Lines that end before they begin, meet others of their day, or are no whole number of steps (rules.md 5: the gap is a whole number). */
function servesWhole({ type, timeStep, serveTime }: Values): FieldErrors {
  const step = type === 'SLOT_TIME' ? Number(timeStep ?? 60) : 1;
  const lines = linesOf<ServeLine>(serveTime);
  for (const [at, line] of lines.entries()) {
    const [from, to] = [minutesAt(line.from), minutesAt(line.to)];
    const meets = lines
      .slice(0, at)
      .some(one => one.weekday === line.weekday && minutesAt(one.from) < to && from < minutesAt(one.to));
    if (from >= to || (to - from) % step !== 0 || meets)
      return { [`serveTime.${at}.to`]: { code: 'SERVE_TIME_INVALID', params: { step } } };
  }
  return {};
}

/** The least time ahead lies below the most, each within what its unit may say. */
function preOrderFits(values: Values): FieldErrors {
  const least = inMinutes(values.preOrderMin, values.preOrderMinUnit ?? 'DAY') ?? 0;
  const most = inMinutes(values.preOrderMax, values.preOrderMaxUnit ?? 'DAY');
  for (const name of ['preOrderMin', 'preOrderMax'] as const) {
    const max = MOST_AHEAD[(values[`${name}Unit`] ?? 'DAY') as TimeUnit];
    if (Number(values[name] ?? 0) > max) return { [name]: { code: 'PRE_ORDER_INVALID', params: { max } } };
  }
  return most !== null && least >= most ? { preOrderMax: { code: 'PRE_ORDER_INVALID' } } : {};
}

/** Tiers ascend in time and percentage, below 100, above what gives back nothing and below what gives back all. */
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

/** A coefficient for hours says from when to when. */
function hoursOfFactors({ coefficients }: Values): FieldErrors {
  const at = linesOf<Partial<ServeLine>>(coefficients).findIndex(
    ({ from, to }) => Boolean(from) !== Boolean(to) || (from && to && minutesAt(from) >= minutesAt(to)),
  );
  return at < 0 ? {} : { [`coefficients.${at}.to`]: { code: 'SERVE_TIME_INVALID', params: { step: 1 } } };
}

/** Requests that keep no place wait for somebody to choose: not where nobody does, or where paying decides. */
const holdsFit = ({ pendingHolds, approval, payBefore }: Values): FieldErrors =>
  pendingHolds === false && (approval === 'AUTO' || typeof payBefore === 'number')
    ? { pendingHolds: { code: 'INVALID' } }
    : {};

/** The rules between the fields of an amenity (rules.md 5, Amenities). */
export const utilityFits = (values: Values): FieldErrors => ({
  ...servesWhole(values),
  ...preOrderFits(values),
  ...refundsAscend(values),
  ...hoursOfFactors(values),
  ...holdsFit(values),
});

/** Returns what an amenity lacks before it can be used, as an import leaves some fields empty. */
export function lackingOf({ photos, serveTime, type, priceType, price, priceTiers }: Values): string[] {
  const booked = type !== 'NO_RESERVATION';
  return [
    ...(linesOf(photos).length === 0 ? ['photos'] : []),
    ...(linesOf(serveTime).length === 0 ? ['serveTime'] : []),
    ...(booked && priceType === 'PRICE' && typeof price !== 'number' ? ['price'] : []),
    ...(booked && priceType === 'FORMULA' && linesOf(priceTiers).length === 0 ? ['priceTiers'] : []),
  ];
}
