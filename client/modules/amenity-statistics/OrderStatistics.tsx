import type { orderStatistics } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { SortedTable, Takes, useAsked, useSums } from './figures.tsx';
import { PartnerBars } from './PartnerBars.tsx';

const PATH = `${merchantOrder.path}/statistics`;
const CARDS = [
  'orders',
  'acceptedFirst',
  'toAccept',
  'toFinish',
  'rating',
  'warranty',
  'cancelled',
  'total',
  'commission',
] as const;

/** Signature fields of both parties, shown in print only. */
const signClass = styleClass({
  display: 'none',
  '@media print': { display: 'flex', justifyContent: 'space-around', pt: '8', pb: '24' },
});

/** Partner orders: amount, speed, ratings, and commission; live. */
export function OrderStatistics() {
  const { t } = useTranslation('amenity-statistics');
  const mayExport = useCan(merchantOrder.code, 'export');
  const { asked, fields } = useAsked();
  const sums = useSums();
  const { data, error, again } = useContract<typeof orderStatistics>('/merchant-order/statistics', {
    follow: merchantOrder.code,
    delay: 1000,
    query: asked,
  });
  return (
    <ReportPage title={t('title')} actions={<Takes path={PATH} query={asked} may={mayExport} />} asks={fields}>
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.totals.orders === 0 && <Empty icon={ChartColumn} title={t('noneOrders')} />}
      {data && data.totals.orders > 0 && (
        <div style={{ overflow: 'auto', minHeight: 0 }}>
          <Sums of={sums(CARDS, { ...data.totals }, { ...data.before })} />
          <PartnerBars partners={data.partners} />
          <SortedTable
            table="partners"
            rows={data.partners}
            keyOf={({ partnerId }) => partnerId}
            columns={['name', ...CARDS]}
          />
          <SortedTable
            table="series"
            rows={data.series}
            keyOf={({ step }) => step}
            columns={['step', 'orders', 'total', 'commission']}
          />
          <SortedTable
            table="commissions"
            rows={data.commissions}
            keyOf={({ partnerId, month, rate }) => `${partnerId} ${month} ${rate}`}
            columns={['name', 'month', 'orders', 'total', 'rate', 'commission']}
          />
          <div className={signClass()}>
            <span>{t('sign.building')}</span>
            <span>{t('sign.partner')}</span>
          </div>
        </div>
      )}
    </ReportPage>
  );
}
