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
