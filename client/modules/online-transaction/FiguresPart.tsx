import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { onlineFigures } from '@lobby/shared/modules/online-transaction.contract.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

/** Attempts, payments and amounts by day and provider. */
export function FiguresPart() {
  const { t } = useTranslation(onlineTransaction.name);
  const { money, number, share, day } = useFormats();
  const [period, setPeriod] = useState({ from: `${monthOf(today())}-01`, to: today() });
  const { data, error, again } = useContract<typeof onlineFigures>('/statistics/online', {
    follow: onlineTransaction.code,
    delay: 1000,
    query: period,
  });
  if (error && !data) return <ErrorState title={t('figures.failed')} onRetry={() => void again()} />;
  const sum = (name: 'count' | 'paid' | 'amount' | 'fee') => (data ?? []).reduce((all, row) => all + row[name], 0);
  return (
    <ReportPage title={t('figures.part')} asks={<PeriodFields {...period} onChange={setPeriod} />}>
      {data ? (
        <FigureTable
          label={t('figures.part')}
          rows={data}
          keyOf={row => `${row.day} ${row.provider}`}
          columns={[
            { key: 'day', label: t('figures.day'), cell: row => day(row.day) },
            {
              key: 'provider',
              label: t('fields.provider'),
              cell: row => t(`options.provider.${row.provider as 'VNPAY'}`),
            },
            {
              key: 'count',
              label: t('figures.count'),
              figure: true,
              cell: row => number(row.count),
              foot: number(sum('count')),
            },
            {
              key: 'paid',
              label: t('figures.paid'),
              figure: true,
              cell: row => number(row.paid),
              foot: number(sum('paid')),
            },
            {
              key: 'rate',
              label: t('figures.rate'),
              figure: true,
              cell: row => share((100 * row.paid) / Math.max(1, row.count)),
            },
            {
              key: 'amount',
              label: t('figures.amount'),
              figure: true,
              cell: row => money(row.amount),
              foot: money(sum('amount')),
            },
            {
              key: 'fee',
              label: t('fields.fee'),
              figure: true,
              cell: row => money(row.fee),
              foot: money(sum('fee')),
            },
          ]}
        />
      ) : (
        <SkeletonRows />
      )}
    </ReportPage>
  );
}
