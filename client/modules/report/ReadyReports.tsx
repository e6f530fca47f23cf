import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { readyReports } from '@lobby/shared/modules/report.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Ready = AnswerOf<typeof readyReports>[number];

export function ReadyReports() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '' } = useParams();
  const { data, error, again } = useContract<typeof readyReports>('/report/ready');
  const groups = [...Map.groupBy(data ?? [], ({ group }) => group)];
  return (
    <ReportPage title={t('ui.ready')}>
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <div className={reportBodyClass()}>
          {groups.map(([group, own]) => (
            <section key={group}>
              <h2>{own[0]?.groupName}</h2>
              <FigureTable<Ready>
                label={own[0]?.groupName ?? ''}
                rows={own}
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
            </section>
          ))}
        </div>
      )}
    </ReportPage>
  );
}
