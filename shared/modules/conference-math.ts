/** Converts votes to whole hundredths of a square metre, so that sums are exact. */
export const hundredthsOf = (squareMetres: number): number => Math.round(squareMetres * 100);

/** Converts hundredths to square metres, with at most two decimals. */
export const metresOf = (hundredths: number): number => hundredths / 100;

/** Formats votes and shares: whole numbers without decimals, others with two. */
export const exactText = (value: number, language: string): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(value);

/** Percentage of a whole, two decimals, half up; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const [n, d] = [BigInt(part) * 10_000n * 2n + BigInt(whole), BigInt(whole) * 2n];
  return Number(n / d) / 100;
}

/** Compares a part with a percentage of the whole, exactly: below, equal or above. */
export function comparedTo(part: number, whole: number, percent: number): -1 | 0 | 1 {
  const [own, wanted] = [BigInt(part) * 10_000n, BigInt(hundredthsOf(percent)) * BigInt(whole)];
  return own < wanted ? -1 : own > wanted ? 1 : 0;
}

/** Number of units, and their weight in hundredths. */
export interface Weighed {
  heads: number;
  hundredths: number;
}

/** Whether attendance reaches the share that a meeting requires. */
export function reaches(
  present: Weighed,
  eligible: Weighed,
  { quorumBasis, quorumPercent }: { quorumBasis: string; quorumPercent: number },
): boolean {
  if (eligible.heads === 0) return false;
  const byHeads = comparedTo(present.heads, eligible.heads, quorumPercent) >= 0;
  const byArea = comparedTo(present.hundredths, eligible.hundredths, quorumPercent) >= 0;
  if (quorumBasis === 'HEADS') return byHeads;
  return quorumBasis === 'AREA' ? byArea : byHeads && byArea;
}
