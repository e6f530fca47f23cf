const GROUPED = /^-?\d{1,3}([.,\s]\d{3})+$/;

/** Parses a whole number: `1.234.567`, `1,234,567`, `1 234 567`; null if invalid. */
export function readWhole(text: string): number | null {
  const typed = text.replace(/[₫đ]$/i, '').trim();
  if (/^-?\d+$/.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[.,\s]/g, '')) : null;
}

/**
 * Parses three or four digits after the language's decimal separator as a fraction (`14,820` in Vietnamese), instead of as
 * thousands (`14.820`). `half` is one half in the language's notation.
 */
function afterSign(typed: string, half: string): number | null {
  const sign = half.charAt(1);
  const [whole = '', part, ...more] = typed.split(sign);
  if (part === undefined || more.length > 0 || !/^\d{3,4}$/.test(part)) return null;
  const before = readWhole(whole);
  return before === null ? null : Number(`${typed.startsWith('-') ? '-' : ''}${Math.abs(before)}.${part}`);
}

/**
 * Parses a number with up to two decimals after a comma or dot, or more if the decimal separator is known; groups of three
 * digits are thousands.
 */
export function readDecimal(text: string, half = ''): number | null {
  const typed = text.replace(/%$/, '').trim();
  const exact = half ? afterSign(typed, half) : null;
  if (exact !== null) return exact;
  const parts = /^(-?.*?)(?:[.,](\d{1,2}))?$/.exec(typed);
  const whole = readWhole(parts?.[1] ?? '');
  if (whole === null) return null;
  const part = Number(`0.${parts?.[2] ?? '0'}`);
  return Math.round((typed.startsWith('-') ? whole - part : whole + part) * 100) / 100;
}
