import type { Field } from '@lobby/shared/kit/fields.ts';

/** Whether a value is empty. */
export const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field is an internal id or key. */
export const isBehind = (field: Field): boolean =>
  field.internal === true || (field.kind === 'text' && field.key === true);
