import { isDay } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';

/** Replaces an erased person's name. */
export const NOBODY = '–';
/** Replaces an erased value. */
export const GONE = '•••';
/** Shorter values identify nobody, and removing them would damage other words. */
const SHORTEST = 6;

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Patterns of the ways in which a value may be written. */
function formsOf(value: string): string[] {
  if (/^\+84\d{8,10}$/.test(value)) return [`(?:\\+?84|0)[\\s.-]?${[...value.slice(3)].join('[\\s.-]?')}`];
  if (isDay(value)) return [value, value.split('-').reverse().join('/')].map(literally);
  if (value.length < SHORTEST && !/\s/.test(value)) return [];
  return [...new Set([value, fold(value)])].map(literally);
}

/**
 * Returns a function that replaces these values in texts at any depth of its argument. An argument without any is returned
 * unchanged.
 */
export function scrubber(values: readonly string[]): <T>(from: T) => T {
  const forms = values.flatMap(formsOf);
  if (forms.length === 0) return from => from;
  const pattern = new RegExp(forms.join('|'), 'giu');
  const scrub = (from: unknown): unknown => {
    if (typeof from === 'string') return from.replace(pattern, GONE);
    if (Array.isArray(from)) {
      const items = from.map(scrub);
      return items.some((item, n) => item !== from[n]) ? items : from;
    }
    if (typeof from !== 'object' || from === null || Object.getPrototypeOf(from) !== Object.prototype) return from;
    const entries = Object.entries(from).map(([name, value]) => [name, value, scrub(value)] as const);
    const changed = entries.some(([, before, after]) => before !== after);
    return changed ? Object.fromEntries(entries.map(([name, , after]) => [name, after])) : from;
  };
  return from => scrub(from) as typeof from;
}
