import { type InvoiceLine, rateText } from '@lobby/shared/billing/invoice-line.ts';
import type { VatLine } from '@lobby/shared/billing/invoice-sums.ts';
import { type InvoiceRow, invoice } from '@lobby/shared/modules/invoice.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { DialogSkeleton } from '../../kit/ui/DialogSkeleton.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { HeadButton } from '../../kit/ui/HeadButton.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { CardRow } from '../../kit/ui/list/CardCells.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ChainTab } from './ChainTab.tsx';
import { OfficeState } from './InvoiceLinks.tsx';
import { OfficeTab } from './OfficeTab.tsx';
import { PrintedTab } from './PrintedTab.tsx';

const CompileDialog = lazyPart(async () => (await import('./CompileDialog.tsx')).CompileDialog, DialogSkeleton);

const linesClass = styleClass({ display: 'grid', gap: '3' });
const explainedClass = styleClass({ display: 'block', textStyle: 'xs', color: 'fg.muted' });
const refusalClass = styleClass({
  w: 'full',
  color: 'bad.fg',
  whiteSpace: 'pre-line',
  '&[data-review]': { color: 'waiting.fg' },
});

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
  const { buyerCompany, buyerName, unitId, invoiceDate, taxStatus, syncStatus } = row;
  // A draft that nobody has issued says nothing more.
  const state =
    taxStatus && taxStatus !== 'NOT_SUBMITTED' ? (
      <OfficeState name="taxStatus" value={taxStatus} />
    ) : syncStatus && syncStatus !== 'NOT_SYNCHRONIZED' ? (
      <OfficeState name="syncStatus" value={syncStatus} />
    ) : null;
  return (
    <CardRow
      id={row.id}
      lead={row.fullNumber ?? row.code}
      coded
      unit={unitId && <RefName to="unit" id={unitId} />}
      time={invoiceDate ? day(invoiceDate) : null}
      title={`${money(row.total)} · ${buyerCompany ?? buyerName ?? '–'}`}
      status={
        <Status tone={tone} icon={icon}>
          {t(`statuses.${row.status}`)}
        </Status>
      }
      person={state}
    />
  );
}
const card = (row: InvoiceRow) => <InvoiceCard row={row} />;

/** The lines of an invoice, and what they come to by rate: its tax, its surcharges, and all of it. */
function Lines({ row }: { row: Row }) {
  const { t } = useTranslation(invoice.name);
  const { money, number, exact } = useFormats();
  const lines = (row.items ?? []) as unknown as InvoiceLine[];
  const vatLines = (row.vatLines ?? []) as unknown as VatLine[];
  const surcharges = Number(row.surchargeTotal ?? 0);
  // What lowers another invoice says by how much.
  const sign = row.kind === 'ADJUST_DOWN' ? -1 : 1;
  const sums = [
    ...vatLines.map(({ rate, amount, vat }) => ({ name: rateText(rate), amount, vat, total: amount + vat })),
    ...(surcharges === 0 ? [] : [{ name: t('fields.surchargeTotal'), amount: null, vat: null, total: surcharges }]),
  ];
  const shown = (value: number | null) => (value === null ? '' : money(value));
  return (
    <div className={linesClass()}>
      <FigureTable
        plain
        label={t('fields.items')}
        rows={lines.map((line, n) => ({ ...line, n }))}
        keyOf={one => one.n}
        columns={[
          {
            key: 'name',
            label: t('paper.item'),
            cell: one => (
              <>
                {one.name}
                <small className={explainedClass()}>
                  {[`${number(one.quantity)} ${one.unit ?? ''}`.trim(), exact(one.price)].join(' × ')}
                </small>
              </>
            ),
          },
          { key: 'amount', label: t('paper.amount'), figure: true, cell: one => money(sign * one.amount) },
          { key: 'rate', label: t('paper.rate'), figure: true, cell: one => rateText(one.taxRate) },
        ]}
      />
      <FigureTable
        plain
        label={t('fields.total')}
        rows={sums}
        keyOf={one => one.name}
        columns={[
          { key: 'name', label: t('paper.rate'), cell: one => one.name, foot: t('fields.total') },
          {
            key: 'amount',
            label: t('fields.subTotal'),
            figure: true,
            cell: one => shown(one.amount),
            foot: money(Number(row.subTotal)),
          },
          {
            key: 'vat',
            label: t('fields.vat'),
            figure: true,
            cell: one => shown(one.vat),
            foot: money(Number(row.vatAmount)),
          },
          {
            key: 'total',
            label: t('paper.amount'),
            figure: true,
            cell: one => money(one.total),
            foot: money(Number(row.total)),
          },
        ]}
      />
      <p>{String(row.totalWords ?? '')}</p>
    </div>
  );
}

/** Beside how far an invoice is, how far it is on its way and what the tax office says; why it was refused goes before all else. */
function Marks({ row }: { row: Row }) {
  const { t } = useTranslation(invoice.name);
  return (
    <>
      <OfficeState name="syncStatus" value={String(row.syncStatus)} />
      <OfficeState name="taxStatus" value={String(row.taxStatus)} />
      {row.toAdjust === true && (
        <p role="status" className={refusalClass()} data-review="">
          {t('toAdjust')}
        </p>
      )}
      {typeof row.refusal === 'string' && row.refusal !== '' && (
        <p role="alert" className={refusalClass()} data-review={row.taxStatus === 'UNDER_REVIEW' ? '' : undefined}>
          {row.refusal}
        </p>
      )}
    </>
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
          meta: row => <Marks row={row} />,
          parts: row => ({ lines: <Lines row={row} /> }),
          extraTabs: id => [
            { value: 'printed', label: t('printed.tab'), keys: 'p', content: <PrintedTab id={id} /> },
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
