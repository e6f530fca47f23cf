import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { thisMonth } from '../../kit/ui/today.ts';

interface IncomeLineProps {
  steps: readonly { step: string; income: number }[];
}

/** Line chart of income by month; the table below shows the same figures. */
export function IncomeLine({ steps }: IncomeLineProps) {
  const { t } = useTranslation('amenity-statistics');
  const { day } = useFormats();
  if (steps.length < 2) return null;
  const points = steps.map(({ step, income }) => ({
    key: step,
    label: day(step),
    part: step >= thisMonth(),
    values: { income },
  }));
  return (
    <ChartPane
      label={t('line')}
      title={t('line')}
      shape="lines"
      kind="money"
      points={points}
      series={[{ key: 'income', label: t('line') }]}
    />
  );
}
