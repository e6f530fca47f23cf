import { visibleText } from './clean-text.ts';

/** Combining accents after NFD normalization. */
export const MARKS = /[\u0300-\u036f]/g;

/** Normalizes text for storage: NFC, no invisible or control characters, trimmed, single spaces; keeps line breaks with `lines`. */
export function clean(text: string, lines = false): string {
  const nfc = visibleText(text).replace(/\r\n?/g, '\n');
  const flat = lines ? nfc : nfc.replace(/\s+/g, ' ');
  return flat
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[ \u00a0]{2,}/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Lower case without accents, đ as d: `Nguyễn Văn Đức` and `nguyen van duc` become equal. For search; use `nameKey` to
 * compare names.
 */
export function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('đ', 'd');
}

/** Compared form of names: case and spaces ignored, accents kept. `Thu` is not `Thư`. */
export function nameKey(text: string): string {
  return visibleText(text).toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a text has no accents at all, as on a keyboard without them: only then it may match accented text. */
export const isUnaccented = (text: string): boolean => fold(nameKey(text)) === nameKey(text);

/** A code or plate without separators: `29A-123.45` and `29a12345` become equal. */
export function foldCode(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '');
}

/** A code without separators and case, with its accents. */
export const joinedCode = (text: string): string => nameKey(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const WORD = /[\p{L}\p{N}]+/gu;
const DIGIT = /\d/;
const MOST_KEYS = 80;

/** Words are matched by their first 8 letters, those with a digit (code, plate) by 16. */
const cut = (word: string) => word.slice(0, DIGIT.test(word) ? 16 : 8);

function* prefixes(word: string): Generator<string> {
  for (let n = 2; n < word.length; n++) yield word.slice(0, n);
}

/** Search keys of a record: words of its texts and codes, and their prefixes from 2 letters; at most `most`. */
export function searchKeys(texts: readonly string[], codes: readonly string[], most = MOST_KEYS): string[] {
  const heads = codes.map(foldCode);
  const tails: string[] = [];
  for (const code of codes) {
    const parts = fold(code).match(WORD) ?? [];
    heads.push(...parts);
    // People say the running number only: `482` finds `YC-2611-00482`.
    const last = parts.at(-1)?.replace(/^0+/, '');
    if (parts.length > 2 && last) heads.push(last);
    // Likewise a number of several parts without its prefix: `1208` finds `A-12.08`.
    if (parts.length > 2) tails.push(cut(parts.slice(1).join('')));
  }
  for (const text of texts) heads.push(...(fold(text).match(WORD) ?? []));
  const words = heads.filter(Boolean).map(cut);
  const keys = new Set([...words, ...tails].slice(0, most));
  for (const word of words) for (const key of prefixes(word)) if (keys.size < most) keys.add(key);
  return [...keys];
}

/** Distinct words of a text, from two letters, cut to their matched length. */
export const wordKeys = (text: string): string[] => [
  ...new Set((fold(text).match(WORD) ?? []).filter(word => word.length > 1).map(cut)),
];

/** Keys that a record must all have to match a search text. */
export function queryKeys(typed: string): string[] {
  const keys = visibleText(typed)
    .split(/\s+/)
    .flatMap(token => (DIGIT.test(token) ? [foldCode(token)] : (fold(token).match(WORD) ?? [])));
  return [...new Set(keys.filter(Boolean).map(cut))].slice(0, 10);
}
