import { useQuery } from '../../../../live/useQuery.ts';
import { Field } from '../../../controls/Field.tsx';
import { Select } from '../../../controls/Select.tsx';

interface RefSelectProps {
  label: string;
  /** Path of the records, few enough for a select. */
  path: string;
  /** Label of the empty choice, which selects all records. */
  all: string;
  value: string;
  onChange: (id: string) => void;
}

/** Select of one record of a short list, or of all. */
export function RefSelect({ label, path, all, value, onChange }: RefSelectProps) {
  const options = useQuery<{ id: string; name: string }[]>(`${path}/options`);
  return (
    <Field label={label}>
      <Select
        value={value}
        choices={[
          { value: '', label: all },
          ...(options.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  );
}
