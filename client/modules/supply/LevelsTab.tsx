import { shareOf, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { type StockLevelRow, stockLevel, supply } from '@lobby/shared/modules/supply.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

const MOST = 100;

/** Stock and value of a supply by warehouse. */
export function LevelsTab({ id }: { id: string }) {
  const { t } = useTranslation('supply');
  const { money, number } = useFormats();
  const { stock, stockValue, unitName } = useHeldRow(supply, id);
  const { data } = useRows(stockLevel, {
    filter: { supplyId: { in: [id] } },
    limit: MOST,
    follow: supply.code,
    delay: 500,
  });
  if (!data) return <SkeletonRows />;
  const rows = data.filter(level => level.quantity > 0);
  if (rows.length === 0) return <Empty title={t('levels.none')} />;
  const held = { units: unitsOf(stock), value: stockValue ?? 0 };
  return (
    <DetailBody>
      <FigureTable<StockLevelRow>
        label={t('levels.tab')}
        rows={rows}
        keyOf={row => row.id}
        columns={[
          {
            key: 'warehouse',
            label: t('levels.tab'),
            cell: row => <RefName to="warehouse" id={row.warehouseId ?? ''} />,
          },
          {
            key: 'quantity',
            label: t('fields.stock'),
            figure: true,
            cell: row => `${number(row.quantity)} ${unitName ?? ''}`,
          },
          {
            key: 'value',
            label: t('fields.stockValue'),
            figure: true,
            cell: row => money(shareOf(held, unitsOf(row.quantity))),
          },
        ]}
      />
    </DetailBody>
  );
}
