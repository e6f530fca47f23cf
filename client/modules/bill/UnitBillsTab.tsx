import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { useAtomValue } from 'jotai';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { dataOf } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { MonthsOf } from '../fees/index.ts';

const MOST = 24;

/** The bills of a unit, newest first, with what is left of each. */
export function UnitBillsTab({ id }: { id: string }) {
  const { t } = useTranslation('bill');
  const { idUnitGroup = '' } = useParams();
  const bills = `/projects/${idUnitGroup}/${bill.route}?tab=all`;
  const mayCount = useCan(bill.code, 'aggregate');
  const list = (
    <RelatedRecords
      view={useRelatedRecords(bill, 'unitId', id, MOST)}
      most={MOST}
      icon={ReceiptText}
      none={t('few.none')}
      all={{ to: `${bills}&unitId=${id}`, label: t('few.all') }}
    >
      {one => <BillLine key={one} id={one} to={`${bills}&id=${one}`} />}
    </RelatedRecords>
  );
  if (!mayCount) return list;
  return (
    <DetailBody>
      <MonthsOf path={`${bill.path}/units/${id}/months`} />
      {list}
    </DetailBody>
  );
}

function BillLine({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('bill');
  const { money, day } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(bill.name, id), [id]));
  const row = dataOf<BillRow>(entry?.row);
  const service = useRefName('service', row.serviceId);
  const state = row.status === 'ACTIVE' ? t(`options.paymentState.${row.paymentState}`) : t(`statuses.${row.status}`);
  return (
    <Line
      to={to}
      title={`${service ?? ''} ${day(row.month ?? '')}`}
      note={
        <>
          {row.code} · {state}
          {row.dueDate && ` · ${t('fields.dueDate')} ${day(row.dueDate)}`}
        </>
      }
      after={money((row.status === 'ACTIVE' && row.remaining) || row.total || (row.originalTotal ?? 0))}
    />
  );
}
