/** Unicode's default ignorables (zero widths, direction marks, soft hyphens, fillers, tags), lone surrogates and noncharacters. */
const INVISIBLE =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\p{Surrogate}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/gu;
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Scripts in which joiners affect how letters are written. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]';
const EMOJI = '\\p{Extended_Pictographic}';
/** A joiner between such letters or between emoji, and a variation selector after its base character. */
const USEFUL = new RegExp(
  `(?<=${JOINING}\\p{M}*)[\\u200c\\u200d](?=\\p{M}*${JOINING})|(?<=${EMOJI}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${EMOJI})|(?<=[\\p{L}\\p{N}\\p{S}\\p{P}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]`,
  'gu',
);
/** Combining marks and joiners without a base character. */
const LOOSE = /(?<![^\s\p{Cc}])[\p{M}\u200c\u200d]+/gu;
/** More combining marks than any script puts on a letter. */
const STACKED = /((?:\p{M}[\u200c\u200d]*){4})\p{M}[\p{M}\u200c\u200d]*/gu;

/**
 * The Icelandic eth and the African D look like Đ and are typed instead of it: at the start of a Vietnamese syllable, and in
 * initials (HĐQT).
 */
const LIKE_D = /(?<!\p{L}\p{M}*)[ÐƉðɖ]|(?<=(?<!\p{L})[B-DF-HK-NP-TVXĐÐƉ]+)[ÐƉ](?!\p{Ll})/gu;
const vietnameseD = (letter: string) => (letter === 'Ð' || letter === 'Ɖ' ? 'Đ' : 'đ');

/** Printable ASCII, as in most codes, addresses and numbers. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Removes invisible characters, normalizes to NFC, limits combining marks to four per letter, and replaces look-alikes of Đ.
 * Idempotent.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(LOOSE, '')
    .replace(STACKED, '$1')
    .replace(LIKE_D, vietnameseD);
  if (visible.search(JOINERS) < 0) return visible;
  const useful = new Set(Array.from(visible.matchAll(USEFUL), ({ index }) => index));
  return visible.replace(JOINERS, (joiner, at: number) => (useful.has(at) ? joiner : '')).normalize('NFC');
}

/** A file name inside a sentence, isolated so that its letters do not change the text direction around it. */
export const isolated = (name: string): string => `\u2068${visibleText(name)}\u2069`;
