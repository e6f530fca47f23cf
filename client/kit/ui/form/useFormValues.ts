import type { Field } from '@lobby/shared/kit/fields.ts';
import { useWatch } from 'react-hook-form';
import { useWriting } from './form-context.ts';
import type { TypedValues } from './read-form.ts';
import { readValue } from './values.ts';

/**
 * Parsed values of inputs in the surrounding form; null if blank or invalid. Inputs hold text in the reader's notation
 * (`11/2026`, `1.500`), so calls during typing use this.
 */
export function useFormValues<N extends string>(fields: Readonly<Record<N, Field>>): Record<N, unknown> {
  const how = useWriting();
  const names = Object.keys(fields) as N[];
  const typed = useWatch<TypedValues>({ name: names });
  return Object.fromEntries(
    names.map((name, at) => [name, readValue(fields[name], typed[at], how).value ?? null]),
  ) as Record<N, unknown>;
}
