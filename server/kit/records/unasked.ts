import type { Definition } from '@lobby/shared/kit/definition.ts';
import { emptyValue, isAsked } from '@lobby/shared/kit/fields.ts';

/** Clears values of fields that do not apply given the others, stored ones included. */
export function withoutUnasked(
  { fields }: Definition,
  values: Readonly<Record<string, unknown>>,
  doc: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  const whole = { ...doc, ...values };
  const unasked = Object.entries(fields).filter(
    ([name, field]) => field.visibleWhen && name in whole && !isAsked(field, whole) && !isEmpty(whole[name]),
  );
  return { ...values, ...Object.fromEntries(unasked.map(([name, field]) => [name, emptyValue(field)])) };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
