import { service } from '@lobby/shared/modules/billing-service.ts';
import { Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { VersionsTab } from '../tariff/index.ts';

/** Versions of the service's tariff. */
export function PricesTab({ id }: { id: string }) {
  const { t } = useTranslation('service');
  const { row } = useRecord(service, id);
  if (!row) return <SkeletonRows />;
  if (!row.tariffId) return <Empty icon={Tags} title={t('prices.none')} />;
  return <VersionsTab key={row.tariffId} id={row.tariffId} />;
}
