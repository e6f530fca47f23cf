/** Digits in groups of three with one separator, and decimals after the other: `1.234.567,5`. */
const GROUPED = /^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const FRACTION = /^-?\d+(?:[.,]\d+)?$/;

/**
 * Parses a number as people, banks and spreadsheets write it, with an optional unit: `1.234,5`, `+1,234.5`, `1 250 000 đ`;
 * null if the text is anything else.
 */
export function readNumber(written: string): number | null {
  const typed = written
    .trim()
    .replace(/\s*(?:₫|đ|đồng|dong|%|m2|m²|vnd|vnđ)$/iu, '')
    .replace(/(?<=\d)\s(?=\d{3})/g, '')
    .replace(/^\+\s*(?=\d)/, '');
  const [, sign] = GROUPED.exec(typed) ?? [];
  if (sign) return Number(typed.replaceAll(sign, '').replace(',', '.'));
  return FRACTION.test(typed) ? Number(typed.replace(',', '.')) : null;
}
