import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import type { EventRow } from '../../kit/store/events.ts';

const STATUS: Field = { kind: 'choice', options: [] };

/** Fields changed by an entry; empty for new and removed records, where all fields are meant. */
export function changesOf(
  definition: Definition | undefined,
  { action, before, after }: Pick<EventRow, 'action' | 'before' | 'after'>,
): [string, Field][] {
  if (!definition || !after || action === 'create' || action === 'remove') return [];
  return Object.keys(after).flatMap((name): [string, Field][] => {
    const field = name === 'status' ? STATUS : definition.fields[name];
    const same = JSON.stringify(before?.[name] ?? null) === JSON.stringify(after[name] ?? null);
    return field && !field.internal && !same ? [[name, field]] : [];
  });
}
