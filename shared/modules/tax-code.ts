import type { FieldErrors } from '../kit/errors.ts';

/** Requires 10 digits (organisations) or 13 (branches) (rules.md 5). */
export const taxCodeFits = ({ taxCode }: Record<string, unknown>): FieldErrors =>
  typeof taxCode !== 'string' || taxCode === '' || [10, 13].includes(taxCode.length)
    ? {}
    : { taxCode: { code: 'TAX_CODE_LENGTH' } };

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const;

/** Check digit for the first nine digits of a tax code; null where none is valid. */
export function checkDigitOf(nine: string): string | null {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(nine[at]), 0);
  const digit = 10 - (sum % 11);
  return digit === 10 ? null : String(digit);
}

export const hasCheckDigit = (taxCode: string): boolean => checkDigitOf(taxCode.slice(0, 9)) === taxCode[9];
