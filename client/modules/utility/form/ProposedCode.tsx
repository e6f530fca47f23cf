import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { codeFrom, iconFrom } from './proposals.ts';

/** Proposes code and icon from the name until the user changes them. */
export function ProposedCode() {
  const name = String(useWatch<TypedValues>({ name: 'name' }) ?? '');
  const { getValues, setValue, formState } = useFormContext<TypedValues>();
  const begun = useRef(name);
  const proposed = useRef({ code: '', icon: '' });
  const isNew = !formState.defaultValues?.name;
  useEffect(() => {
    if (!isNew || name === begun.current) return;
    const next = { code: codeFrom(name), icon: iconFrom(name) };
    for (const key of ['code', 'icon'] as const) {
      const value = getValues(key);
      const free = !value || value === proposed.current[key] || (key === 'icon' && value === 'other');
      if (free) setValue(key, next[key], { shouldDirty: true });
    }
    proposed.current = next;
  }, [name, isNew, getValues, setValue]);
  return null;
}
