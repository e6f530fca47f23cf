const GROUPED = /^-?\d{1,3}([.,\s]\d{3})+$/;

/** A whole number as people type it: `1.234.567`, `1,234,567`, `1 234 567`; null when it is none. */
export function readWhole(text: string): number | null {
  const typed = text.replace(/[₫đ]$/i, '').trim();
  if (/^-?\d+$/.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[.,\s]/g, '')) : null;
}

/** A number with up to two decimals after a comma or a dot; groups of three digits are thousands. */
export function readDecimal(text: string): number | null {
  const typed = text.replace(/%$/, '').trim();
  const parts = /^(-?.*?)(?:[.,](\d{1,2}))?$/.exec(typed);
  const whole = readWhole(parts?.[1] ?? '');
  if (whole === null) return null;
  const part = Number(`0.${parts?.[2] ?? '0'}`);
  return Math.round((typed.startsWith('-') ? whole - part : whole + part) * 100) / 100;
}
