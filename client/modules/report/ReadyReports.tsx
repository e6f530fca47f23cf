import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { readyReports } from '@lobby/shared/modules/report.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Ready = AnswerOf<typeof readyReports>[number];

export function ReadyReports() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '' } = useParams();
  const { data, error, again } = useContract<typeof readyReports>('/report/ready');
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
