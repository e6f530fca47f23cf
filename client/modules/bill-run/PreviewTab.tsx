import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

interface ByService {
  serviceId: string;
  bills: number;
  total: number;
  before: number;
  outliers: number;
}
interface Preview {
  units: number;
  bills: number;
  total: number;
  services: ByService[];
  outliers: { unitId: string; serviceId: string; total: number; before: number }[];
  skipped: { reason: string; count: number; unitIds: string[] }[];
}

const headClass = styleClass({ textStyle: 'sm', fontWeight: 'semibold', pt: '4', pb: '1' });
const skippedClass = styleClass({ '& li': { py: '1' }, '& small': { color: 'fg.muted', '& > span': { pe: '2' } } });

/** What a run would make before it begins: sums by service beside last month's, what stands out, and who gets none and why. */
export function PreviewTab({ id }: { id: string }) {
  const { t } = useTranslation(['bill-run', 'books']);
  const { money, number } = useFormats();
  const { data, error, again } = useQuery<Preview>(`${billRun.path}/${id}/plan`, {
    follow: billRun.code,
    delay: 2000,
  });
  if (error && !data) return <ErrorState title={t('books:failed')} onRetry={again} />;
  if (!data) return <SkeletonRows />;
  const listed = data.services.filter(one => one.bills > 0 || one.before > 0);
  return (
    <DetailBody>
      <p>
        {data.bills === 0
          ? t('preview.nothing')
          : t('preview.sums', { bills: number(data.bills), total: money(data.total) })}
      </p>
      {listed.length > 0 && (
        <FigureTable<ByService>
          label={t('preview.tab')}
          rows={listed}
          keyOf={({ serviceId }) => serviceId}
          columns={[
            {
              key: 'service',
              label: t('preview.service'),
              cell: one => <RefName to="service" id={one.serviceId} />,
              foot: '',
            },
            {
              key: 'bills',
              label: t('preview.bills'),
              figure: true,
              cell: one => number(one.bills),
              foot: number(data.bills),
            },
            {
              key: 'total',
              label: t('preview.total'),
              figure: true,
              cell: one => money(one.total),
              foot: money(data.total),
            },
            { key: 'before', label: t('preview.before'), figure: true, cell: one => money(one.before) },
          ]}
        />
      )}
      {data.outliers.length > 0 && (
        <>
          <h3 className={headClass()}>{t('preview.outliers')}</h3>
          <FigureTable
            label={t('preview.outliers')}
            rows={data.outliers}
            keyOf={one => `${one.unitId} ${one.serviceId}`}
            columns={[
              {
                key: 'unit',
                label: t('fields.unitId'),
                cell: one => (
                  <>
                    <RefName to="unit" id={one.unitId} /> · <RefName to="service" id={one.serviceId} />
                  </>
                ),
              },
              { key: 'total', label: t('preview.total'), figure: true, cell: one => money(one.total) },
              { key: 'before', label: t('preview.before'), figure: true, cell: one => money(one.before) },
            ]}
          />
        </>
      )}
      {data.skipped.length > 0 && (
        <>
          <h3 className={headClass()}>{t('preview.skipped')}</h3>
          <ul className={skippedClass()}>
            {data.skipped.map(({ reason, count, unitIds }) => (
              <li key={reason}>
                {t(`skipped.${reason}`, { count })}
                <br />
                <small>
                  {unitIds.map(unitId => (
                    <span key={unitId}>
                      <RefName to="unit" id={unitId} />
                    </span>
                  ))}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailBody>
  );
}
