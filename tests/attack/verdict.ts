import type { Line } from '../load/figure.ts';

/** How often something was tried, and each time that it got through, in words. */
export interface Tally {
  tried: number;
  fallen: string[];
}

export const newTally = (): Tally => ({ tried: 0, fallen: [] });

const SHOWN = 12;

/** A line whose bar is nothing at all: of so many attempts none may get through. Those that did are printed. */
export function held(what: string, { tried, fallen }: Tally): Line {
  for (const one of fallen.slice(0, SHOWN)) console.log(`    through: ${one.slice(0, 400)}`);
  if (fallen.length > SHOWN) console.log(`    and ${fallen.length - SHOWN} more`);
  return {
    what: `${what}, of ${tried.toLocaleString('en-GB')} attempts`,
    ours: String(fallen.length),
    baseline: '',
    ratio: '',
    bar: '0',
    // An attack that was not made has not been withstood.
    verdict: fallen.length === 0 && tried > 0 ? 'met' : 'missed',
  };
}

const LEFT_OUT = 'left out';
export const isLeftOut = ({ ours }: Line) => ours === LEFT_OUT;

/** A line that says why something was not tried. */
export const leftOut = (what: string, note: string): Line => ({
  what,
  ours: LEFT_OUT,
  baseline: '',
  ratio: '',
  bar: '',
  verdict: 'no bar',
  note,
});
