import { useTranslation } from 'react-i18next';
import { Field } from '../../../controls/Field.tsx';
import { DayInput } from './DayInput.tsx';

interface Period {
  from: string;
  to: string;
}

/** From and to of a report. */
export function PeriodFields({ from, to, onChange }: Period & { onChange: (period: Period) => void }) {
  const { t } = useTranslation('books');
  return (
    <>
      <Field label={t('cashbook.from')}>
        <DayInput label={t('cashbook.from')} value={from} max={to} onChange={day => onChange({ from: day, to })} />
      </Field>
      <Field label={t('cashbook.to')}>
        <DayInput label={t('cashbook.to')} value={to} min={from} onChange={day => onChange({ from, to: day })} />
      </Field>
    </>
  );
}
