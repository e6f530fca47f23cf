import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { ChartPane, type ChartPaneProps } from '../../../kit/ui/figures/ChartPane.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';

interface ResultChartProps extends Pick<ChartPaneProps, 'title' | 'foot'> {
  months: readonly string[];
  earned: readonly number[];
  spent: readonly number[];
}

/** Income and expenses by month. */
export function ResultChart({ months, earned, spent, ...rest }: ResultChartProps) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const points = months.map((month, n) => ({
    key: month,
    label: day(month),
    part: month >= thisMonth(),
    values: { in: earned[n] ?? 0, out: spent[n] ?? 0 },
  }));
  return (
    <ChartPane
      {...rest}
      label={t('result.title')}
      kind="money"
      points={points}
      series={[
        { key: 'in', label: t('result.in') },
        { key: 'out', label: t('result.out') },
      ]}
    />
  );
}
