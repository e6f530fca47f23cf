import { rateText } from '@lobby/shared/billing/invoice-line.ts';
import { surchargesOf } from '@lobby/shared/billing/invoice-sums.ts';
import { type InvoiceRow, invoice } from '@lobby/shared/modules/invoice.ts';
import { FileSpreadsheet, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { HeadButton } from '../../../kit/ui/controls/HeadButton.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { CardRow } from '../../../kit/ui/list/rows/CardCells.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { DialogSkeleton } from '../../../kit/ui/overlay/DialogSkeleton.tsx';
import type { MenuItem } from '../../../kit/ui/overlay/Menu.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { ChainTab } from '../drawer/ChainTab.tsx';
import { Marks } from '../drawer/Marks.tsx';
import { OfficeTab } from '../drawer/OfficeTab.tsx';
import { PrintedTab } from '../drawer/PrintedTab.tsx';
import { OfficeState } from './InvoiceLinks.tsx';

const CompileDialog = lazyPart(async () => (await import('../config/CompileDialog.tsx')).CompileDialog, DialogSkeleton);

const linesClass = styleClass({ display: 'grid', gap: '3' });
const explainedClass = styleClass({ display: 'block', textStyle: 'xs', color: 'fg.muted' });
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
  subTotal: 116,
  vatAmount: 104,
  total: 120,
  kind: 130,
  syncStatus: 132,
  taxStatus: 150,
};
/** Shows the invoice number once there is one, and a company before a person. */
const CELLS = {
  code: ({ fullNumber, code }: InvoiceRow) => fullNumber ?? code,
  buyerName: ({ buyerCompany, buyerName }: InvoiceRow) => buyerCompany ?? buyerName,
};
/** Title of an invoice: its number; for a draft the buyer. */
const nameOf = ({ fullNumber, buyerCompany, buyerName, code }: RecordOf<typeof invoice>): string =>
  fullNumber ?? buyerCompany ?? buyerName ?? code ?? '';

/** List card of an invoice on phones. */
function InvoiceCard({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation(invoice.name);
  const { day, money } = useFormats();
  const { tone, icon } = invoice.statuses[row.status];
  const { buyerCompany, buyerName, unitId, invoiceDate, taxStatus, syncStatus } = row;
  // A draft that was never sent has no state to show.
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

/** Lines of an invoice with totals by VAT rate and surcharges. */
function Lines({ row }: { row: RecordOf<typeof invoice> }) {
  const { t } = useTranslation(invoice.name);
  const { money, number, exact } = useFormats();
  const lines = (row.items ?? []).map((line, n) => ({
    ...line,
    n,
    amount: line.amount ?? 0,
    price: line.price ?? 0,
    surchargeAmount: line.surchargeAmount ?? 0,
  }));
  const vatLines = row.vatLines ?? [];
  // A downward adjustment has positive lines, so its surcharges are negated.
  const sign = row.kind === 'ADJUST_DOWN' ? -1 : 1;
  const sums = [
    ...vatLines.map(({ rate, amount, vat }) => ({
      name: rateText(rate ?? ''),
      amount,
      vat,
      total: (amount ?? 0) + (vat ?? 0),
    })),
    ...surchargesOf(lines).map(({ name, amount }) => ({ name, amount: null, vat: null, total: sign * amount })),
  ];
  const shown = (value: number | null) => (value === null ? '' : money(value));
  return (
    <div className={linesClass()}>
      <FigureTable
        plain
        label={t('fields.items')}
        rows={lines}
        keyOf={line => line.n}
        columns={[
          {
            key: 'name',
            label: t('paper.item'),
            cell: line => (
              <>
                {line.name}
                <small className={explainedClass()}>
                  {[`${number(line.quantity)} ${line.unit ?? ''}`.trim(), exact(line.price)].join(' × ')}
                </small>
              </>
            ),
          },
          { key: 'amount', label: t('paper.amount'), figure: true, cell: line => money(sign * line.amount) },
          { key: 'rate', label: t('paper.rate'), figure: true, cell: line => rateText(line.taxRate) },
        ]}
      />
      <FigureTable
        plain
        label={t('fields.total')}
        rows={sums}
        keyOf={line => line.name}
        columns={[
          { key: 'name', label: t('paper.rate'), cell: line => line.name, foot: t('fields.total') },
          {
            key: 'amount',
            label: t('fields.subTotal'),
            figure: true,
            cell: line => shown(line.amount),
            foot: money(row.subTotal ?? 0),
          },
          {
            key: 'vat',
            label: t('fields.vat'),
            figure: true,
            cell: line => shown(line.vat),
            foot: money(row.vatAmount ?? 0),
          },
          {
            key: 'total',
            label: t('paper.amount'),
            figure: true,
            cell: line => money(line.total),
            foot: money(row.total ?? 0),
          },
        ]}
      />
      <p>{row.totalWords}</p>
    </div>
  );
}

const SAYS = ['ANSWERED', 'TAKEN', 'ABSENT', 'SILENT'] as const;
/** Queries the tax office about an invoice in transit, and shows the answer. */
function useOfficeQuery(): (row: RecordOf<typeof invoice>) => readonly MenuItem[] {
  const { t } = useTranslation(invoice.name);
  const may = useCan(invoice.code, 'sync');
  const ask = async (id: string) => {
    try {
      const { data } = await request<{ said: readonly string[] }>('PUT', `${invoice.path}/${id}/query`, {
        ...scopeNow(),
        body: {},
      });
      const outcome = SAYS.find(word => data.said.includes(word)) ?? 'SILENT';
      toast({ tone: outcome === 'ABSENT' || outcome === 'SILENT' ? 'bad' : 'done', title: t(`said.${outcome}`) });
    } catch (error) {
      void toastRefusal(error);
    }
  };
  return ({ id, syncStatus }) =>
    may && syncStatus === 'SYNCHRONIZING'
      ? [{ key: 'query', label: t('actions.query'), icon: Landmark, onSelect: () => void ask(id) }]
      : [];
}

/** Invoices from drafts on, with compiling of a month. */
export function InvoicesPart() {
  const { t } = useTranslation(invoice.name);
  const may = useCan(invoice.code, 'write');
  const [open, setOpen] = useState(false);
  const ask = useOfficeQuery();
  return (
    <>
      <RecordsPage
        definition={invoice}
        widths={WIDTHS}
        cells={CELLS}
        card={card}
        form={FORM}
        detail={{
          title: nameOf,
          meta: row => <Marks row={row} />,
          more: ask,
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
