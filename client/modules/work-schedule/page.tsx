import { holiday, workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { SCHEDULE_FORM, WeekPart } from './WeekPart.tsx';
import { YearPart } from './YearPart.tsx';

/** Working time of the building by week and year, with the lists of schedules and holidays. */
export function Component() {
  const { t } = useTranslation(['work-schedule', 'holiday']);
  return (
    <ScreenParts
      label={t('screen')}
      parts={[
        { value: 'week', label: t('parts.week'), content: <WeekPart /> },
        { value: 'year', label: t('parts.year'), content: <YearPart /> },
        {
          value: 'schedules',
          label: t('plural'),
          content: <RecordsPage definition={workSchedule} form={SCHEDULE_FORM} widths={{ name: 200 }} />,
        },
        {
          value: 'holidays',
          label: t('holiday:plural'),
          content: <RecordsPage definition={holiday} widths={{ startsOn: 116, endsOn: 128 }} />,
        },
      ]}
    />
  );
}
