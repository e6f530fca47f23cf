import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { scheduleRuns } from '@lobby/shared/modules/report-schedule.contract.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Part = Sending['parts'][number];
type Sending = AnswerOf<typeof scheduleRuns>[number];
type Row = Part & Pick<Sending, 'id' | 'at'>;

/** Sendings of a schedule with the result per recipient. */
export function RunsTab({ id }: { id: string }) {
  const { t } = useTranslation(reportSchedule.name);
  const { dateTime, number } = useFormats();
  const { data, error, again } = useContract<typeof scheduleRuns>('/report-schedule/:id/runs', {
    params: { id },
    follow: reportSchedule.code,
  });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  const rows = data.flatMap(({ id: run, at, parts }) => parts.map(part => ({ ...part, id: run, at })));
  if (rows.length === 0) return <DetailBody>{t('ui.noRuns')}</DetailBody>;
  return (
    <FigureTable<Row>
      label={t('ui.runs')}
      rows={rows}
      keyOf={({ id: run, employeeId }) => `${run} ${employeeId}`}
      columns={[
        { key: 'at', label: t('fields.lastAt'), cell: ({ at }) => dateTime(at) },
        { key: 'who', label: t('ui.recipient'), cell: ({ employeeId }) => <RefName to="employee" id={employeeId} /> },
        {
          key: 'state',
          label: t('ui.result'),
          cell: ({ state, reason }) => (reason ? `${t(`state.${state}`)}: ${t(`why.${reason}`)}` : t(`state.${state}`)),
        },
        {
          key: 'rows',
          label: t('ui.rows'),
          figure: true,
          cell: ({ rows: count }) => (count === null ? '' : number(count)),
        },
      ]}
    />
  );
}
