import { MARKS } from './text-search.ts';

/** The letters of a short message that take one place of seven bits, and those that take two (3GPP TS 23.038, GSM 7 bit default alphabet and its extension). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** How a short message is billed. */
export interface SmsSize {
  encoding: 'GSM7' | 'UCS2';
  /** Places of seven bits, or of sixteen. */
  length: number;
  segments: number;
}

/** Counts a short message: one segment of 160 (70) places, or several of 153 (67), whose letters are never cut in two. */
export function smsSize(text: string): SmsSize {
  const letters = [...text];
  const plain = letters.every(letter => BASIC.has(letter) || EXTENDED.has(letter));
  const widths = letters.map(letter => (plain ? (EXTENDED.has(letter) ? 2 : 1) : letter.length));
  const length = widths.reduce((sum, width) => sum + width, 0);
  const [single, part] = plain ? [160, 153] : [70, 67];
  return { encoding: plain ? 'GSM7' : 'UCS2', length, segments: length <= single ? 1 : parts(widths, part) };
}

function parts(widths: readonly number[], most: number): number {
  let [count, used] = [1, 0];
  for (const width of widths) {
    if (used + width > most) [count, used] = [count + 1, 0];
    used += width;
  }
  return count;
}

/** Text without its accents, case kept: in Vietnamese a short message of it takes less than half the segments. */
export const unaccented = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

/** Signs that a short message says by plainer ones: curly quotes, dashes, dots, spaces that do not break or are not seen. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u200b-\u200d\u2060\ufeff\u00ad]/g, ''],
  [/\u2022/g, '-'],
  [/\u20ab/g, 'd'],
];

/** Text as it goes by short message without accents, in the alphabet that takes 160 letters to a segment wherever it can. */
export const folded = (text: string): string =>
  unaccented(PLAIN.reduce((said, [sign, plain]) => said.replace(sign, plain), text));

/** The first letter that keeps a short message out of that alphabet; null: none does. */
export const widest = (text: string): string | null =>
  [...text].find(letter => !BASIC.has(letter) && !EXTENDED.has(letter)) ?? null;
