import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { thisMonth } from '../../kit/ui/today.ts';

const SERIES = [{ key: 'billed' }, { key: 'received', tone: 'done' }, { key: 'before', before: true }] as const;

interface YearChartProps extends Record<(typeof SERIES)[number]['key'], readonly number[]> {
  title: ReactNode;
  /** Months like `2026-11`; the series have a value for each, in this order. */
  months: readonly string[];
}

/** Chart of billed and received amounts by month, with the year before as a shade. */
export function YearChart({ title, months, ...values }: YearChartProps) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const points = months.map((month, n) => ({
    key: month,
    label: day(month),
    part: month >= thisMonth(),
    values: Object.fromEntries(SERIES.map(({ key }) => [key, values[key][n] ?? 0])),
  }));
  return (
    <ChartPane
      label={t('receivables.byMonth')}
      title={title}
      kind="money"
      points={points}
      series={SERIES.map(line => ({ ...line, label: t(`receivables.${line.key}`) }))}
    />
  );
}
