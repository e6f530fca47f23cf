/** A fraction, such as 12 of 30 days. */
export interface Share {
  num: number;
  den: number;
}

export const WHOLE: Share = { num: 1, den: 1 };

/** Quantities have up to three decimals: areas, readings, persons. */
const MILLI = 1000;
/** Rates have up to two decimals of a percent. */
const RATE = 100 * 100;

/** n / d rounded to the nearest integer, halves away from zero; exact for any size. */
function divided(n: bigint, d: bigint): number {
  const half = d / 2n;
  return Number(n >= 0n ? (n + half) / d : -((-n + half) / d));
}

const milli = (quantity: number): bigint => BigInt(Math.round(quantity * MILLI));
const rate = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** quantity x price x share, in VND. */
export function priced(quantity: number, price: number, { num, den }: Share = WHOLE): number {
  return divided(milli(quantity) * BigInt(price) * BigInt(num), BigInt(MILLI) * BigInt(den));
}

/** A percentage of an amount, in VND. */
export function percentOf(amount: number, percent: number): number {
  return divided(BigInt(amount) * rate(percent), BigInt(RATE));
}

/** The amount before a percentage was added, in VND: gross / (1 + rate). */
export function withoutPercent(gross: number, percent: number): number {
  return divided(BigInt(gross) * BigInt(RATE), BigInt(RATE) + rate(percent));
}

/** Simple interest over several spans, rounded once, in VND. */
export function interestOfAll(spans: readonly { base: number; rate: number; days: number }[]): number {
  const sum = spans.reduce(
    (all, span) => all + BigInt(span.base) * rate(span.rate) * BigInt(Math.max(span.days, 0)),
    0n,
  );
  return divided(sum, BigInt(RATE) * 365n);
}

/** Simple interest: amount x yearly percent x days / 365, in VND (domain.md, Money 3). */
export function interestOf(amount: number, yearlyPercent: number, days: number): number {
  return days <= 0 ? 0 : divided(BigInt(amount) * rate(yearlyPercent) * BigInt(days), BigInt(RATE) * 365n);
}
