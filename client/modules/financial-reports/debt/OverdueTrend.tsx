import { type Debt, overdueOf } from '@lobby/shared/billing/ageing.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { ChartPane, type ChartPaneProps } from '../../../kit/ui/figures/ChartPane.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';

interface OverdueTrendProps extends Pick<ChartPaneProps, 'title'> {
  points: readonly Debt[];
}

/** Overdue debts at the end of each month. */
export function OverdueTrend({ points, title, ...rest }: OverdueTrendProps) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  return (
    <ChartPane
      {...rest}
      label={t('debt.overdue')}
      title={title ?? t('debt.overdue')}
      shape="lines"
      kind="money"
      better="less"
      points={points.map(point => ({
        key: point.month,
        label: day(point.month),
        part: point.month >= thisMonth(),
        values: { overdue: overdueOf(point) },
      }))}
      series={[{ key: 'overdue', label: t('debt.overdue') }]}
    />
  );
}
