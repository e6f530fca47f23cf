import { fold } from '@lobby/shared/kit/text-search.ts';
import { GONE } from './scrub.ts';

/** Our own codes have their digits in groups (`A-12.08`); passport numbers and tax codes do not. */
const NUMBER = /\d{6}/;

function maskWord(word: string): string {
  if (word.includes('@')) return `${word.slice(0, 1)}${GONE}@${GONE}`;
  if (!/\p{L}/u.test(word) || NUMBER.test(word)) return GONE;
  return /\d/.test(word) ? word : `${[...word][0]}${GONE}`;
}

/** Search input as it is stored in the activity: masked, since it may be a person's name, phone or e-mail. */
export const maskWords = (typed: string): string => typed.split(/\s+/).filter(Boolean).map(maskWord).join(' ');

/** A filter as it is stored in the activity. */
export const keptFilter = <F extends Record<string, unknown>>(filter: F): F =>
  typeof filter.q === 'string' ? { ...filter, q: maskWords(filter.q) } : filter;

/** Whether masked words may refer to a person: each of them matches one of these values. */
export function mayBe(masked: string, values: readonly string[]): boolean {
  const initials = new Set(values.flatMap(value => fold(value).split(/\s+/)).map(word => word.slice(0, 1)));
  return masked.split(' ').every(word => word.startsWith(GONE) || initials.has(fold(word).slice(0, 1)));
}
