import type { Field, Fields } from './fields.ts';

const asks = (field: Field | undefined): boolean => field?.kind === 'instant' && field.asks === 'past';

/** Whether some of the fields require confirmation of a past time. */
export const asksPast = (fields: Fields): boolean => Object.values(fields).some(asks);

/** The first of them with a past time; null if none. */
export function overIn(fields: Fields, values: Readonly<Record<string, unknown>>, now: number): string | null {
  const over = Object.entries(values).find(
    ([name, value]) => asks(fields[name]) && value && Date.parse(String(value)) < now,
  );
  return over?.[0] ?? null;
}
