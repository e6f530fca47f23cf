import type { Day } from '../kit/dates.ts';
import { percentOf, priced, rounded, type Share, WHOLE, withoutPercent } from './amounts.ts';
import { addDays, daysIn, type Period } from './periods.ts';

export const FORMULAS = ['NUMBER_USE', 'PERCENT', 'ACCUMULATED'] as const;
export type Formula = (typeof FORMULAS)[number];

export interface Tier {
  /** Up to and with it; null on the last tier. */
  to: number | null;
  /** VND for one. */
  price: number;
  /** PERCENT: the part of the quantity that has this price. */
  percent: number | null;
}

/** The tiers of a tariff as it is stored or typed, where what was left blank is not there at all. */
export const tiersOf = (lines: readonly Partial<Tier>[]): Tier[] =>
  lines.map(({ to = null, price = 0, percent = null }) => ({ to, price, percent }));

/** One version of a price: what a bill costs follows from it, the quantity and the period alone. */
export interface Tariff {
  id: string;
  effectiveFrom: Day;
  formula: Formula;
  tiers: readonly Tier[];
  /** The allowance and the bounds of the tiers count for each person. */
  perPerson: boolean;
  norm: number | null;
  fixedFee: number | null;
  priceIncludesVat: boolean;
  vatRate: number | null;
  surchargeRate: number | null;
  discountType: 'NONE' | 'PERCENT' | 'FIXED';
  discount: number | null;
}

export interface Usage {
  quantity: number;
  /** Residents of the unit, at least one. */
  persons: number;
  period: Period;
  /** How much of a month's price the period takes. */
  share: Share;
  tariffs: readonly Tariff[];
}

/** One line of a bill: quantity x price (x days / of days) = amount. */
export interface ChargeLine {
  kind: 'TIER' | 'FIXED_FEE' | 'DISCOUNT';
  quantity: number;
  price: number;
  /** The days that it is for, where that is not all that its price is for. */
  days: number | null;
  ofDays: number | null;
  amount: number;
  tariffId: string;
}

export interface Charge {
  lines: ChargeLine[];
  /** What came off the quantity first. */
  allowance: number;
  discount: number;
  net: number;
  surcharge: number;
  vat: number;
  total: number;
}

/** A quantity in the tiers of a formula: how much of it at which price. */
export function split(formula: Formula, tiers: readonly Tier[], quantity: number, times = 1): Tier[] {
  const bound = (to: number | null) => (to === null ? Number.POSITIVE_INFINITY : to * times);
  const part = (tier: Tier, amount: number): Tier => ({ ...tier, to: rounded(amount) });
  if (formula === 'PERCENT') {
    // The last takes what rounding leaves, so that the parts are the whole.
    let left = quantity;
    return tiers.map((tier, n) => {
      const own = n === tiers.length - 1 ? left : rounded((quantity * (tier.percent ?? 0)) / 100);
      left = rounded(left - own);
      return part(tier, own);
    });
  }
  if (formula === 'ACCUMULATED') {
    const tier = tiers.find(({ to }) => quantity <= bound(to)) ?? tiers.at(-1);
    return tier ? [part(tier, quantity)] : [];
  }
  let from = 0;
  const parts: Tier[] = [];
  for (const tier of tiers) {
    if (quantity <= from && parts.length > 0) break;
    parts.push(part(tier, Math.min(quantity, bound(tier.to)) - from));
    from = bound(tier.to);
  }
  return parts;
}

/** The versions that are in force within a period, each with its days; a day before all of them has no price. */
export function versionsIn(tariffs: readonly Tariff[], period: Period): { tariff: Tariff; period: Period }[] | null {
  const sorted = [...tariffs].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const first = sorted.findLast(({ effectiveFrom }) => effectiveFrom <= period.start);
  if (!first) return null;
  const later = sorted.filter(({ effectiveFrom }) => effectiveFrom > period.start && effectiveFrom <= period.end);
  const all = [first, ...later];
  return all.map((tariff, n) => ({
    tariff,
    period: {
      start: n === 0 ? period.start : tariff.effectiveFrom,
      end: all[n + 1] ? addDays(all[n + 1]?.effectiveFrom ?? period.end, -1) : period.end,
    },
  }));
}

