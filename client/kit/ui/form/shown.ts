import type { Field } from '@lobby/shared/kit/fields.ts';

/** Whether a field has nothing to show. */
export const isNone = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** An id or key behind a record, which says nothing to people. */
export const isBehind = (field: Field): boolean =>
  field.internal === true || (field.kind === 'text' && field.key === true);
