import { compare, decimal, div, type Exact, isZero, least, mul, sub, toExact, Uncountable, ZERO } from './exact.ts';
import type { Step, Version } from './version.ts';

/** A part of a quantity with its price. */
export interface Priced {
  kind: 'TIER' | 'UNIT' | 'PERCENT';
  key: string;
  from: number | null;
  to: number | null;
  quantity: Exact;
  price: number;
  percent: number | null;
}

interface Scale {
  people: Exact;
  /** Share of the month by which the tiers are scaled. */
  widths: Exact;
}

const step = (n: number, from: Exact, { to, price }: Step, scale: Exact, quantity: Exact): Priced => ({
  kind: 'TIER',
  key: String(n + 1),
  from: decimal(from),
  quantity,
  price,
  percent: null,
  to: to === null ? null : decimal(mul(toExact(to), scale)),
});

/** The tier of a quantity; `to` itself belongs to the tier. */
export function stepAt(tiers: readonly Step[], at: Exact, scale: Exact): { step: Step; n: number } {
  const n = tiers.findIndex(({ to }) => to === null || compare(at, mul(toExact(to), scale)) <= 0);
  const tier = tiers[n < 0 ? tiers.length - 1 : n];
  if (!tier) throw new Uncountable('FORMULA_INVALID');
  return { step: tier, n: n < 0 ? tiers.length - 1 : n };
}

/** Charges each tier for the part above the previous one, up to its limit. */
function progressive(tiers: readonly Step[], quantity: Exact, scale: Exact): Priced[] {
  const parts: Priced[] = [];
  let from = ZERO;
  for (const [n, tier] of tiers.entries()) {
    if (compare(quantity, from) <= 0) break;
    const last = tier.to === null || n === tiers.length - 1;
    const bound = last ? quantity : mul(toExact(tier.to ?? 0), scale);
    const part = sub(least(quantity, bound), from);
    if (!isZero(part)) parts.push(step(n, from, tier, scale, part));
    from = bound;
  }
  return parts;
}

/** Splits a quantity into tiers or parts of a formula. Zero has no lines. */
export function pricedParts(
  version: Version,
  quantity: Exact,
  { people, widths }: Scale,
): { parts: Priced[]; withoutPeople: boolean } {
  const none = { parts: [], withoutPeople: false };
  const { formulaType, tiers, parts, tierPeople, noPeopleTier } = version;
  if (formulaType === 'PERCENT') {
    if (parts.length === 0) throw new Uncountable('FORMULA_INVALID');
    if (isZero(quantity)) return none;
    const all = parts.map(({ percent, price }, n): Priced => {
      const figures = { key: String(n + 1), from: null, to: null, quantity, price, percent };
      return { kind: 'PERCENT', ...figures };
    });
    return { parts: all, withoutPeople: false };
  }
  if (tiers.length === 0) throw new Uncountable('FORMULA_INVALID');
  if (isZero(quantity)) return none;
  if (tierPeople !== null && isZero(people)) {
    const n = Math.min(noPeopleTier ?? tiers.length, tiers.length) - 1;
    const tier = tiers[n] as Step;
    const part = { key: String(n + 1), from: null, to: null, quantity, price: tier.price, percent: null };
    return { parts: [{ kind: 'TIER', ...part }], withoutPeople: true };
  }
  const scale = tierPeople === null ? widths : mul(widths, div(people, toExact(tierPeople)));
  if (formulaType !== 'ACCUMULATED') return { parts: progressive(tiers, quantity, scale), withoutPeople: false };
  const place = stepAt(tiers, quantity, scale);
  const from = place.n === 0 ? ZERO : mul(toExact(tiers[place.n - 1]?.to ?? 0), scale);
  return { parts: [step(place.n, from, place.step, scale, quantity)], withoutPeople: false };
}
