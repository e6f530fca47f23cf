import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

interface Period {
  from: string;
  to: string;
}

/** The two days that a report is asked for. */
export function PeriodFields({ from, to, onChange }: Period & { onChange: (period: Period) => void }) {
  const { t } = useTranslation('books');
  return (
    <>
      <Field label={t('cashbook.from')}>
        <TextInput
          type="date"
          value={from}
          max={to}
          onChange={event => event.target.value && onChange({ from: event.target.value, to })}
        />
      </Field>
      <Field label={t('cashbook.to')}>
        <TextInput
          type="date"
          value={to}
          min={from}
          onChange={event => event.target.value && onChange({ from, to: event.target.value })}
        />
      </Field>
    </>
  );
}
