import { fold } from '@lobby/shared/kit/text-search.ts';
import { GONE } from './scrub.ts';

/** A code of the house keeps its digits in groups (`A-12.08`); a passport or a tax code has none. */
const NUMBER = /\d{6}/;

function maskWord(word: string): string {
  if (word.includes('@')) return `${word.slice(0, 1)}${GONE}@${GONE}`;
  if (!/\p{L}/u.test(word) || NUMBER.test(word)) return GONE;
  return /\d/.test(word) ? word : `${[...word][0]}${GONE}`;
}

/** What was typed into a search box as it is kept: it may be somebody's name, phone or e-mail. */
export const maskWords = (typed: string): string => typed.split(/\s+/).filter(Boolean).map(maskWord).join(' ');

/** A filter as the activity keeps it. */
export const keptFilter = <F extends Record<string, unknown>>(filter: F): F =>
  typeof filter.q === 'string' ? { ...filter, q: maskWords(filter.q) } : filter;

/** Whether masked words may have been somebody's: all of them fit one of these values. */
export function mayBe(masked: string, values: readonly string[]): boolean {
  const initials = new Set(values.flatMap(value => fold(value).split(/\s+/)).map(word => word.slice(0, 1)));
  return masked.split(' ').every(word => word.startsWith(GONE) || initials.has(fold(word).slice(0, 1)));
}
