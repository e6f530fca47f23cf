import { MARKS } from './text-search.ts';

/**
 * Characters of a short message that take one septet, and those that take two (3GPP TS 23.038, GSM 7-bit default alphabet
 * and extension).
 */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Billed size of a short message. */
export interface SmsSize {
  encoding: 'GSM7' | 'UCS2';
  /** In septets (GSM7) or 16-bit units (UCS2). */
  length: number;
  segments: number;
}

/** Size of a short message: one segment of 160 (70) units, or several of 153 (67), whose characters are never split. */
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

/** Text without accents, case kept. In Vietnamese it takes less than half the segments. */
export const unaccented = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

/** Characters replaced by plain ones in short messages: curly quotes, dashes, ellipses, special spaces. */
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

/** Text of a short message without accents, in the alphabet of 160 characters per segment wherever possible. */
export const folded = (text: string): string =>
  unaccented(PLAIN.reduce((plainer, [sign, plain]) => plainer.replace(sign, plain), text));

/** The first character outside of that alphabet; null if there is none. */
export const widest = (text: string): string | null =>
  [...text].find(letter => !BASIC.has(letter) && !EXTENDED.has(letter)) ?? null;
