import type { Language } from '@lobby/shared/kit/languages.ts';

const made = new Map<string, Intl.NumberFormat>();

/** A number on paper as its reader's language writes it: `54,2` and `12.345` in Vietnamese; with so many places at most. */
export function numberIn(language: Language, value: number, places = 3): string {
  const key = `${language}|${places}`;
  const format = made.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: places });
  made.set(key, format);
  return format.format(value);
}
