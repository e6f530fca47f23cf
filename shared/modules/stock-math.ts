/** Quantities of stores have three decimals, and are counted in thousandths so that they add up exactly. */
export const unitsOf = (quantity: unknown): number => Math.round(Number(quantity ?? 0) * 1000);
export const quantityOf = (units: number): number => units / 1000;

/** A fraction of whole numbers, half up. */
function rounded(above: bigint, below: bigint): number {
  return Number((2n * above + below) / (2n * below));
}

/** What a quantity costs at a price, in whole dong. */
export const amountAt = (quantity: unknown, price: unknown): number =>
  rounded(BigInt(unitsOf(quantity)) * BigInt(Number(price ?? 0)), 1000n);

/** What lies in store of one supply, in thousandths, and what it is worth. */
export interface Held {
  units: number;
  value: number;
}

/** What a part of it is worth by the moving average; the last of it takes the rest. */
export const shareOf = ({ units, value }: Held, out: number): number =>
  out >= units ? value : rounded(BigInt(value) * BigInt(out), BigInt(units));

/** What so much more of it is worth by the average; nothing where there is none. */
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
