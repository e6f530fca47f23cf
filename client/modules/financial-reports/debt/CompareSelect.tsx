import { useTranslation } from 'react-i18next';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';

const COMPARED = ['none', 'previous', 'lastYear'] as const;
export type Compared = (typeof COMPARED)[number];

interface CompareSelectProps {
  value: Compared;
  onChange: (compare: Compared) => void;
}

/** Select of the period beside which a report stands. */
export function CompareSelect({ value, onChange }: CompareSelectProps) {
  const { t } = useTranslation('books');
  return (
    <Field label={t('sheet.compare')}>
      <Select
        value={value}
        choices={COMPARED.map(compared => ({ value: compared, label: t(`result.with.${compared}`) }))}
        onChange={event => onChange(event.target.value as Compared)}
      />
    </Field>
  );
}
