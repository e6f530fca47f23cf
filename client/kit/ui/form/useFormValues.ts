import type { Field } from '@lobby/shared/kit/fields.ts';
import { useWatch } from 'react-hook-form';
import { useWriting } from './form-context.ts';
import type { TypedValues } from './read-form.ts';
import { readValue } from './values.ts';

/**
 * What inputs of the form around stand for as the server takes it; null where one is blank or cannot be read. Inputs
 * hold text as their reader writes it (`11/2026`, `1.500`): a call that is made while somebody types is made of this.
 */
export function useFormValues<N extends string>(fields: Readonly<Record<N, Field>>): Record<N, unknown> {
  const how = useWriting();
  const names = Object.keys(fields) as N[];
  const typed = useWatch<TypedValues>({ name: names });
  return Object.fromEntries(
    names.map((name, at) => [name, readValue(fields[name], typed[at], how).value ?? null]),
  ) as Record<N, unknown>;
}
