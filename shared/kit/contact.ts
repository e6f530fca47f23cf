/**
 * A Vietnamese phone number in E.164, or null: 0 or +84, then 8 to 10 digits (rules.md 5, Contact). Spaces, dots and dashes
 * are allowed.
 */
export function toE164(text: string): string | null {
  // A single digit after a point comes from a numeric column: without the point it would be another number.
  if (/\.\d$/.test(text.trim())) return null;
  const digits = text.replace(/[\s.()-]/g, '');
  const m = /^(?:\+?84|0)([1-9]\d{7,9})$/.exec(digits);
  return m ? `+84${m[1]}` : null;
}

/** The phone number somebody searches for: also without its 0, as spreadsheets drop it, or with both 84 and 0. */
export function soughtPhone(text: string): string | null {
  const digits = text.replace(/[\s.()-]/g, '');
  const bare = /^(?:\+?840)?([35789]\d{8}|2\d{9})$/.exec(digits)?.[1];
  return bare ? `+84${bare}` : toE164(text);
}

/** Formats a phone number: `0912 345 678`. */
export function readPhone(phone: string): string {
  const local = phone.replace(/^\+84/, '0');
  return local.replace(/^(\d{4})(\d{3})(\d{3,4})$/, '$1 $2 $3');
}

/** A mail address as servers accept it: ASCII letters, no double, leading or trailing dot. */
export const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** rules.md says 4 to 30, but real addresses are longer (domain.md 15). */
export const EMAIL_LENGTH = { min: 4, max: 254 };
/** Length of a resident's identifier (rules.md 5). */
export const IDENTIFIER_LENGTH = { min: 8, max: 15 };
/** Length of an identity card or passport number of non-residents (rules.md 5). */
export const PAPER_LENGTH = { min: 9, max: 12 } as const;
/** More than 6 characters (rules.md 5); the maximum bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 7, max: 128 };
