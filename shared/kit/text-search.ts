import { visibleText } from './clean-text.ts';

/** Accents by themselves, as NFD sets them apart from their letters. */
export const MARKS = /[\u0300-\u036f]/g;

/** Text as it is stored: NFC, nothing invisible, no control characters, trimmed, inner runs of spaces one space; line breaks stay when `lines`. */
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

/** Lower case without accents, đ as d: `Nguyễn Văn Đức` and `nguyen van duc` fold alike. For search; two names are the same by `nameKey`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('đ', 'd');
}

/** What two names that are the same have in common: case and spaces aside, accents count. `Thu` is not `Thư`. */
export function nameKey(text: string): string {
  return visibleText(text).toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a text was typed without any accent, as on a keyboard that has none: only then may it stand for one that has. */
export const isUnaccented = (text: string): boolean => fold(nameKey(text)) === nameKey(text);

/** A code or plate without its separators: `29A-123.45` and `29a12345` fold alike. */
export function foldCode(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '');
}

/** A code as it is written, accents and all, without its separators and case. */
export const joinedCode = (text: string): string => nameKey(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const WORD = /[\p{L}\p{N}]+/gu;
const DIGIT = /\d/;
const MOST_KEYS = 80;

/** Words are matched by their first 8 letters; what holds a digit (a code, a plate) by 16. */
const cut = (word: string) => word.slice(0, DIGIT.test(word) ? 16 : 8);

function* prefixes(word: string): Generator<string> {
  for (let n = 2; n < word.length; n++) yield word.slice(0, n);
}

/** Search keys of a record: the words of its texts and codes and their prefixes of 2 letters up; at most `most`. */
export function searchKeys(texts: readonly string[], codes: readonly string[], most = MOST_KEYS): string[] {
  const heads = codes.map(foldCode);
  const tails: string[] = [];
  for (const code of codes) {
    const parts = fold(code).match(WORD) ?? [];
    heads.push(...parts);
    // The running number is what people read out: `482` finds `YC-2611-00482`.
    const last = parts.at(-1)?.replace(/^0+/, '');
    if (parts.length > 2 && last) heads.push(last);
    // So is a number of several parts without what stands before it: `1208` finds `A-12.08`.
    if (parts.length > 2) tails.push(cut(parts.slice(1).join('')));
  }
  for (const text of texts) heads.push(...(fold(text).match(WORD) ?? []));
  const words = heads.filter(Boolean).map(cut);
  const keys = new Set([...words, ...tails].slice(0, most));
  for (const word of words) for (const key of prefixes(word)) if (keys.size < most) keys.add(key);
  return [...keys];
}

/** The different words of a text, of two letters and more, as far as they are matched. */
export const wordKeys = (text: string): string[] => [
  ...new Set((fold(text).match(WORD) ?? []).filter(word => word.length > 1).map(cut)),
];

/** The keys that a record must all hold to answer what was typed into a search box. */
export function queryKeys(typed: string): string[] {
  const keys = visibleText(typed)
    .split(/\s+/)
    .flatMap(token => (DIGIT.test(token) ? [foldCode(token)] : (fold(token).match(WORD) ?? [])));
  return [...new Set(keys.filter(Boolean).map(cut))].slice(0, 10);
}
