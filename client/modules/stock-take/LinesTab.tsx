import type { stockTakeLines } from '@lobby/shared/modules/stock-take.contract.ts';
import { type StockTakeRow, stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Counting } from './Counting.tsx';
import { Review } from './Review.tsx';

/** Lines of a stock take, for counting or review; live. */
export function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation(stockTake.name);
  const entry = useAtomValue(useMemo(() => recordAtom(stockTake.name, id), [id]));
  const row = dataOf<StockTakeRow>(entry?.row);
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
