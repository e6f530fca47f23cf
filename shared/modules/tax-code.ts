import type { FieldErrors } from '../kit/errors.ts';

/** An organisation has 10 digits, a branch of it 13 (rules.md 5). */
export const taxCodeFits = ({ taxCode }: Record<string, unknown>): FieldErrors =>
  typeof taxCode !== 'string' || taxCode === '' || [10, 13].includes(taxCode.length)
    ? {}
    : { taxCode: { code: 'TAX_CODE_LENGTH' } };
