/** A Vietnamese phone as E.164, or null: 0 or +84 and then 8 to 10 digits (rules.md 5, Contact), spaces, dots and dashes as people write them. */
export function toE164(text: string): string | null {
  // A single digit after a point is a fraction, left by a column of numbers: without the point it would be another phone.
  if (/\.\d$/.test(text.trim())) return null;
  const digits = text.replace(/[\s.()-]/g, '');
  const m = /^(?:\+?84|0)([1-9]\d{7,9})$/.exec(digits);
  return m ? `+84${m[1]}` : null;
}

/** The phone that somebody looks for: also without its 0, as spreadsheets leave it, and with both 84 and 0. */
export function soughtPhone(text: string): string | null {
  const digits = text.replace(/[\s.()-]/g, '');
  const bare = /^(?:\+?840)?([35789]\d{8}|2\d{9})$/.exec(digits)?.[1];
  return bare ? `+84${bare}` : toE164(text);
}

/** The phone as people read it: `0912 345 678`. */
export function readPhone(phone: string): string {
  const local = phone.replace(/^\+84/, '0');
  return local.replace(/^(\d{4})(\d{3})(\d{3,4})$/, '$1 $2 $3');
}

/** An address as mail servers take it: letters without accents, no dot beside another or at an end. */
export const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** rules.md says 4 to 30; real addresses are longer (domain.md 15). */
export const EMAIL_LENGTH = { min: 4, max: 254 };
/** rules.md 5: a resident's identifier. */
export const IDENTIFIER_LENGTH = { min: 8, max: 15 };
/** rules.md 5: the identity card or passport of somebody who does not live here. */
export const PAPER_LENGTH = { min: 9, max: 12 } as const;
/** rules.md 5: more than 6 characters; the upper end bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 7, max: 128 };
