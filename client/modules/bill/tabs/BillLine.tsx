import { bill } from '@lobby/shared/modules/bill.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { useRefName } from '../../../kit/refs/refs.ts';
import { Line } from '../../../kit/ui/detail/related/RelatedRecords.tsx';

/** List line of a bill: service, state, and remaining amount. */
export function BillLine({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation('bill');
  const { money, day } = useFormats();
  const row = useHeldRow(bill, id);
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
