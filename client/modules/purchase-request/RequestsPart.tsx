import { type PurchaseRequestRow, purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { quantityOf, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

const FORM = pairedForm(['title', 'partnerId', 'neededOn'], ['lines', 'attachments']);
const WIDTHS = { code: 150, title: 240, partnerId: 180, estimatedTotal: 140, receivedPercent: 110, status: 132 };

type Line = PurchaseRequestRow['lines'][number];

/** Lines of a request with the received quantities. */
function LinesTab({ id }: { id: string }) {
  const { t } = useTranslation('purchase-request');
  const { money, number } = useFormats();
  const { row } = useRecord(purchaseRequest, id);
  const { lines, estimatedTotal } = row ?? {};
  if (!lines) return <SkeletonRows />;
  const left = ({ quantity, received }: Line) => quantityOf(Math.max(0, unitsOf(quantity) - unitsOf(received)));
  return (
    <DetailBody>
      <FigureTable<Line>
        label={t('fields.lines')}
        rows={lines}
        keyOf={line => lines.indexOf(line)}
        columns={[
          { key: 'name', label: t('fields.name'), cell: line => `${lines.indexOf(line) + 1}. ${line.name ?? ''}` },
          {
            key: 'quantity',
            label: t('fields.quantity'),
            figure: true,
            cell: line => `${number(line.quantity)} ${line.unitName ?? ''}`,
          },
          { key: 'received', label: t('fields.received'), as: 'number' },
          { key: 'left', label: t('left'), figure: true, cell: line => number(left(line)) },
          {
            key: 'price',
            label: t('fields.estimatedPrice'),
            figure: true,
            cell: line => (line.estimatedPrice === null ? '' : money(line.estimatedPrice)),
            foot: money(estimatedTotal ?? 0),
          },
        ]}
      />
    </DetailBody>
  );
}

/** Initial values of `receive`: the quantities not received yet. */
function toCome(row: RecordOf<typeof purchaseRequest>) {
  const { lines } = row;
  return (lines ?? []).flatMap((line, at) => {
    const units = unitsOf(line.quantity) - unitsOf(line.received);
    return units > 0 ? [{ line: at + 1, quantity: quantityOf(units), unitPrice: line.estimatedPrice }] : [];
  });
}

export function RequestsPart() {
  const { t } = useTranslation(['purchase-request', 'kit']);
  const { save } = useExport();
  const extraTabs = (id: string) => [{ value: 'lines', label: t('fields.lines'), content: <LinesTab id={id} /> }];
  const more = ({ id }: RecordOf<typeof purchaseRequest>) => [
    {
      key: 'print',
      label: t('kit:print.now'),
      icon: Printer,
      onSelect: () => save(`${purchaseRequest.path}/${id}/print`, scopeNow()),
    },
  ];
  const values = (row: RecordOf<typeof purchaseRequest>) => ({
    order: { partnerId: row.partnerId },
    receive: { lines: toCome(row) },
  });
  return <RecordsPage definition={purchaseRequest} widths={WIDTHS} form={FORM} detail={{ extraTabs, more, values }} />;
}
