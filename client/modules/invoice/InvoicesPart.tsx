import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import type { VatLine } from '@lobby/shared/billing/invoice-sums.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ChainTab } from './ChainTab.tsx';
import { CompileDialog } from './CompileDialog.tsx';
import { OfficeTab } from './OfficeTab.tsx';
import { PrintedTab } from './PrintedTab.tsx';

const FORM = pairedForm(
  [
    'unitId',
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
  ['buyerAddress', 'items', 'note'],
);
const WIDTHS = {
  code: 150,
  symbol: 100,
  number: 90,
  invoiceDate: 112,
  unitId: 100,
  buyerName: 180,
  buyerCompany: 200,
  month: 100,
  subTotal: 130,
  vatAmount: 120,
  total: 130,
  syncStatus: 150,
  taxStatus: 170,
  status: 150,
};
const HIDDEN = ['buyerCompany', 'kind', 'revenueType', 'issuedAt', 'createdAt'];

/** The lines of an invoice, with what they come to. */
function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { money, number } = useFormats();
  const { row } = useRecord(invoice, id);
  if (!row) return null;
  const lines = (row.items ?? []) as unknown as InvoiceLine[];
  const vatLines = (row.vatLines ?? []) as unknown as VatLine[];
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
          { key: 'quantity', label: t('paper.quantity'), figure: true, cell: one => number(one.quantity) },
          { key: 'price', label: t('paper.price'), figure: true, cell: one => number(one.price) },
          {
            key: 'amount',
            label: t('paper.amount'),
            figure: true,
            cell: one => money(one.amount),
            foot: money(Number(row.subTotal)),
          },
          { key: 'rate', label: t('paper.rate'), figure: true, cell: one => rate(one.taxRate) },
          {
            key: 'vat',
            label: t('fields.vatAmount'),
            figure: true,
            cell: one => money(one.vat),
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
          { key: 'amount', label: t('fields.subTotal'), figure: true, cell: one => money(one.amount) },
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
        form={FORM}
        detail={{
          extraTabs: id => [
            { value: 'printed', label: t('printed.tab'), content: <PrintedTab id={id} /> },
            { value: 'lines', label: t('fields.items'), content: <LinesTab id={id} /> },
            { value: 'chain', label: t('chain.title'), content: <ChainTab id={id} /> },
            { value: 'office', label: t('office'), content: <OfficeTab id={id} /> },
          ],
        }}
        {...(may && {
          headExtras: (
            <Button look="filled" icon={FileSpreadsheet} onClick={() => setOpen(true)}>
              {t('compile.open')}
            </Button>
          ),
        })}
      />
      {open && <CompileDialog onClose={() => setOpen(false)} />}
    </>
  );
}
