import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { RunsTab } from './RunsTab.tsx';

const FORM = pairedForm(
  ['name', 'period', 'format', 'language', 'frequency', 'monthDay', 'time', 'onHoliday', 'startsOn', 'endsOn'],
  ['weekdays', 'what', 'recipientIds', 'positionIds', 'note', 'onlyIfRows'],
);
const WIDTHS = {
  name: 240,
  frequency: 120,
  time: 96,
  period: 132,
  format: 120,
  recipientIds: 180,
  nextAt: 150,
  lastResult: 130,
  status: 124,
};

export function Schedules() {
  const { t } = useTranslation(reportSchedule.name);
  return (
    <RecordsPage
      definition={reportSchedule}
      widths={WIDTHS}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'runs', label: t('ui.runs'), content: <RunsTab id={id} /> }] }}
    />
  );
}
