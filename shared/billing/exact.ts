/** An exact fraction, since money is never calculated in binary floating point. */
export interface Exact {
  n: bigint;
  d: bigint;
}

/** A charge that cannot be calculated, with the reason. */
export class Uncountable extends Error {
  readonly code: 'FORMULA_INVALID' | 'QUANTITY_INVALID' | 'PERIOD_NOT_MET' | 'NO_TARIFF' | 'AMOUNT_TOO_LARGE';
  constructor(code: Uncountable['code']) {
    super(code);
    this.code = code;
  }
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

/** Larger fractions are reduced; for smaller ones that costs more than it saves. */
const LONG = 1n << 64n;

export function exact(n: bigint, d = 1n): Exact {
  if (d < 0n) return exact(-n, -d);
  if (d < LONG) return { n, d };
  const by = gcd(n, d) || 1n;
  return { n: n / by, d: d / by };
}

export const ZERO = exact(0n);
export const ONE = exact(1n);

/** Parses a decimal (`2.127`, 1e-3) or a fraction (`5/2`). */
export function toExact(value: number | string | Exact): Exact {
  if (typeof value === 'object') return value;
  const [whole = '', under = '1'] = String(value).split('/');
  if (under !== '1') return div(toExact(whole), toExact(under));
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(whole.trim());
  if (!match) throw new Uncountable('QUANTITY_INVALID');
  const [, sign, digits = '0', after = '', power = '0'] = match;
  const shift = Number(power) - after.length;
  const n = BigInt(digits + after) * (sign ? -1n : 1n);
  return shift >= 0 ? exact(n * 10n ** BigInt(shift)) : exact(n, 10n ** BigInt(-shift));
}

export const add = (a: Exact, b: Exact): Exact => exact(a.n * b.d + b.n * a.d, a.d * b.d);
export const sub = (a: Exact, b: Exact): Exact => exact(a.n * b.d - b.n * a.d, a.d * b.d);
export const mul = (a: Exact, b: Exact): Exact => exact(a.n * b.n, a.d * b.d);
export function div(a: Exact, b: Exact): Exact {
  if (b.n === 0n) throw new Uncountable('QUANTITY_INVALID');
  return exact(a.n * b.d, a.d * b.n);
}
export function compare(a: Exact, b: Exact): number {
  const [left, right] = [a.n * b.d, b.n * a.d];
  return left > right ? 1 : left < right ? -1 : 0;
}
export const least = (a: Exact, b: Exact): Exact => (compare(a, b) <= 0 ? a : b);
export const isZero = ({ n }: Exact): boolean => n === 0n;
export const isBelowZero = ({ n }: Exact): boolean => n < 0n;

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** Rounds to the nearest integer, halves away from zero. */
function nearest({ n, d }: Exact): bigint {
  const half = (n < 0n ? -n : n) * 2n + d;
  const up = half / (d * 2n);
  return n < 0n ? -up : up;
}

/** Rounds to whole dong. */
export function dong(value: Exact): number {
  const whole = nearest(value);
  if (whole > MOST || whole < -MOST) throw new Uncountable('AMOUNT_TOO_LARGE');
  return Number(whole);
}

/** Rounds to at most `places` decimals, to be shown and stored. */
export function decimal(value: Exact, places = 3): number {
  const by = 10n ** BigInt(places);
  return Number(nearest({ n: value.n * by, d: value.d })) / Number(by);
}
