/** Quantities of stores have three decimals, and are counted in thousandths so that they add up exactly. */
export const unitsOf = (quantity: unknown): number => Math.round(Number(quantity ?? 0) * 1000);
export const quantityOf = (units: number): number => units / 1000;

/** A fraction of whole numbers, half up. */
function rounded(above: bigint, below: bigint): number {
  return Number((2n * above + below) / (2n * below));
}

/** Price of a quantity, in whole VND. */
export const amountAt = (quantity: unknown, price: unknown): number =>
  rounded(BigInt(unitsOf(quantity)) * BigInt(Number(price ?? 0)), 1000n);

/** Stock of a supply in thousandths, and its value. */
export interface Held {
  units: number;
  value: number;
}

/** Value of a part of the stock by moving average; the last part takes the rest. */
export const shareOf = ({ units, value }: Held, out: number): number =>
  out >= units ? value : rounded(BigInt(value) * BigInt(out), BigInt(units));

/** Value of an addition by moving average; 0 if there is no stock. */
export const worthOf = ({ units, value }: Held, more: number): number =>
  units > 0 ? rounded(BigInt(value) * BigInt(more), BigInt(units)) : 0;

/** The average price of one; null where there is none. */
export const averageOf = ({ units, value }: Held): number | null =>
  units > 0 ? rounded(BigInt(value) * 1000n, BigInt(units)) : null;

/** Whether more is to be bought: so little is left of what has a limit, is used and is counted. */
export function stateOf(supply: Readonly<Record<string, unknown>>): 'NEED_TO_BUY' | 'GOOD_USAGE' {
  const { limit, stock, nonStock, status } = supply;
  const low = unitsOf(limit) > 0 && unitsOf(stock) <= unitsOf(limit);
  return low && nonStock !== true && status === 'IN_USE' ? 'NEED_TO_BUY' : 'GOOD_USAGE';
}

/** How much to buy of a supply that is low: up to its most, else twice its limit, less what has been ordered. */
export function proposalFor(supply: Readonly<Record<string, unknown>>, ordered = 0): number {
  const { limit, maxStock, stock } = supply;
  const wanted = typeof maxStock === 'number' ? unitsOf(maxStock) : 2 * unitsOf(limit);
  return quantityOf(Math.max(0, wanted - unitsOf(stock) - unitsOf(ordered)));
}
