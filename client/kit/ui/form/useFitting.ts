import { type Field, wantedOf } from '@lobby/shared/kit/fields.ts';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { targetOf } from '../../records/definitions.ts';
import { searchRefs, useRefRow } from '../../refs/refs.ts';
import type { TypedValues } from './read-form.ts';

/**
 * What a reference offers by another field of the form (`fits`). It begins with the first that fits, which the server takes too where nothing
 * is said; what does not fit any more, once the other field says otherwise, makes way for it.
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
  const unfit = chosen !== null && Object.entries(wanted).some(([key, one]) => chosen[key] !== one);
  const [stored] = useState(decided);
  // What was chosen before the field that decides said otherwise is chosen anew; what is stored stays.
  useEffect(() => {
    if (unfit && decided !== stored) setValue(name, '', { shouldDirty: true });
  }, [unfit, decided, stored, name, setValue]);
  const filled = useRef<unknown>(undefined);
  const where = JSON.stringify(ref ? { ...targetOf(ref.to).offered, ...ref.where, ...wanted } : {});
  const to = ref && begins && !value && Object.keys(wanted).length > 0 ? ref.to : null;
  useEffect(() => {
    // Whoever empties it wants to choose.
    if (!to || filled.current === decided) return;
    const controller = new AbortController();
    searchRefs(to, '', JSON.parse(where), controller.signal).then(
      ([first]) => {
        filled.current = decided;
        if (first) resetField(name, { defaultValue: first.id });
      },
      // It stays empty: the input itself says what could not be read.
      () => {},
    );
    return () => controller.abort();
  }, [to, where, decided, name, resetField]);
  return wanted;
}
