/** Area in whole hundredths of a square metre, so that sums of votes weighted by area are exact. */
export const hundredthsOf = (squareMetres: number): number => Math.round(squareMetres * 100);

/** Inverse of `hundredthsOf`. */
export const metresOf = (hundredths: number): number => hundredths / 100;

/** Formats votes and shares: integers without decimals, others with two. */
export const exactText = (value: number, language: string): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(value);

/** Percentage rounded half up to two decimals; 0 for an empty whole. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const [n, d] = [BigInt(part) * 10_000n * 2n + BigInt(whole), BigInt(whole) * 2n];
  return Number(n / d) / 100;
}

/** Compares `part / whole` with a percentage exactly: -1 below, 0 equal, 1 above. */
export function comparedTo(part: number, whole: number, percent: number): -1 | 0 | 1 {
  const [share, wanted] = [BigInt(part) * 10_000n, BigInt(hundredthsOf(percent)) * BigInt(whole)];
  return share < wanted ? -1 : share > wanted ? 1 : 0;
}

/** Number of units and their weight in hundredths of m². */
export interface Weighed {
  heads: number;
  hundredths: number;
}

/** Whether attendance reaches the quorum of a meeting. */
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
