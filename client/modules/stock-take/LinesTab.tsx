import type { stockTakeLines } from '@lobby/shared/modules/stock-take.contract.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Counting } from './Counting.tsx';
import { Review } from './Review.tsx';

/** Lines of a stock take, for counting or review; live. */
export function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation(stockTake.name);
  const row = useHeldRow(stockTake, id);
  const { data, error, again } = useContract<typeof stockTakeLines>('/stock-take/:id/lines', {
    params: { id },
    follow: stockTake.code,
    delay: 400,
  });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty title={t('lines.none')} />;
  return row.status === 'COUNTING' ? (
    <Counting take={row} lines={data} onCounted={again} />
  ) : (
    <Review take={row} lines={data} onRejected={again} />
  );
}
