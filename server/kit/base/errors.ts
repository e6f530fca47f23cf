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

const REVERSED = 'DATES_REVERSED';
/** Dates the wrong way round are a refusal of their own, whoever finds them, where nothing else is wrong. */
function codeOf(fields: FieldErrors): string {
  const all = Object.values(fields);
  return all.length > 0 && all.every(({ code }) => code === REVERSED) ? REVERSED : 'VALIDATION_FAILED';
}

/** Refuses fields: 400 for what a schema can see, 422 for what only the data can tell. */
export function failFields(
  fields: FieldErrors,
  code: KitError | (string & {}) = codeOf(fields),
  more: Record<string, unknown> = {},
): never {
  throw new Refusal(code, { fields, ...more });
}
