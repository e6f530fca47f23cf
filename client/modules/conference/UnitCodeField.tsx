import type { RefObject } from 'react';
import { Field } from '../../kit/ui/Field.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';

interface UnitCodeFieldProps {
  label: string;
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (code: string) => void;
}

/** The code of the unit whose paper is keyed in; it is gone back to after each. */
export function UnitCodeField({ label, box, value, onChange }: UnitCodeFieldProps) {
  return (
    <Field label={label} required>
      <TextInput ref={box} required value={value} autoComplete="off" onChange={event => onChange(event.target.value)} />
    </Field>
  );
}
