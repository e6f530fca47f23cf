import { bill } from '@lobby/shared/modules/bill.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCan } from '../../../kit/session/permissions.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';
import { MonthsOf } from '../../ledger/index.ts';
import { BillLine } from './BillLine.tsx';
import { UnitServicesTable } from './UnitServicesTable.tsx';

const MOST = 24;

/** Bills of a unit, newest first, with remaining amounts. */
export function UnitBillsTab({ id }: { id: string }) {
  const { t } = useTranslation('bill');
  const { idUnitGroup = '' } = useParams();
  const bills = `/projects/${idUnitGroup}/${bill.route}?tab=all`;
  const mayCount = useCan(bill.code, 'aggregate');
  const mayServices = useCan(serviceRegistration.code, 'read');
  const list = (
    <RelatedRecords
      view={useRelatedRecords(bill, 'unitId', id, MOST)}
      most={MOST}
      icon={ReceiptText}
      none={t('few.none')}
      all={{ to: `${bills}&unitId=${id}`, label: t('few.all') }}
    >
      {billId => <BillLine key={billId} id={billId} to={`${bills}&id=${billId}`} />}
    </RelatedRecords>
  );
  if (!mayCount && !mayServices) return list;
  return (
    <DetailBody>
      {mayServices && <UnitServicesTable id={id} />}
      {mayCount && <MonthsOf path={`${bill.path}/units/${id}/months`} />}
      {list}
    </DetailBody>
  );
}
