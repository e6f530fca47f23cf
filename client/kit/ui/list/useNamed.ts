import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useMemo } from 'react';
import { targetOf } from '../../records/definitions.ts';
import { useMay } from '../../session/permissions.ts';

/** The definition without columns of references that the reader may not see by name. */
export function useNamed(definition: Definition): Definition {
  const may = useMay();
  const { list, fields } = definition;
  const columns = list.columns.filter(name => {
    const field = fields[name];
    return field?.kind !== 'ref' || !field.readersOnly || may(targetOf(field.to).code);
  });
  const count = columns.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same object while permissions show as many of them
  return useMemo(
    () => (count === list.columns.length ? definition : { ...definition, list: { ...list, columns } }),
    [definition, count],
  );
}
