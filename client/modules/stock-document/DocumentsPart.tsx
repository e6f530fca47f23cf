import { type StockDocumentRow, stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { InvoiceTwice } from './InvoiceTwice.tsx';
import { KindStrip } from './KindStrip.tsx';
import { OnHand } from './OnHand.tsx';

const HEAD = [
  'kind',
  'reason',
  'documentDate',
  'warehouseId',
  'toWarehouseId',
  'partnerId',
  'invoiceNumber',
  'deliverer',
  'receiverId',
  'departmentId',
] as const;
/** Adjustments are only created by stock takes. */
const { kind, reason } = stockDocument.fields;
const INPUTS = {
  kind: { ...kind, options: kind.options.filter(option => option !== 'ADJUSTMENT') },
  reason: { ...reason, options: reason.options.filter(option => option !== 'COUNT') },
};
const FORM = {
  size: 'wide' as const,
  inputs: INPUTS,
  fields: [...HEAD, 'lines', 'documents'] as const,
  children: (
    <>
      <FieldPairs names={HEAD} />
      <InvoiceTwice />
      <FieldPairs names={[]} wide={['lines']} />
      <OnHand />
      <FieldPairs names={[]} wide={['documents']} />
    </>
  ),
};
/** Number of the document; drafts have none. */
function Code({ row }: { row: StockDocumentRow }) {
  const { t } = useTranslation('stock-document');
  return row.code ?? t('statuses.DRAFT');
}
const CELLS = { code: (row: StockDocumentRow) => <Code row={row} /> };
const WIDTHS = { code: 150, kind: 110, warehouseId: 180, partnerId: 180, total: 132, status: 116 };

interface Line {
  supplyId: string;
  quantity: number;
  unitPrice: number | null;
  amount: number | null;
  note: string | null;
}

/** Lines of a document with their values. */
function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation('stock-document');
  const { money } = useFormats();
  const { row } = useRecord(stockDocument, id);
  const { lines, total } = row ?? {};
  if (!lines) return <SkeletonRows />;
  return (
    <DetailBody>
      <FigureTable<Line>
        label={t('lines.tab')}
        rows={lines}
        keyOf={line => line.supplyId}
        columns={[
          {
            key: 'supplyId',
            label: t('fields.supplyId'),
            cell: line => (
              <RefLink to="supply" id={line.supplyId}>
                <RefName to="supply" id={line.supplyId} />
              </RefLink>
            ),
            foot: t('fields.total'),
          },
          { key: 'quantity', label: t('paper.quantity'), as: 'number' },
          {
            key: 'unitPrice',
            label: t('fields.unitPrice'),
            figure: true,
            cell: line => (line.unitPrice === null ? '' : money(line.unitPrice)),
          },
          {
            key: 'amount',
            label: t('fields.amount'),
            figure: true,
            cell: line => (line.amount === null ? '' : money(line.amount)),
            foot: money(total ?? 0),
          },
        ]}
      />
    </DetailBody>
  );
}

/** Receipts, issues and transfers. */
export function DocumentsPart() {
  const { t } = useTranslation(['stock-document', 'kit']);
  const extraTabs = (id: string) => [{ value: 'lines', label: t('lines.tab'), content: <LinesTab id={id} /> }];
  const { save } = useExport();
  const more = ({ id }: RecordOf<typeof stockDocument>) => [
    {
      key: 'print',
      label: t('kit:print.now'),
      icon: Printer,
      onSelect: () => save(`${stockDocument.path}/${id}/print`, scopeNow()),
    },
  ];
  const title = (row: RecordOf<typeof stockDocument>) => row.code ?? t('statuses.DRAFT');
  return (
    <RecordsPage
      definition={stockDocument}
      widths={WIDTHS}
      cells={CELLS}
      form={FORM}
      strip={<KindStrip />}
      detail={{ extraTabs, more, title }}
    />
  );
}
