import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { ArrowDownLeft, ArrowUpRight, CircleX, Send, TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { Line, RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';
import { MessageStatus } from '../lists/InvoiceLinks.tsx';

const MOST = 50;

/** Messages about an invoice, newest first. */
export function OfficeTab({ id }: { id: string }) {
  const { t } = useTranslation([taxMessage.name, invoice.name]);
  const view = useRelatedRecords(taxMessage, 'invoiceId', id, MOST);
  const { row } = useRecord(invoice, id);
  const refusal = row?.refusal;
  // A review request is not a rejection.
  const reviews = row?.taxStatus === 'UNDER_REVIEW';
  return (
    <>
      {typeof refusal === 'string' && refusal !== '' && (
        <Banner
          tone={reviews ? 'waiting' : 'bad'}
          icon={reviews ? TimerOff : CircleX}
          title={t(reviews ? 'invoice:options.taxStatus.UNDER_REVIEW' : 'invoice:fields.refusal')}
        >
          {` ${refusal}`}
        </Banner>
      )}
      <RelatedRecords view={view} most={MOST} icon={Send} none={t('related.none')}>
        {rowId => <Message key={rowId} id={rowId} />}
      </RelatedRecords>
    </>
  );
}

function Message({ id }: { id: string }) {
  const { t } = useTranslation(taxMessage.name);
  const { dateTime } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const row = useHeldRow(taxMessage, id);
  const Icon = row.direction === 'IN' ? ArrowDownLeft : ArrowUpRight;
  return (
    <Line
      to={`/projects/${idUnitGroup}/${invoice.route}?part=messages&tab=all&id=${id}`}
      before={<Icon size={16} aria-hidden />}
      title={row.type ? t(`options.type.${row.type}`) : ''}
      note={[row.at && dateTime(row.at), row.lastError].filter(Boolean).join(' · ')}
      after={row.status && <MessageStatus direction={row.direction} status={row.status} />}
    />
  );
}
