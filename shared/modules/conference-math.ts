/** Votes are counted in hundredths of a square metre, whole numbers: no sum of them is ever rounded. */
export const hundredthsOf = (squareMetres: number): number => Math.round(squareMetres * 100);

/** Hundredths as square metres, with two decimals at most. */
export const metresOf = (hundredths: number): number => hundredths / 100;

/** Votes and shares as people read them: whole ones plain, all others to the hundredth. */
export const exactText = (value: number, language: string): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(value);

/** Of a whole number a part in percent, two decimals, half up; nothing of nothing is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const [n, d] = [BigInt(part) * 10_000n * 2n + BigInt(whole), BigInt(whole) * 2n];
  return Number(n / d) / 100;
}

/** How far whole numbers are from a share of percent: below, at or above it, on the exact numbers. */
export function comparedTo(part: number, whole: number, percent: number): -1 | 0 | 1 {
  const [own, wanted] = [BigInt(part) * 10_000n, BigInt(hundredthsOf(percent)) * BigInt(whole)];
  return own < wanted ? -1 : own > wanted ? 1 : 0;
}

/** Units and what they weigh, in hundredths. */
export interface Weighed {
  heads: number;
  hundredths: number;
}

/** Whether those who are present reach the share that a meeting asks for. */
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
