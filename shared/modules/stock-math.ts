/** Quantity in whole thousandths, so that sums are exact. */
export const unitsOf = (quantity: unknown): number => Math.round(Number(quantity ?? 0) * 1000);
export const quantityOf = (units: number): number => units / 1000;

/** Quotient rounded half up. */
function rounded(above: bigint, below: bigint): number {
  return Number((2n * above + below) / (2n * below));
}

/** Amount in whole VND. */
export const amountAt = (quantity: unknown, price: unknown): number =>
  rounded(BigInt(unitsOf(quantity)) * BigInt(Number(price ?? 0)), 1000n);

/** Stock in thousandths, with its value in VND. */
export interface Held {
  units: number;
  value: number;
}

/** Value of an issue by the moving average; the last unit takes the remainder. */
export const shareOf = ({ units, value }: Held, out: number): number =>
  out >= units ? value : rounded(BigInt(value) * BigInt(out), BigInt(units));

/** Value of an addition at the current average; 0 without stock. */
export const worthOf = ({ units, value }: Held, more: number): number =>
  units > 0 ? rounded(BigInt(value) * BigInt(more), BigInt(units)) : 0;

/** Average price per unit in VND; null without stock. */
export const averageOf = ({ units, value }: Held): number | null =>
  units > 0 ? rounded(BigInt(value) * 1000n, BigInt(units)) : null;

/** Stock state: an active supply at or below its limit needs to be bought. */
export function stateOf(supply: Readonly<Record<string, unknown>>): 'NEED_TO_BUY' | 'GOOD_USAGE' {
  const { limit, stock, nonStock, status } = supply;
  const low = unitsOf(limit) > 0 && unitsOf(stock) <= unitsOf(limit);
  return low && nonStock !== true && status === 'IN_USE' ? 'NEED_TO_BUY' : 'GOOD_USAGE';
}

/** Proposed purchase quantity: up to the maximum or twice the limit, less stock and quantities on order. */
export function proposalFor(supply: Readonly<Record<string, unknown>>, ordered = 0): number {
  const { limit, maxStock, stock } = supply;
  const wanted = typeof maxStock === 'number' ? unitsOf(maxStock) : 2 * unitsOf(limit);
  return quantityOf(Math.max(0, wanted - unitsOf(stock) - unitsOf(ordered)));
}
