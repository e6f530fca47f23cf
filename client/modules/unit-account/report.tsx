import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { advanceReport } from '@lobby/shared/modules/reports.ts';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/FigureTable.tsx';
import { PeriodFields } from '../../kit/ui/form/PeriodFields.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';
import { today } from '../../kit/ui/today.ts';

const FIGURES = ['opening', 'in', 'out', 'closing'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
interface Report extends Figures {
  services: (Figures & { serviceId: string | null })[];
  units: (Figures & { unitId: string })[];
}

/** What units have paid ahead between two days; each figure opens the movements behind it. */
export function Component() {
  const { t } = useTranslation('books');
  const { money } = useFormats();
  const [serviceId, setServiceId] = useState('');
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const services = useQuery<{ id: string; name: string }[]>(`${service.path}/options`);
  const { data, error, again } = useQuery<Report>(advanceReport.path, {
    follow: journalEntry.code,
    delay: 1000,
    query: { ...period, ...(serviceId && { serviceId }) },
  });
  const figures = <R extends Figures>(): FigureColumn<R>[] =>
    FIGURES.map(key => ({
      key,
      label: t(`cashbook.${key}`),
      figure: true,
      cell: row => (row[key] ? money(row[key]) : ''),
      foot: money(data?.[key] ?? 0),
    }));
  return (
    <ReportPage
      title={t('advance.title')}
      asks={
        <>
          <Field label={t('advance.service')}>
            <Select
              value={serviceId}
              choices={[
                { value: '', label: t('advance.allServices') },
                ...(services.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={event => setServiceId(event.target.value)}
            />
          </Field>
          <PeriodFields {...period} onChange={setPeriod} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && data.units.length === 0 && <Empty icon={Coins} title={t('advance.none')} />}
      {data && data.units.length > 0 && (
        <div className={reportBodyClass()}>
          <Sums of={FIGURES.map(key => [t(`cashbook.${key}`), money(data[key])] as const)} />
          <h2>{t('advance.byService')}</h2>
          <FigureTable
            label={t('advance.byService')}
            rows={data.services}
            keyOf={one => one.serviceId ?? ''}
            columns={[
              {
                key: 'service',
                label: t('advance.service'),
                cell: one => (one.serviceId ? <RefName to="service" id={one.serviceId} /> : t('advance.account')),
                foot: t('debt.total'),
              },
              ...figures<Report['services'][number]>(),
            ]}
          />
          <h2>{t('advance.byUnit')}</h2>
          <FigureTable
            label={t('advance.byUnit')}
            rows={data.units}
            keyOf={one => one.unitId}
            columns={[
              {
                key: 'unit',
                label: t('advance.byUnit'),
                cell: one => (
                  <Link to={`../account-movement?tab=all&unitId=${one.unitId}`}>
                    <RefName to="unit" id={one.unitId} />
                  </Link>
                ),
                foot: t('debt.total'),
              },
              ...figures<Report['units'][number]>(),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
