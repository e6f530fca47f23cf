import type { Field, Fields } from './fields.ts';

const asks = (field: Field | undefined): boolean => field?.kind === 'instant' && field.asks === 'past';

/** Whether some of the fields are asked about where they are given a time that is over. */
export const asksPast = (fields: Fields): boolean => Object.values(fields).some(asks);

/** The first of them that was given such a time; null where none was. */
export function overIn(fields: Fields, values: Readonly<Record<string, unknown>>, now: number): string | null {
  const over = Object.entries(values).find(
    ([name, value]) => asks(fields[name]) && value && Date.parse(String(value)) < now,
  );
  return over?.[0] ?? null;
}
