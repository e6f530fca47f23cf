import type { FieldErrors, KitError } from '@lobby/shared/kit/errors.ts';

/** A refusal with a declared code; caught at the edge, where the code becomes a status and words. */
export class Refusal extends Error {
  readonly code: string;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: string, data?: Record<string, unknown>) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** Refuses with a code of the kit, or of a module's definition. */
export function fail(code: KitError | (string & {}), data?: Record<string, unknown>): never {
  throw new Refusal(code, data);
}

/** Dates the wrong way round, and what an invoice wants otherwise of its buyer, are refusals of their own, whoever finds them, where nothing else is wrong. */
const OWN =
  /^(DATES_REVERSED|INVOICE_BUYER_\w+_REQUIRED|INVOICE_ISSUER_TYPE_INVALID|(TAX_CODE|IDENTITY_CARD)_INVALID|BUDGET_CODE_LENGTH)$/;
function codeOf(fields: FieldErrors): string {
  const [code, ...others] = new Set(Object.values(fields).map(one => one.code));
  return code !== undefined && others.length === 0 && OWN.test(code) ? code : 'VALIDATION_FAILED';
}

/** Refuses fields: 400 for what a schema can see, 422 for what only the data can tell. */
export function failFields(
  fields: FieldErrors,
  code: KitError | (string & {}) = codeOf(fields),
  more: Record<string, unknown> = {},
): never {
  throw new Refusal(code, { fields, ...more });
}
