import type { Language } from '@lobby/shared/kit/languages.ts';

const made = new Map<string, Intl.NumberFormat>();

/** Formats a number in the reader's language with at most `places` decimals: `54,2` and `12.345` in Vietnamese. */
export function numberIn(language: Language, value: number, places = 3): string {
  const key = `${language}|${places}`;
  const format = made.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: places });
  made.set(key, format);
  return format.format(value);
}
