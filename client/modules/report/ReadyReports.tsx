import { report } from '@lobby/shared/modules/report.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

interface Ready {
  id: string;
  name: string;
  sourceName: string;
}

export function ReadyReports() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '' } = useParams();
  const { data, error, again } = useQuery<Ready[]>(`${report.path}/ready`);
  return (
    <ReportPage title={t('ui.ready')}>
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      <FigureTable<Ready>
        label={t('ui.ready')}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('fields.name'),
            cell: ({ id, name }) => <Link to={`/projects/${idUnitGroup}/report/${id}`}>{name}</Link>,
          },
          { key: 'source', label: t('fields.source'), cell: ({ sourceName }) => sourceName },
        ]}
      />
    </ReportPage>
  );
}
