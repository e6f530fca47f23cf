import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { WeekFields } from '../../kit/ui/form/inputs/dates/WeekFields.tsx';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';

/** Form fields of an elevator: capacity, opening hours, lengths of moves. */
export function ElevatorFields() {
  const { t } = useTranslation('elevator');
  return (
    <>
      <FormPart title={t('name')}>
        <FieldInputs names={['name', 'blockId', 'kind', 'capacity', 'order', 'active']} />
      </FormPart>
      <WeekFields noun="elevator" days={WEEK} filled={WEEK} />
      <FormPart title={t('form.moves')}>
        <FieldInputs names={['slotMinutes', 'minMinutes', 'maxMinutes', 'bufferMinutes', 'weightKg', 'size']} />
      </FormPart>
    </>
  );
}
