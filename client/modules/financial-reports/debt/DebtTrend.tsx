import type { Age } from '@lobby/shared/billing/ageing.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { debtSeries } from '@lobby/shared/modules/financial-reports.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { ChartPane } from '../../../kit/ui/figures/ChartPane.tsx';
import { type FigureColumn, FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { AgeTrend } from './AgeTrend.tsx';
import { RowName } from './debt-parts.tsx';

export type DebtPoint = AnswerOf<typeof debtSeries>[number];

/** Billed, paid and owed amounts of twelve months, with debts by age. */
export function DebtTrend({ ages }: { ages: readonly Age[] }) {
  const { t } = useTranslation('books');
  const { money, share, day } = useFormats();
  const { data, error, again } = useContract<typeof debtSeries>('/statistics/debt/series', {
    follow: bill.code,
    delay: 1000,
  });
  // Months before the first bill would leave the charts half empty.
  const begun = data?.slice(data.findIndex(({ billed, closing }) => billed !== 0 || closing !== 0)) ?? [];
  const figure = (name: Age | 'billed' | 'paid' | 'closing', label: string): FigureColumn<DebtPoint> => ({
    key: name,
    label,
    figure: true,
    cell: row => (row[name] ? money(row[name]) : ''),
  });
  return (
    <ReportPage title={t('debt.trend')}>
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <div className={reportBodyClass()}>
          <AgeTrend points={begun} />
          <ChartPane
            label={`${t('debt.billed')}, ${t('debt.collected')}`}
            title={`${t('debt.billed')} · ${t('debt.collected')}`}
            kind="money"
            points={begun.map(({ month, billed, paid }) => ({
              key: month,
              label: day(month),
              part: month >= thisMonth(),
              values: { billed, paid },
            }))}
            series={[
              { key: 'billed', label: t('debt.billed') },
              { key: 'paid', label: t('debt.collected'), tone: 'done' },
            ]}
          />
          <FigureTable<DebtPoint>
            label={t('debt.trend')}
            rows={begun.toReversed()}
            keyOf={({ month }) => month}
            columns={[
              { key: 'month', label: t('debt.by.month'), cell: ({ month }) => <RowName group="month" id={month} /> },
              figure('billed', t('debt.billed')),
              figure('paid', t('debt.collected')),
              figure('closing', t('debt.closing')),
              {
                key: 'rate',
                label: t('debt.rate'),
                figure: true,
                cell: ({ rate }) => (rate === null ? '' : share(rate)),
              },
              ...ages.map(age => figure(age, t(`ageing.${age}`))),
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
