import { bill } from '@lobby/shared/modules/bill.ts';
import { debtReport } from '@lobby/shared/modules/reports.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';

const AGES = ['notDue', 'd30', 'd60', 'd90', 'over'] as const;
type Ages = Record<(typeof AGES)[number] | 'total', number>;
interface Debt extends Ages {
  units: (Ages & { unitId: string; code: string })[];
  services: (Ages & { serviceId: string })[];
}

/** What is owed, by how long, service and unit; live. */
export function Component() {
  const { t } = useTranslation(['books', 'usage', 'receipt']);
  const { money } = useFormats();
  const [blockId, setBlockId] = useState('');
  const blocks = useQuery<{ id: string; name: string }[]>(`${block.path}/options`);
  const mayTake = useCan('RECEIPT', 'write');
  const { data, error, again } = useQuery<Debt>(debtReport.path, {
    follow: bill.code,
    delay: 1000,
    query: blockId ? { blockId } : {},
  });
  const figures = <R extends Ages>(): FigureColumn<R>[] =>
    [...AGES, 'total' as const].map(key => ({
      key,
      label: t(`debt.${key}`),
      figure: true,
      cell: row => (row[key] ? money(row[key]) : ''),
      foot: money(data?.[key] ?? 0),
    }));
  return (
    <ReportPage
      title={t('debt.title')}
      asks={
        <Field label={t('debt.block')}>
          <Select
            value={blockId}
            choices={[
              { value: '', label: t('debt.allBlocks') },
              ...(blocks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={event => setBlockId(event.target.value)}
          />
        </Field>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.total === 0 && <Empty icon={ChartColumn} title={t('debt.none')} />}
      {data && data.total > 0 && (
        <div className={reportBodyClass()}>
          <Sums of={[...AGES, 'total' as const].map(key => [t(`debt.${key}`), money(data[key])] as const)} />
          <h2>{t('debt.byService')}</h2>
          <FigureTable
            label={t('debt.byService')}
            rows={data.services}
            keyOf={({ serviceId }) => serviceId}
            columns={[
              {
                key: 'service',
                label: t('usage:sheet.service'),
                cell: ({ serviceId }) => <RefName to="service" id={serviceId} />,
                foot: t('debt.total'),
              },
              ...figures<Debt['services'][number]>(),
            ]}
          />
          <h2>{t('debt.byUnit')}</h2>
          <FigureTable
            label={t('debt.byUnit')}
            rows={data.units}
            keyOf={({ unitId }) => unitId}
            columns={[
              {
                key: 'unit',
                label: t('receipt:paper.unit'),
                cell: ({ unitId, code }) =>
                  mayTake ? <Link to={`../payment/single-unit?unitId=${unitId}`}>{code}</Link> : code,
                foot: t('debt.total'),
              },
              ...figures<Debt['units'][number]>(),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
