import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';
import { BillLine } from './BillLine.tsx';

const MOST = 24;

/** Bills of a service registration or parking record, newest first. */
export function ServiceBillsTab({ definition, id }: { definition: Definition; id: string }) {
  const { row } = useRecord(definition, id);
  if (!row) return <SkeletonRows />;
  return <Bills unitId={String(row.unitId)} serviceId={String(row.serviceId)} />;
}

function Bills({ unitId, serviceId }: { unitId: string; serviceId: string }) {
  const { t } = useTranslation('bill');
  const { idUnitGroup = '' } = useParams();
  const bills = `/projects/${idUnitGroup}/${bill.route}?tab=all`;
  const ofService = useMemo(() => ({ serviceId: { in: [serviceId] } }), [serviceId]);
  return (
    <RelatedRecords
      view={useRelatedRecords(bill, 'unitId', unitId, MOST, ofService)}
      most={MOST}
      icon={ReceiptText}
      none={t('few.none')}
      all={{ to: `${bills}&unitId=${unitId}&serviceId=${serviceId}`, label: t('few.all') }}
    >
      {id => <BillLine key={id} id={id} to={`${bills}&id=${id}`} />}
    </RelatedRecords>
  );
}
