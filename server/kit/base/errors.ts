import type { FieldErrors, KitError } from '@lobby/shared/kit/errors.ts';

/** A refusal with a declared code. The error handler of the HTTP layer turns it into a status and a message. */
export class Refusal extends Error {
  readonly code: string;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: string, data?: Record<string, unknown>) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** Throws a refusal with a code of the kit or of a module's definition. */
export function fail(code: KitError | (string & {}), data?: Record<string, unknown>): never {
  throw new Refusal(code, data);
}

/**
 * Codes that a refusal takes from its fields when all fields agree on one of them: reversed dates, and what an invoice
 * requires of its buyer.
 */
const OWN =
  /^(DATES_REVERSED|INVOICE_BUYER_\w+_REQUIRED|INVOICE_ISSUER_TYPE_INVALID|(TAX_CODE|IDENTITY_CARD)_INVALID|BUDGET_CODE_LENGTH)$/;
function codeOf(fields: FieldErrors): string {
  const [code, ...others] = new Set(Object.values(fields).map(field => field.code));
  return code !== undefined && others.length === 0 && OWN.test(code) ? code : 'VALIDATION_FAILED';
}

/** Throws a refusal with errors by field: 400 for what a schema can check, 422 for what depends on stored data. */
export function failFields(
  fields: FieldErrors,
  code: KitError | (string & {}) = codeOf(fields),
  more: Record<string, unknown> = {},
): never {
  throw new Refusal(code, { fields, ...more });
}
