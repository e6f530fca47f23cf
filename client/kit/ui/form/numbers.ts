const GROUPED = /^-?\d{1,3}([.,\s]\d{3})+$/;

/** A whole number as people type it: `1.234.567`, `1,234,567`, `1 234 567`; null when it is none. */
export function readWhole(text: string): number | null {
  const typed = text.replace(/[₫đ]$/i, '').trim();
  if (/^-?\d+$/.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[.,\s]/g, '')) : null;
}

/** How a language writes a half: by its sign three digits are a part (`14,820` in Vietnamese), by the other one thousands (`14.820`). */
function afterSign(typed: string, half: string): number | null {
  const sign = half.charAt(1);
  const [whole = '', part, ...more] = typed.split(sign);
  if (part === undefined || more.length > 0 || !/^\d{3,4}$/.test(part)) return null;
  const before = readWhole(whole);
  return before === null ? null : Number(`${typed.startsWith('-') ? '-' : ''}${Math.abs(before)}.${part}`);
}

/** A number with up to two decimals after a comma or a dot, more where it is known which of them is the sign; groups of three digits are thousands. */
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
