import type { Status as LookOf } from '@lobby/shared/kit/status.ts';
import { type Invoice, invoice } from '@lobby/shared/modules/invoice.ts';
import type { buyerInvoices } from '@lobby/shared/modules/invoice-buyer.contract.ts';
import { type TaxMessage, taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../../kit/ui/detail/related/RelatedRecords.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { Empty } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { useRelatedRecords } from '../../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

export function InvoiceStatus({ status }: { status: Invoice['status'] }) {
  const { t } = useTranslation(invoice.name);
  const { tone, icon } = invoice.statuses[status];
  return (
    <Status tone={tone} icon={icon}>
      {t([`statuses.${status}`, `kit:statuses.${status}`])}
    </Status>
  );
}

/** Status of a message; received ones have a word of their own. */
export function MessageStatus({
  direction,
  status,
}: Partial<Pick<TaxMessage, 'direction'>> & Pick<TaxMessage, 'status'>) {
  const { t } = useTranslation(taxMessage.name);
  const { tone, icon } = taxMessage.statuses[status];
  const isAnswer = direction === 'IN' && status === 'ANSWERED';
  return (
    <Status tone={tone} icon={icon}>
      {isAnswer ? t('received') : t([`statuses.${status}`, `kit:statuses.${status}`])}
    </Status>
  );
}

/** Transmission state of an invoice, or its state at the tax office. */
export function OfficeState({ name, value }: { name: 'syncStatus' | 'taxStatus'; value: string }) {
  const { t } = useTranslation(invoice.name);
  const looks: Readonly<Record<string, LookOf>> = invoice.fields[name].states;
  const look = looks[value];
  return (
    look && (
      <Status tone={look.tone} icon={look.icon}>
        {t(`options.${name}.${value}`)}
      </Status>
    )
  );
}

type Shown = Pick<Invoice, 'code' | 'symbol' | 'number' | 'invoiceDate' | 'total' | 'status'>;

function InvoiceLine({ id, row }: { id: string; row: Partial<Shown> }) {
  const { day, money } = useFormats();
  const { idUnitGroup = '' } = useParams();
  return (
    <Line
      to={`/projects/${idUnitGroup}/${invoice.route}?tab=all&id=${id}`}
      title={row.number ? `${row.symbol}-${row.number}` : (row.code ?? '')}
      note={[row.invoiceDate && day(row.invoiceDate), row.total !== undefined && money(row.total)]
        .filter(Boolean)
        .join(' · ')}
      after={row.status && <InvoiceStatus status={row.status} />}
    />
  );
}

/** Invoices of a unit, newest first. */
export function UnitInvoicesTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(invoice, 'unitId', id, MOST);
  const all = `/projects/${idUnitGroup}/${invoice.route}?tab=all&unitId=${id}`;
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={ReceiptText}
      none={t('empty.title')}
      all={{ to: all, label: t('related.all') }}
    >
      {rowId => <OfUnit key={rowId} id={rowId} />}
    </RelatedRecords>
  );
}

function OfUnit({ id }: { id: string }) {
  return <InvoiceLine id={id} row={useHeldRow(invoice, id)} />;
}

/** Invoices of a buyer. Corrections of the buyer change drafts, but not published invoices. */
export function BuyerInvoicesTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { data } = useContract<typeof buyerInvoices>('/e-invoice-buyer/:id/invoices', {
    params: { id },
    follow: invoice.code,
    delay: 300,
  });
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <Empty icon={ReceiptText} title={t('empty.title')} />;
  return (
    <DetailBody>
      <ul style={{ listStyle: 'none' }}>
        {data.map(row => (
          <InvoiceLine key={row.id} id={row.id} row={row} />
        ))}
      </ul>
    </DetailBody>
  );
}
