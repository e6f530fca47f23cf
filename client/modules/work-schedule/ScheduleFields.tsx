import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { CopyCheck } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/Button.tsx';
import { FieldInput } from '../../kit/ui/form/FieldInput.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';

const WORKDAYS = WEEK.slice(1, 5);

/** What a schedule is called and for whom, and the shifts of its days. */
export function ScheduleFields() {
  const { t } = useTranslation('work-schedule');
  const { getValues, setValue } = useFormContext();
  const fill = () => {
    for (const day of WORKDAYS) setValue(day, getValues('monday'), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <FieldInput name="name" />
      <FormPart title={t('form.hours')}>
        <p data-wide="">{t('form.hoursHelp')}</p>
        {WEEK.map(day => (
          <FieldInput key={day} name={day} />
        ))}
        <div data-wide="">
          <Button size="sm" icon={CopyCheck} onClick={fill}>
            {t('form.fill')}
          </Button>
        </div>
      </FormPart>
      <FieldInput name="counts" />
      <FieldInput name="departmentId" />
      <FieldInput name="color" />
    </>
  );
}
