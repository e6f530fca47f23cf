import { dayOf } from '@lobby/shared/kit/dates.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import { hoursBefore } from '@lobby/shared/modules/utility-rules.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Amenity, Frame } from '../utility/index.ts';

type TimeUnit = Amenity['priceUnit'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUTES: Readonly<Record<TimeUnit, number>> = { MINUTE: 1, HOUR: 60, DAY: 1440, WEEK: 10_080, MONTH: 43_200 };
const EXACT: ReadonlySet<TimeUnit> = new Set(['MINUTE', 'HOUR']);

/** Days that the frames of one booking may lie apart. */
export const MOST_DAYS = 31;

/** What a booking asks for. */
export interface Draft {
  slots: readonly Frame[];
  quantity: number;
}

/** By what the price is multiplied at a moment: the first line that fits it. */
export function coefficientAt({ coefficients }: Pick<Amenity, 'coefficients'>, at: Date, timeZone: string): number {
  const { weekday, minutes } = clockAt(at, timeZone);
  const fits = coefficients.find(line => {
    const spans = line.hours ? (readHours(line.hours) ?? []) : null;
    return (
      (!line.weekday || line.weekday === String(weekday)) &&
      (!spans || spans.some(({ from, to }) => from <= minutes && minutes < to))
    );
  });
  return fits?.coefficient ?? 1;
}

/** What one place costs for a frame: minutes and hours by what is used of them, days and more as they are begun. */
export function priceOf(
  amenity: Pick<Amenity, 'price' | 'priceUnit' | 'coefficients'>,
  { startAt, endAt }: Frame,
  timeZone: string,
): number {
  const units = (endAt.getTime() - startAt.getTime()) / MINUTE_MS / MINUTES[amenity.priceUnit];
  const counted = EXACT.has(amenity.priceUnit) ? units : Math.ceil(units);
  return Math.round(amenity.price * counted * coefficientAt(amenity, startAt, timeZone));
}

/** What a booking costs, in VND, and until when it has to be paid; what is asked for later than that, until it begins. */
export function termsOf(amenity: Amenity, { slots, quantity }: Draft, now: Date, timeZone: string) {
  const fee = slots.reduce((sum, slot) => sum + priceOf(amenity, slot, timeZone), 0) * quantity;
  const [deposit, surcharge] = [amenity.deposit ?? 0, amenity.surcharge ?? 0];
  const startAt = slots[0]?.startAt ?? new Date(0);
  const endAt = new Date(Math.max(...slots.map(slot => slot.endAt.getTime())));
  const due = fee + deposit;
  const latest = new Date(startAt.getTime() - (amenity.payBefore ?? 0) * HOUR_MS);
  return {
    ...{ startAt, endAt, fee, deposit, surcharge, total: due + surcharge },
    payBy: amenity.payFirst && due > 0 ? (latest > now ? latest : startAt) : null,
  };
}

const daysLater = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The same day some months later; the last of a month that is shorter. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whether a use is too near or too far to be asked for: minutes and hours by the clock, longer times by the calendar. */
export function isOutsidePreorder(
  { preorderMin, preorderMax, preorderUnit }: Pick<Amenity, 'preorderMin' | 'preorderMax' | 'preorderUnit'>,
  startAt: Date,
  now: Date,
  timeZone: string,
): boolean {
  const outside = (of: number | string, at: (count: number) => number | string) =>
    (preorderMin !== null && of < at(preorderMin)) || (preorderMax !== null && of > at(preorderMax));
  if (EXACT.has(preorderUnit)) {
    const unit = MINUTES[preorderUnit] * MINUTE_MS;
    return outside(startAt.getTime(), count => now.getTime() + count * unit);
  }
  const today = dayOf(now, timeZone);
  return outside(dayOf(startAt, timeZone), count =>
    preorderUnit === 'MONTH' ? monthsLater(today, count) : daysLater(today, count * (preorderUnit === 'WEEK' ? 7 : 1)),
  );
}

/** How much of the fee goes back when a booking is cancelled at a moment: by its tiers, all of it where there are none. */
export function refundPercent(
  { refundTiers, noRefundHours }: Pick<Amenity, 'refundTiers' | 'noRefundHours'>,
  startAt: Date,
  at: Date,
): number {
  const hours = (startAt.getTime() - at.getTime()) / HOUR_MS;
  if (hours <= 0 || hours < (noRefundHours ?? 0)) return 0;
  if (refundTiers.length === 0) return 100;
  return refundTiers.findLast(tier => hoursBefore(tier) <= hours)?.percent ?? 0;
}
