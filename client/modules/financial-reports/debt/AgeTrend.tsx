import { AGES, type Age, type Debt } from '@lobby/shared/billing/ageing.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { ChartPane } from '../../../kit/ui/figures/ChartPane.tsx';
import type { ChartSeries } from '../../../kit/ui/figures/chart.ts';
import { thisMonth } from '../../../kit/ui/today.ts';

/** Grey, amber, red: the older, the worse. */
const LOOKS: Readonly<Record<Age, Pick<ChartSeries, 'tone' | 'deep'>>> = {
  notDue: { tone: 'ended' },
  d0_30: { tone: 'waiting' },
  d31_60: { tone: 'waiting', deep: true },
  d61_90: { tone: 'bad' },
  d90: { tone: 'bad', deep: true },
};

/** Chart of the debts at the end of each month, stacked by age. */
export function AgeTrend({ points }: { points: readonly Debt[] }) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  return (
    <ChartPane
      label={t('charts.debts')}
      title={t('charts.debts')}
      shape="stacked"
      kind="money"
      pointName={t('charts.point.month')}
      points={points.map(({ month, ...ages }) => ({
        key: month,
        label: day(month),
        part: month >= thisMonth(),
        values: Object.fromEntries(AGES.map(age => [age, ages[age]])),
      }))}
      series={AGES.map(age => ({ key: age, label: t(`ageing.${age}`), ...LOOKS[age] }))}
    />
  );
}
