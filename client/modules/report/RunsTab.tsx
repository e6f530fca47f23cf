import { type LeftOutBy, type Received, reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

interface Part {
  employeeId: string;
  state: Received;
  reason: LeftOutBy | null;
  rows: number | null;
}
interface Sending {
  id: string;
  at: string;
  parts: Part[];
}
type Row = Part & Pick<Sending, 'id' | 'at'>;

/** Sendings of a schedule with the result per recipient. */
export function RunsTab({ id }: { id: string }) {
  const { t } = useTranslation(reportSchedule.name);
  const { dateTime, number } = useFormats();
  const { data, error, again } = useQuery<Sending[]>(`${reportSchedule.path}/${id}/runs`, {
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
