import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import type { VatLine } from '@lobby/shared/billing/invoice-sums.ts';
import { type InvoiceRow, invoice } from '@lobby/shared/modules/invoice.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { HeadButton } from '../../kit/ui/HeadButton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { CardRow } from '../../kit/ui/list/CardCells.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { ChainTab } from './ChainTab.tsx';
import { OfficeTab } from './OfficeTab.tsx';
import { PrintedTab } from './PrintedTab.tsx';

const CompileDialog = lazyPart(async () => (await import('./CompileDialog.tsx')).CompileDialog, DialogSkeleton);

const FORM = pairedForm(
  [
    'kind',
    'unitId',
    'originalForm',
    'originalSymbol',
    'originalNumber',
    'originalDate',
    'reason',
    'agreementNo',
    'agreementOn',
    'month',
    'buyerId',
    'buyerType',
    'buyerName',
    'buyerCompany',
    'buyerTaxCode',
    'buyerOwnTaxCode',
    'buyerIdentityCard',
    'buyerBudgetCode',
    'buyerEmail',
    'paymentText',
  ],
  ['agreementFiles', 'buyerAddress', 'items', 'note'],
);
const WIDTHS = {
  invoiceDate: 100,
  unitId: 84,
  buyerName: 190,
  month: 84,
  total: 120,
  kind: 130,
  syncStatus: 132,
  taxStatus: 150,
};
const HIDDEN = [
  'fullNumber',
  'symbol',
  'number',
  'buyerCompany',
  'subTotal',
  'vatAmount',
  'revenueType',
  'issuedAt',
  'createdAt',
];
/** An invoice goes by its number once it has one, and by the company that buys. */
const CELLS = {
  code: ({ fullNumber, code }: InvoiceRow) => fullNumber ?? code,
  buyerName: ({ buyerCompany, buyerName }: InvoiceRow) => buyerCompany ?? buyerName,
};
const nameOf = (row: Row): string => String(row.fullNumber ?? row.code ?? '');

/** An invoice on a phone: its number and day, how much for whom, and how far it is. */
function InvoiceCard({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation(invoice.name);
  const { day, money } = useFormats();
  const { tone, icon } = invoice.statuses[row.status];
  const { buyerCompany, buyerName, unitId, invoiceDate, taxStatus, hasProblem } = row;
  return (
    <CardRow
      id={row.id}
      lead={row.fullNumber ?? row.code}
      note={hasProblem ? t(`options.taxStatus.${taxStatus}`) : null}
      time={invoiceDate ? day(invoiceDate) : null}
      title={`${money(row.total)} · ${buyerCompany ?? buyerName ?? '–'}`}
      status={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${row.status}`)}
        </Status>
      }
      person={<small className="cut">{unitId && <RefName to="unit" id={unitId} />}</small>}
    />
  );
}
const card = (row: InvoiceRow) => <InvoiceCard row={row} />;

/** The lines of an invoice, with what they come to. */
function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { money } = useFormats();
  const { row } = useRecord(invoice, id);
  if (!row) return null;
  const lines = (row.items ?? []) as unknown as InvoiceLine[];
  const vatLines = (row.vatLines ?? []) as unknown as VatLine[];
  // What lowers another invoice says by how much.
  const sign = row.kind === 'ADJUST_DOWN' ? -1 : 1;
  const rate = (value: string) => (/^\d/.test(value) ? `${value}%` : value);
  return (
    <DetailBody>
      <FigureTable
        label={t('fields.items')}
        rows={lines.map((line, n) => ({ ...line, n }))}
        keyOf={one => one.n}
        columns={[
          { key: 'name', label: t('paper.item'), cell: one => one.name, foot: t('fields.subTotal') },
          { key: 'unit', label: t('paper.unit'), cell: one => one.unit },
          { key: 'quantity', label: t('paper.quantity'), as: 'number' },
          { key: 'price', label: t('paper.price'), as: 'number' },
          {
            key: 'amount',
            label: t('paper.amount'),
            figure: true,
            cell: one => money(sign * one.amount),
            foot: money(Number(row.subTotal)),
          },
          { key: 'rate', label: t('paper.rate'), figure: true, cell: one => rate(one.taxRate) },
          {
            key: 'vat',
            label: t('fields.vatAmount'),
            figure: true,
            cell: one => money(sign * one.vat),
            foot: money(Number(row.vatAmount)),
          },
        ]}
      />
      <FigureTable
        label={t('fields.total')}
        rows={vatLines}
        keyOf={one => one.rate}
        columns={[
          { key: 'rate', label: t('paper.rate'), cell: one => rate(one.rate), foot: t('fields.total') },
          { key: 'amount', label: t('fields.subTotal'), as: 'money' },
          {
            key: 'vat',
            label: t('fields.vatAmount'),
            figure: true,
            cell: one => money(one.vat),
            foot: money(Number(row.total)),
          },
        ]}
      />
      <p>{String(row.totalWords ?? '')}</p>
    </DetailBody>
  );
}

/** Invoices from drafts on; those of a month are compiled from its bills. */
export function InvoicesPart() {
  const { t } = useTranslation(invoice.name);
  const may = useCan(invoice.code, 'write');
  const [open, setOpen] = useState(false);
  return (
    <>
      <RecordsPage
        definition={invoice}
        widths={WIDTHS}
        hidden={HIDDEN}
        cells={CELLS}
        card={card}
        form={FORM}
        detail={{
          title: nameOf,
          extraTabs: id => [
            { value: 'printed', label: t('printed.tab'), keys: 'p', content: <PrintedTab id={id} /> },
            { value: 'lines', label: t('fields.items'), content: <LinesTab id={id} /> },
            { value: 'chain', label: t('chain.title'), content: <ChainTab id={id} /> },
            { value: 'office', label: t('office'), content: <OfficeTab id={id} /> },
          ],
        }}
        {...(may && {
          second: true,
          headExtras: (
            <HeadButton filled icon={FileSpreadsheet} label={t('compile.open')} onClick={() => setOpen(true)} />
          ),
        })}
      />
      {open && <CompileDialog onClose={() => setOpen(false)} />}
    </>
  );
}
