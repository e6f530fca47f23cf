import type { readyReports } from '@lobby/shared/modules/report.contract.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

/** As many columns as fit, so that most reports are in view at once. */
const listClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: '6',
  listStyle: 'none',
  m: '0',
  px: '4',
  '& a': { display: 'block', py: '2' },
});

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
          {groups.map(([group, reports]) => (
            <section key={group} aria-label={reports[0]?.groupName}>
              <h2>{reports[0]?.groupName}</h2>
              <ul className={listClass()}>
                {reports.map(({ id, name }) => (
                  <li key={id}>
                    <Link to={`/projects/${idUnitGroup}/report/${id}`}>{name}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </ReportPage>
  );
}
