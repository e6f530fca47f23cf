import type { RefObject } from 'react';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';

interface UnitCodeFieldProps {
  label: string;
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (code: string) => void;
}

/** Input for the unit code; receives the focus again after each entry. */
export function UnitCodeField({ label, box, value, onChange }: UnitCodeFieldProps) {
  return (
    <Field label={label} required>
      <TextInput ref={box} required value={value} autoComplete="off" onChange={event => onChange(event.target.value)} />
    </Field>
  );
}
