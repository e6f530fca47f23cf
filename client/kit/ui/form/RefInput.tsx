import type { KnownRef } from '../../refs.ts';
import { Combobox, ManyCombobox } from '../Combobox.tsx';
import { type InputProps, textOf } from './input.ts';
import { useRefLoad, useRefs } from './ref-options.ts';

/** A name on its way, or of what is gone. */
const nameOf = (ref: KnownRef) => (ref ? ref.name : ref === null ? '–' : '…');

/** One record of another module, found by typing any part of it. */
export function RefInput({ field, value, filter, placeholder, disabled, onChange, onBlur }: InputProps) {
  const { to, where } = field.kind === 'ref' ? field : { to: '', where: undefined };
  const load = useRefLoad(to, { ...where, ...filter });
  const id = textOf(value);
  const [ref] = useRefs(to, id ? [id] : []);
  return (
    <Combobox
      load={load}
      value={id ? { value: id, label: nameOf(ref) } : null}
      placeholder={placeholder}
      disabled={disabled}
      onChange={option => onChange(option?.value ?? '')}
      onBlur={onBlur}
    />
  );
}

/** Several records of another module. */
export function RefsInput({ field, value, filter, placeholder, disabled, onChange, onBlur }: InputProps) {
  const { to, where } = field.kind === 'refs' ? field : { to: '', where: undefined };
  const load = useRefLoad(to, { ...where, ...filter });
  const ids = Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
  const refs = useRefs(to, ids);
  return (
    <ManyCombobox
      load={load}
      value={ids.map((id, at) => ({ value: id, label: nameOf(refs[at]) }))}
      placeholder={placeholder}
      disabled={disabled}
      onChange={options => onChange(options.map(option => option.value))}
      onBlur={onBlur}
    />
  );
}
