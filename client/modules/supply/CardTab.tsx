import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { stockCard } from '@lobby/shared/modules/supply.contract.ts';
import { supply } from '@lobby/shared/modules/supply.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Moved = AnswerOf<typeof stockCard>[number];

/** Stock movements of a supply, latest first. */
export function CardTab({ id }: { id: string }) {
  const { t } = useTranslation(['supply', 'stock-document', 'common']);
  const { number, day } = useFormats();
  const { data, error, again } = useContract<typeof stockCard>('/supply/:id/card', {
    params: { id },
    follow: supply.code,
    delay: 500,
  });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title={t('card.none')} />;
  const figure = (key: 'in' | 'out' | 'balance'): FigureColumn<Moved> => ({
    key,
    label: t(`card.${key}`),
    figure: true,
    cell: row => (row[key] === 0 && key !== 'balance' ? '' : number(row[key])),
  });
  return (
    <DetailBody>
      <FigureTable<Moved>
        label={t('card.tab')}
        rows={data.toReversed()}
        keyOf={row => row.id}
        columns={[
          { key: 'day', label: t('card.day'), cell: row => day(row.day) },
          {
            key: 'document',
            label: t('card.document'),
            cell: row => (
              <RefLink to="stock-document" id={row.documentId}>
                {row.document}
              </RefLink>
            ),
          },
          {
            key: 'warehouse',
            label: t('stock-document:fields.warehouseId'),
            cell: row => <RefName to="warehouse" id={row.warehouseId} />,
          },
          figure('in'),
          figure('out'),
          figure('balance'),
          { key: 'value', label: t('card.value'), as: 'money' },
        ]}
      />
    </DetailBody>
  );
}
