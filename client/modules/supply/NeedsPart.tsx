import { supply } from '@lobby/shared/modules/supply.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

interface Need {
  supplyId: string;
  name: string;
  unitName: string;
  stock: number;
  limit: number;
  ordered: number;
  propose: number;
  partnerId: string | null;
  lastPrice: number | null;
}

/** What is low in the stores, and how much of it to buy. */
export function NeedsPart() {
  const { t } = useTranslation('supply');
  const { money, number } = useFormats();
  const { data, error, again } = useQuery<Need[]>(`${supply.path}/needs`, { follow: supply.code, delay: 500 });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title={t('needs.none')} />;
  const figure = (key: 'stock' | 'limit' | 'ordered' | 'propose', label: string): FigureColumn<Need> => ({
    ...{ key, label, figure: true },
    cell: row => `${number(row[key])} ${row.unitName}`,
  });
  return (
    <FigureTable<Need>
      label={t('parts.toBuy')}
      rows={data}
      keyOf={row => row.supplyId}
      columns={[
        {
          ...{ key: 'name', label: t('fields.name') },
          cell: row => (
            <RefLink to={supply.name} id={row.supplyId}>
              {row.name}
            </RefLink>
          ),
        },
        figure('stock', t('fields.stock')),
        figure('limit', t('fields.limit')),
        figure('ordered', t('needs.ordered')),
        figure('propose', t('needs.propose')),
        {
          ...{ key: 'partner', label: t('fields.partnerId') },
          cell: row => row.partnerId && <RefName to="partner" id={row.partnerId} />,
        },
        {
          ...{ key: 'lastPrice', label: t('fields.lastPrice'), figure: true },
          cell: row => (row.lastPrice === null ? '' : money(row.lastPrice)),
        },
      ]}
    />
  );
}
