import { receivableReport } from '@lobby/shared/modules/financial-reports.ts';
import type { receivables } from '@lobby/shared/modules/ledger.contract.ts';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth, today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { YearChart } from './YearChart.tsx';

interface Figures {
  billed: number[];
  received: number[];
  before: number[];
}
/** Maximum range of reports in years (rules.md 9). */
const YEARS = 10;
const MONTHS = Array.from({ length: 12 }, (_, n) => n);
const sum = (all: readonly number[]) => all.reduce((total, amount) => total + amount, 0);
const bodyClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', px: '4', pt: '3', pb: '1' },
});

/** Billed and received amounts of a year by service and month against the year before, from the journal; live. */
export function Component() {
  const { t } = useTranslation('books');
  const { money, day } = useFormats();
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [serviceId, setServiceId] = useState('');
  const mayExport = useCan(receivableReport.code, 'export');
  const { busy, save } = useExport();
  const { data, error, again } = useContract<typeof receivables>('/statistics/receivables', {
    follow: 'BILL',
    delay: 2000,
    query: { year: String(year) },
  });
  const shown: Figures | null = data?.services.find(service => service.serviceId === serviceId) ?? data;
  const monthOf = (n: number) => `${year}-${String(n + 1).padStart(2, '0')}`;
  const nothing = data && data.services.length === 0;
  return (
    <ReportPage
      title={t('receivables.title')}
      actions={
        mayExport && (
          <IconButton
            icon={Download}
            label={t('receivables.export')}
            aria-busy={busy}
            onClick={() => save(`${receivableReport.path}/export`, { ...scopeNow(), query: { year: String(year) } })}
          />
        )
      }
      asks={
        <Field label={t('receivables.year')}>
          <Select
            value={String(year)}
            choices={Array.from({ length: YEARS }, (_, n) => String(thisYear - n)).map(value => ({
              value,
              label: value,
            }))}
            onChange={event => setYear(Number(event.target.value))}
          />
        </Field>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {nothing && <Empty icon={ChartColumn} title={t('receivables.none')} />}
      {data && shown && !nothing && (
        <div className={bodyClass()}>
          <Sums
            of={[
              [t('receivables.billed'), money(sum(data.billed))],
              [t('receivables.before'), money(sum(data.before))],
              [t('receivables.received'), money(sum(data.received))],
            ]}
          />
          <YearChart
            title={serviceId ? <RefName to="service" id={serviceId} /> : t('receivables.all')}
            months={MONTHS.map(monthOf)}
            billed={shown.billed}
            before={shown.before}
            received={shown.received}
          />
          <h2>{t('receivables.byService')}</h2>
          <FigureTable
            label={t('receivables.byService')}
            rows={data.services}
            keyOf={row => row.serviceId}
            columns={[
              {
                key: 'service',
                label: t('receivables.service'),
                cell: row => (
                  <button
                    type="button"
                    aria-pressed={row.serviceId === serviceId}
                    onClick={() => setServiceId(row.serviceId === serviceId ? '' : row.serviceId)}
                  >
                    <RefName to="service" id={row.serviceId} />
                  </button>
                ),
                foot: t('debt.total'),
              },
              ...(['billed', 'before', 'received'] as const).map(key => ({
                key,
                label: t(`receivables.${key}`),
                figure: true,
                cell: (row: Figures) => money(sum(row[key])),
                foot: money(sum(data[key])),
              })),
            ]}
          />
          <h2>{t('receivables.byMonth')}</h2>
          <FigureTable
            label={t('receivables.byMonth')}
            rows={MONTHS.filter(n => monthOf(n) <= thisMonth()).toReversed()}
            keyOf={month => month}
            columns={[
              {
                key: 'month',
                label: t('receivables.month'),
                cell: month => day(monthOf(month)),
                foot: t('debt.total'),
              },
              ...(['billed', 'before', 'received'] as const).map(key => ({
                key,
                label: t(`receivables.${key}`),
                figure: true,
                cell: (month: number) => money(shown[key][month] ?? 0),
                foot: money(sum(shown[key])),
              })),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
