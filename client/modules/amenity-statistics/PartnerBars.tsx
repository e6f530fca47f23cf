import { useTranslation } from 'react-i18next';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';

/** Bar chart of totals by partner. */
export function PartnerBars({ partners }: { partners: readonly { partnerId: string; name: string; total: number }[] }) {
  const { t } = useTranslation('amenity-statistics');
  return (
    <ChartPane
      label={t('tables.partners')}
      title={t('tables.partners')}
      shape="ranks"
      kind="money"
      points={partners.map(({ partnerId, name, total }) => ({ key: partnerId, label: name, values: { total } }))}
      series={[{ key: 'total', label: t('figures.total') }]}
    />
  );
}
