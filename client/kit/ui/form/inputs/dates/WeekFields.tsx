import { CopyCheck } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../controls/Button.tsx';
import { FormPart } from '../../FormPart.tsx';
import { FieldInput } from '../FieldInput.tsx';

interface WeekFieldsProps {
  /** Noun whose words `form.hours`, `form.hoursHelp` and `form.fill` are used. */
  noun: string;
  /** Fields of the days in the order of the week. */
  days: readonly string[];
  /** Days to which a button copies the hours of the first. */
  filled: readonly string[];
}

/** Hours of each weekday; those of the first can be copied to others. */
export function WeekFields({ noun, days, filled }: WeekFieldsProps) {
  const { t } = useTranslation(noun);
  const { getValues, setValue } = useFormContext();
  const fill = () => {
    for (const day of filled) setValue(day, getValues(days[0] ?? ''), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <FormPart title={t('form.hours')}>
      <p data-wide="">{t('form.hoursHelp')}</p>
      {days.map(day => (
        <FieldInput key={day} name={day} />
      ))}
      <div data-wide="">
        <Button size="sm" icon={CopyCheck} onClick={fill}>
          {t('form.fill')}
        </Button>
      </div>
    </FormPart>
  );
}
