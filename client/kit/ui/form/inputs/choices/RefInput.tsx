import { targetOf } from '../../../../records/definitions.ts';
import { Combobox, ManyCombobox } from '../../../controls/Combobox.tsx';
import { type InputProps, textOf } from '../input.ts';
import { nameOf, useRefLoad, useRefs, useWorkerLoad } from './ref-options.ts';

const NOTHING = { to: '', where: undefined, worksIn: undefined, first: undefined };
const offered = (to: string) => (to ? targetOf(to).offered : undefined);

/** Selects a record of another module by any part of its name. */
export function RefInput({ field, value, filter, placeholder, disabled, autoOpen, onChange, onBlur }: InputProps) {
  const { to, where, worksIn, first } = field.kind === 'ref' ? field : NOTHING;
  const refs = useRefLoad(to, { ...offered(to), ...where, ...filter }, first);
  const workers = useWorkerLoad(worksIn ?? '');
  const load = worksIn ? workers : refs;
  const id = textOf(value);
  const [ref] = useRefs(to, id ? [id] : []);
  return (
    <Combobox
      load={load}
      autoOpen={autoOpen}
      value={id ? { value: id, label: nameOf(ref) } : null}
      placeholder={placeholder}
      disabled={disabled}
      onChange={option => onChange(option?.value ?? '')}
      onBlur={onBlur}
    />
  );
}

/** Selects several records of another module. */
export function RefsInput({ field, value, filter, placeholder, disabled, onChange, onBlur }: InputProps) {
  const { to, where, worksIn, first } = field.kind === 'refs' ? field : NOTHING;
  const records = useRefLoad(to, { ...offered(to), ...where, ...filter }, first);
  const workers = useWorkerLoad(worksIn ?? '');
  const load = worksIn ? workers : records;
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
