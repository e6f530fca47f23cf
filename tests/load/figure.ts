import type { Stage } from './stage.ts';

/** How long a round waits for others to be done. */
export const PATIENCE_MS = 12_000;

import { quietMoment } from './machine.ts';
import { median, shown } from './statistics.ts';

export type Verdict = 'met' | 'missed' | 'machine busy' | 'small sizes' | 'no bar';

/** One measured line: ours, the bare parts beside it, and what was asked. */
export interface Line {
  what: string;
  ours: string;
  baseline: string;
  ratio: string;
  bar: string;
  verdict: Verdict;
  /** Remark for the reader of the report: why a bar is not reached, or what was left out. */
  note?: string;
}

/** One figure of the benchmarks; `quick` measures with small sizes, to see that everything runs. */
export interface Figure {
  id: string;
  title: string;
  run: (stage: Stage, quick: boolean) => Promise<Line[]>;
}

interface RatioBar {
  unit: string;
  least?: number;
  most?: number;
}

/**
 * A line whose bar is a ratio to the baseline: the median of the ratios of neighbours, each measured within seconds of the other, so that it
 * means something on a busy machine too.
 */
export function ratioLine(what: string, { product, baseline }: InTurn<number>, { unit, least, most }: RatioBar): Line {
  const ratio = median(product.map((ours, round) => ours / (baseline[round] ?? Number.NaN)));
  return {
    what,
    ours: `${shown(median(product))} ${unit}`,
    baseline: `${shown(median(baseline))} ${unit}`,
    ratio: ratio.toFixed(2),
    ...verdictOf(ratio, least, most),
  };
}

function verdictOf(ratio: number, least?: number, most?: number): Pick<Line, 'bar' | 'verdict'> {
  if (least !== undefined) return { bar: `>= ${least}`, verdict: ratio >= least ? 'met' : 'missed' };
  if (most !== undefined) return { bar: `<= ${most}`, verdict: ratio <= most ? 'met' : 'missed' };
  return { bar: '', verdict: 'no bar' };
}

/** A line whose bar is an absolute one; `calm` is given where the machine must be calm for it to count. */
export function boundLine(
  what: string,
  ours: number,
  most: number,
  { unit, baseline = '', calm = true }: { unit: string; baseline?: string; calm?: boolean },
): Line {
  const verdict = calm ? (ours <= most ? 'met' : 'missed') : 'machine busy';
  return { what, ours: `${shown(ours)} ${unit}`, baseline, ratio: '', bar: `<= ${most} ${unit}`, verdict };
}

interface Turns {
  rounds: number;
  /** How long, in ms, a round waits for others on this machine to be done. */
  patience?: number;
}

/** The usual turns of a figure; one alone where only small sizes are asked for. */
export const turns = (rounds: number, quick: boolean): Turns => (quick ? { rounds: 1 } : { rounds, patience: 12_000 });

export interface InTurn<T> {
  baseline: T[];
  product: T[];
}

/**
 * Measures the baseline and the product in turn, so that what else the machine does meets both alike; each round waits
 * for a quiet moment first.
 */
export async function inTurn<T>(
  { rounds, patience = 0 }: Turns,
  baseline: () => Promise<T>,
  product: () => Promise<T>,
): Promise<InTurn<T>> {
  const taken: InTurn<T> = { baseline: [], product: [] };
  for (let round = 0; round < rounds; round++) {
    if (patience > 0) await quietMoment(patience);
    taken.baseline.push(await baseline());
    taken.product.push(await product());
  }
  return taken;
}

/** One of the values that were measured. */
export const each = <T>({ baseline, product }: InTurn<T>, of: (one: T) => number): InTurn<number> => ({
  baseline: baseline.map(of),
  product: product.map(of),
});
