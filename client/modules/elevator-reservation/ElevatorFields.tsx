import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { CopyCheck } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/Button.tsx';
import { FieldInput } from '../../kit/ui/form/FieldInput.tsx';
import { FieldInputs } from '../../kit/ui/form/FieldInputs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';

/** An elevator, when it takes moves, and how long each may take. */
export function ElevatorFields() {
  const { t } = useTranslation('elevator');
  const { getValues, setValue } = useFormContext();
  const fill = () => {
    for (const day of WEEK) setValue(day, getValues('monday'), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <FormPart title={t('name')}>
        <FieldInputs names={['name', 'blockId', 'kind', 'capacity', 'order', 'active']} />
      </FormPart>
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
      <FormPart title={t('form.moves')}>
        <FieldInputs names={['slotMinutes', 'minMinutes', 'maxMinutes', 'bufferMinutes', 'weightKg', 'size']} />
      </FormPart>
    </>
  );
}
