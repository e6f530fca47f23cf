import { fold } from '@lobby/shared/kit/text-search.ts';

const LOWEST = -20;
const HIGHEST = 300;
/** Highest number of basements: with more, B1 to B22 are the floors of a block. */
const MOST_BASEMENTS = 6;
const SMALLEST_STEP = 0.01;

/** Floors with a fixed place by name, whatever the height of the building. */
const BY_WORD: readonly (readonly [RegExp, number])[] = [
  [/^(tum|penthouse roof)$/, 299],
  [/^(mai|san thuong|rooftop|roof|rf?)$/, 298],
  [/^(ap mai|attic)$/, 297],
  [/^(upper ground|ug)$/, 0.25],
  [/^(ham lung|lower ground|lg)$/, -0.5],
  [/^(lung|mezzanine|mezz|m)$/, 0.5],
  [/^(tret|ground|gf|g0?)$/, 0],
  [/^(ham|basement|b|h)$/, -1],
];
const BEFORE = /^(tang|lau|floor|level|lv|fl)\b[\s.:-]*/;
const NUMBERED = /^(?:[tlf](?=\d))?(\d{1,3})\s*(?:f|th|st|nd|rd)?(?:\s*([a-z]))?$/;
const BELOW = /^(?:ham|basement)\s*(?:[bh]\s*)?[.-]?\s*(\d{1,2})$/;
const LETTERED = /^([a-z])\s*[.-]?\s*(\d{1,3})([a-z])?$/;

const bare = (name: string) =>
  fold(name)
    .trim()
    .replace(BEFORE, '')
    .replace(/\s*(floor)$/, '')
    .trim();
const numbered = (digits: string, letter = '') =>
  Math.min(HIGHEST - 5, Number(digits)) + (letter ? (letter.charCodeAt(0) - 96) / 100 : 0);

/** Letters before floor numbers that mean storeys of the block, not basements. */
export function storeyLetters(names: readonly string[], blockName = ''): ReadonlySet<string> {
  const bares = names.map(bare);
  const isNumbered = bares.some(name => NUMBERED.test(name));
  const letters = new Set<string>();
  const usual =
    fold(blockName)
      .trim()
      .split(/[\s.-]+/)
      .at(-1) ?? '';
  for (const name of bares) {
    const [, letter, digits] = LETTERED.exec(name) ?? [];
    if (!letter) continue;
    const isStorey = letter !== 'b' && letter !== 'h';
    // If no floor is merely numbered, the letter means storeys where there are more than possible basements, or where the block is named by it.
    if (isStorey || (!isNumbered && (Number(digits) > MOST_BASEMENTS || letter === usual))) letters.add(letter);
  }
  return letters;
}

/**
 * Order of a floor by its name: 0 for the ground floor, negative for basements, `12A` between 12 and 13, mezzanine above the ground, roofs on top;
 * null if the name tells nothing.
 */
export function orderIn(name: string, storeys: ReadonlySet<string> = new Set()): number | null {
  const text = bare(name);
  const [, number, half] = NUMBERED.exec(text) ?? [];
  if (number) return numbered(number, half);
  const below = BELOW.exec(text)?.[1];
  if (below) return Math.max(LOWEST, -Number(below));
  const [, letter = '', digits, part] = LETTERED.exec(text) ?? [];
  if (digits && (letter === 'b' || letter === 'h') && !storeys.has(letter)) return Math.max(LOWEST, -Number(digits));
  if (digits) return numbered(digits, part);
  const entry = BY_WORD.find(([words]) => words.test(text));
  if (entry) return entry[1];
  const anywhere = /\d{1,3}/.exec(text)?.[0];
  return anywhere ? numbered(anywhere) : null;
}

export interface Placed {
  name: string;
  order: number;
}

/** Order above all existing storeys and below the roofs, for a floor whose name tells nothing. */
export function aboveAll(there: readonly Placed[]): number {
  const storeys = there.filter(({ order }) => order < HIGHEST - 5).map(({ order }) => order);
  return Math.min(HIGHEST - 5, Math.floor(Math.max(0, ...storeys)) + 1);
}

/** Order of the floors in a list: those whose names tell nothing follow the list. */
export function placesInList(names: readonly string[], blockName: string, there: readonly Placed[]): number[] {
  const storeys = storeyLetters([...names, ...there.map(({ name }) => name)], blockName);
  const orders = names.map(name => orderIn(name, storeys));
  const storeyOrders = orders.filter(order => order !== null);
  if (storeyOrders.length === 0) {
    const from = aboveAll(there);
    return names.map((_, n) => Math.min(HIGHEST - 5, from + n));
  }
  // Lists go up, or down from the roof.
  const step = (storeyOrders.at(-1) ?? 0) < (storeyOrders[0] ?? 0) ? -SMALLEST_STEP : SMALLEST_STEP;
  let before = (storeyOrders[0] ?? 0) - step * (orders.findIndex(order => order !== null) + 1);
  return orders.map(order => {
    before = order ?? Math.round((before + step) * 100) / 100;
    return before;
  });
}