/**
 * What a quantity costs in a period (domain.md, Money 2): quantity less the allowance, by tiers, + fixed fee, - discount, surcharge tax on the net, VAT;
 * each rounded to the dong. A price that changes within the period counts for its days. Null where a day has no price.
 */
export function charge({ quantity, persons, period, share, tariffs }: Usage): Charge | null {
  const versions = versionsIn(tariffs, period);
  if (!versions) return null;
  const total: Charge = { lines: [], allowance: 0, discount: 0, net: 0, surcharge: 0, vat: 0, total: 0 };
  const ofDays = daysIn(period);
  for (const { tariff, period: own } of versions) {
    const part: Share = { num: share.num * daysIn(own), den: share.den * ofDays };
    const one = chargeOf(tariff, quantity, Math.max(1, persons), part, ofDays);
    total.lines.push(...one.lines);
    total.allowance = Math.max(total.allowance, one.allowance);
    for (const sum of ['discount', 'net', 'surcharge', 'vat', 'total'] as const) total[sum] += one[sum];
  }
  return total;
}

function chargeOf(tariff: Tariff, quantity: number, persons: number, share: Share, days = 1): Charge {
  const times = tariff.perPerson ? persons : 1;
  const allowance = Math.min(quantity, rounded((tariff.norm ?? 0) * times));
  const whole = share.num === share.den;
  const told = whole ? { days: null, ofDays: null } : daysOf(share, days);
  const line = (kind: ChargeLine['kind'], amount: number, of: Pick<ChargeLine, 'quantity' | 'price'>): ChargeLine => ({
    kind,
    ...of,
    ...told,
    amount,
    tariffId: tariff.id,
  });
  const lines = split(tariff.formula, tariff.tiers, rounded(quantity - allowance), times).map(({ to, price }) =>
    line('TIER', priced(to ?? 0, price, share), { quantity: to ?? 0, price }),
  );
  if (tariff.fixedFee)
    lines.push(line('FIXED_FEE', priced(1, tariff.fixedFee, share), { quantity: 1, price: tariff.fixedFee }));
  const before = lines.reduce((sum, { amount }) => sum + amount, 0);
  const discount = Math.min(before, discountOf(tariff, before, share));
  if (discount > 0) lines.push(line('DISCOUNT', -discount, { quantity: 1, price: -discount }));
  const after = before - discount;
  const vatRate = tariff.vatRate ?? 0;
  const net = tariff.priceIncludesVat ? withoutPercent(after, vatRate) : after;
  const vat = tariff.priceIncludesVat ? after - net : percentOf(net, vatRate);
  const surcharge = percentOf(net, tariff.surchargeRate ?? 0);
  return { lines, allowance, discount, net, surcharge, vat, total: net + surcharge + vat };
}

function discountOf({ discountType, discount }: Tariff, before: number, share: Share): number {
  if (discountType === 'PERCENT') return percentOf(before, discount ?? 0);
  return discountType === 'FIXED' ? priced(1, Math.round(discount ?? 0), share) : 0;
}

/** The days of a share, where it takes days at all: 12 of 30. */
function daysOf({ num, den }: Share, period: number): { days: number; ofDays: number } {
  const by = num % period === 0 && den % period === 0 ? period : 1;
  return { days: num / by, ofDays: den / by };
}

/** The price of one more, at each point where it changes: the curve that a formula draws. */
export function curve(tariff: Tariff, most: number, steps = 40): { quantity: number; total: number }[] {
  return Array.from({ length: steps + 1 }, (_, n) => {
    const quantity = rounded((most * n) / steps);
    return { quantity, total: chargeOf(tariff, quantity, 1, WHOLE).total };
  });
}
