import { percentOf, priced, withoutPercent } from '@lobby/shared/billing/amounts.ts';
import { decimal, dong, type Exact, exact, mul, ONE, toExact } from '@lobby/shared/billing/exact.ts';
import { pricedParts } from '@lobby/shared/billing/tiers.ts';
import { versionOf } from '@lobby/shared/billing/version.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { minutesAt } from '@lobby/shared/modules/utility-terms.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Amenity, Frame } from './frames.ts';

/** Fields that determine a price. */
export type Priced = Pick<
  Amenity,
  | 'priceType'
  | 'price'
  | 'pricePer'
  | 'formula'
  | 'formulaBy'
  | 'priceTiers'
  | 'coefficients'
  | 'surcharges'
  | 'vat'
  | 'surchargeTax'
  | 'priceIncludesVat'
>;
export interface FeeLine {
  from: string;
  price: number;
  factor: number;
  quantity: number;
  amount: number;
}
export interface SurchargeLine {
  name: string;
  price: number;
  per: 'BOOKING' | 'SLOT' | 'PERSON';
  quantity: number;
  amount: number;
  addedBy: 'FORM' | 'STAFF';
}
/** An amount with its taxes. */
export interface Taxed {
  net: number;
  vat: number;
  surchargeTax: number;
  total: number;
}

const WORKDAYS = [1, 2, 3, 4, 5];

/** Price factor at a moment: of the first matching coefficient. */
export function factorAt({ coefficients }: Pick<Amenity, 'coefficients'>, at: Date, timeZone: string): number {
  const { weekday, minutes } = clockAt(at, timeZone);
  const onDay = (days: string | null) =>
    !days ||
    days === String(weekday) ||
    (days === 'WORKDAYS' && WORKDAYS.includes(weekday)) ||
    (days === 'WEEKEND' && !WORKDAYS.includes(weekday));
  const fits = coefficients.find(
    ({ weekdays, from, to }) =>
      onDay(weekdays) && (!from || !to || (minutesAt(from) <= minutes && minutes < minutesAt(to))),
  );
  return fits?.factor ?? 1;
}

/** quantity × price × factor, rounded half up once. */
const amountOf = (quantity: number, price: number, factor: number, minutes = 60): number =>
  priced(quantity, price, { num: Math.round(factor * 100) * minutes, den: 100 * 60 });

const minutesOf = ({ from, to }: Frame) => (to.getTime() - from.getTime()) / MINUTE_MS;

/** Fee of a booking by its formula: per slot, hour or person. */
function formulaParts({ formula, formulaBy, priceTiers }: Priced, slots: readonly Frame[], quantity: number) {
  const minutes = slots.reduce((sum, slot) => sum + minutesOf(slot), 0);
  const by: Exact = {
    FRAMES: exact(BigInt(slots.length * quantity)),
    HOURS: exact(BigInt(minutes * quantity), 60n),
    PERSONS: exact(BigInt(quantity)),
  }[formulaBy];
  const tiers = priceTiers.map(({ to, price }) => ({ to: to ?? null, price }));
  return pricedParts(versionOf({ formulaType: formula, tiers }), by, { people: ONE, widths: ONE }).parts;
}

/** Fee lines of a booking: one per slot, or one if priced per booking or by formula. */
export function feeLines(amenity: Priced, slots: readonly Frame[], quantity: number, timeZone: string): FeeLine[] {
  const [first] = slots;
  if (!first || amenity.priceType === 'FREE') return [];
  const from = first.from.toISOString();
  const factor = factorAt(amenity, first.from, timeZone);
  if (amenity.priceType === 'FORMULA') {
    return formulaParts(amenity, slots, quantity).map(part => ({
      from,
      price: part.price,
      factor,
      quantity: decimal(part.quantity, 2),
      amount: dong(mul(mul(part.quantity, exact(BigInt(part.price))), toExact(factor))),
    }));
  }
  const price = amenity.price ?? 0;
  if (amenity.pricePer === 'BOOKING') return [{ from, price, factor, quantity: 1, amount: amountOf(1, price, factor) }];
  return slots.map(slot => {
    const times = factorAt(amenity, slot.from, timeZone);
    const minutes = amenity.pricePer === 'HOUR' ? minutesOf(slot) : 60;
    return {
      from: slot.from.toISOString(),
      price,
      factor: times,
      quantity: Math.round((quantity * minutes * 100) / 60) / 100,
      amount: amountOf(quantity, price, times, minutes),
    };
  });
}

/** Surcharge lines of a booking: required ones, and those chosen by their index. */
export function surchargeLines(
  { surcharges }: Pick<Amenity, 'surcharges'>,
  slots: number,
  persons: number,
  chosen: readonly { index: number; quantity: number }[] = [],
): SurchargeLine[] {
  return surcharges.flatMap(({ name, price, per, required }, index) => {
    const choice = chosen.find(item => item.index === index);
    if (!choice && !required) return [];
    const unit = per ?? 'BOOKING';
    const times = { BOOKING: 1, SLOT: slots, PERSON: persons }[unit] * (choice?.quantity ?? 1);
    return [{ name, price, per: unit, quantity: times, amount: price * times, addedBy: 'FORM' as const }];
  });
}

/** Adds the taxes of an amenity: VAT is included in the price, or VAT and surcharge tax are added (domain.md, Money 2). */
export function addTaxes(
  { vat, surchargeTax, priceIncludesVat }: Pick<Amenity, 'vat' | 'surchargeTax' | 'priceIncludesVat'>,
  amount: number,
): Taxed {
  const net = priceIncludesVat ? withoutPercent(amount, vat) : amount;
  const tax = priceIncludesVat ? amount - net : percentOf(net, vat);
  const extra = percentOf(net, surchargeTax);
  return { net, vat: tax, surchargeTax: extra, total: net + tax + extra };
}

export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** Price of one place in a frame, for calendars. */
export const priceOfFrame = (amenity: Amenity, frame: Frame, timeZone: string): number =>
  addTaxes(amenity, sumOf(feeLines(amenity, [frame], 1, timeZone))).total;
