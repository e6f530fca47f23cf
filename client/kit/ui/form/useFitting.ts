import { type Field, wantedOf } from '@lobby/shared/kit/fields.ts';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { targetOf } from '../../records/definitions.ts';
import { searchRefs, useRefRow } from '../../refs/refs.ts';
import type { TypedValues } from './read-form.ts';

/**
 * Options of a reference that depend on another field (`fits`). Starts with the first fitting option, which the server also
 * uses if none is given. An option that no longer fits after a change of the other field is replaced.
 */
export function useFitting(
  name: string,
  field: Field | undefined,
  value: TypedValues[string] | undefined,
  begins: boolean,
): Readonly<Record<string, string>> {
  const { resetField, setValue } = useFormContext<TypedValues>();
  const ref = field?.kind === 'ref' && field.fits ? field : null;
  const decides = field && 'fits' in field ? field.fits?.field : undefined;
  const [decided] = useWatch<TypedValues>({ name: decides ? [decides] : [] });
  const wanted = field ? wantedOf(field, decided) : {};
  const chosen = useRefRow(ref?.to ?? '', decides && typeof value === 'string' ? value : null);
  const unfit = chosen !== null && Object.entries(wanted).some(([key, need]) => chosen[key] !== need);
  const [stored] = useState(decided);
  // An option chosen before the deciding field changed is cleared; the stored one is kept.
  useEffect(() => {
    if (unfit && decided !== stored) setValue(name, '', { shouldDirty: true });
  }, [unfit, decided, stored, name, setValue]);
  const filled = useRef<unknown>(undefined);
  const where = JSON.stringify(ref ? { ...targetOf(ref.to).offered, ...ref.where, ...wanted } : {});
  const to = ref && begins && !value && Object.keys(wanted).length > 0 ? ref.to : null;
  useEffect(() => {
    // If the user emptied it, they want to choose.
    if (!to || filled.current === decided) return;
    const controller = new AbortController();
    searchRefs(to, '', JSON.parse(where), controller.signal).then(
      ([first]) => {
        filled.current = decided;
        if (first) resetField(name, { defaultValue: first.id });
      },
      // Stays empty: the input itself shows the loading error.
      () => {},
    );
    return () => controller.abort();
  }, [to, where, decided, name, resetField]);
  return wanted;
}
