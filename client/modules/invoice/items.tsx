import { type InvoiceLine, rateText } from '@lobby/shared/billing/invoice-line.ts';
import type { unmappedServices } from '@lobby/shared/modules/invoice-item.contract.ts';
import { type InvoiceItemRow, invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { HeadButton } from '../../kit/ui/controls/HeadButton.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RefNames } from '../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';

const FORM = pairedForm(
  [
    'code',
    'unit',
    'taxRate',
    'taxRateOther',
    'revenueType',
    'nature',
    'surchargeCode',
    'surchargeName',
    'price',
    'order',
    'actualQuantity',
    'roundUnitPrice',
  ],
  ['nameEn', 'serviceIds'],
  ['name'],
);
const WIDTHS = {
  order: 120,
  name: 260,
  unit: 100,
  serviceIds: 220,
  taxRate: 130,
  actualQuantity: 140,
  surchargeCode: 110,
};

/** Offers to create an item for each service without one. */
function MissingItems() {
  const { t } = useTranslation([invoiceItem.name, 'kit']);
  const may = useCan(invoiceItem.code, 'write');
  const keyOf = useIdempotencyKey();
  const [open, setOpen] = useState(false);
  const { data, again } = useContract<typeof unmappedServices>('/invoice-item/unmapped', { follow: invoiceItem.code });
  const { busy, error, code, run } = useSubmit();
  if (!may || !data || data.length === 0) return null;
  const make = () =>
    run(async () => {
      const body = { serviceIds: data.map(({ id }) => id) };
      await request('POST', `${invoiceItem.path}/from-services`, { ...scopeNow(), body, idempotencyKey: keyOf(body) });
      toast({ tone: 'done', title: t('missing.made', { count: data.length }) });
      setOpen(false);
      void again();
    });
  return (
    <>
      <HeadButton icon={Plus} label={t('missing.open', { count: data.length })} onClick={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('missing.title')}
        footer={
          <>
            <LeaveButton onClick={() => setOpen(false)} />
            <Button look="filled" busy={busy} onClick={() => void make()}>
              {t('missing.make')}
            </Button>
          </>
        }
      >
        <p>{t('missing.text')}</p>
        <Refused error={error} code={code} />
        <FigureTable
          label={t('missing.title')}
          rows={data}
          keyOf={row => row.id}
          columns={[
            { key: 'code', label: t('fields.code'), cell: row => row.code },
            { key: 'name', label: t('fields.name'), cell: row => row.name },
          ]}
        />
      </Dialog>
    </>
  );
}

/** Preview: the latest bill of its services as an invoice line. */
function SampleTab({ id }: { id: string }) {
  const { t } = useTranslation(invoiceItem.name);
  const { exact } = useFormats();
  const { row } = useRecord(invoiceItem, id);
  const [line, setLine] = useState<InvoiceLine | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the item was changed
  useEffect(() => {
    let left = false;
    request<{ line: InvoiceLine | null }>('POST', `${invoiceItem.path}/${id}/sample`, { ...scopeNow(), body: {} })
      .then(({ data }) => !left && setLine(data.line))
      .catch(() => !left && setLine(null));
    return () => {
      left = true;
    };
  }, [id, row?.version]);
  if (line === undefined) return null;
  return (
    <DetailBody>
      {line === null ? (
        <p>{t('sample.none')}</p>
      ) : (
        <FigureTable
          label={t('sample.tab')}
          rows={[line]}
          keyOf={entry => entry.code}
          columns={[
            { key: 'name', label: t('fields.name'), cell: entry => entry.name },
            { key: 'unit', label: t('fields.unit'), cell: entry => entry.unit },
            { key: 'quantity', label: t('sample.quantity'), as: 'number' },
            {
              key: 'price',
              label: t('fields.price'),
              figure: true,
              cell: entry => exact(entry.price),
            },
            { key: 'amount', label: t('sample.amount'), as: 'money' },
            { key: 'taxRate', label: t('fields.taxRate'), figure: true, cell: entry => rateText(entry.taxRate) },
            { key: 'vat', label: t('sample.vat'), as: 'money' },
          ]}
        />
      )}
    </DetailBody>
  );
}

/** List card of an item on phones. */
function ItemCard({ row }: { row: InvoiceItemRow }) {
  const { t } = useTranslation(invoiceItem.name);
  const { id, code, name, unit, taxRate, serviceIds } = row;
  return (
    <CardRow
      id={id}
      lead={name}
      title={<RefNames to="service" ids={serviceIds ?? []} />}
      kind={[code, unit].filter(Boolean).join(' · ')}
      person={<small>{t(`options.taxRate.${taxRate}`)}</small>}
    />
  );
}
const card = (row: InvoiceItemRow) => <ItemCard row={row} />;

export function Component() {
  const { t } = useTranslation(invoiceItem.name);
  return (
    <RecordsPage
      definition={invoiceItem}
      widths={WIDTHS}
      form={FORM}
      card={card}
      cells={orderCells(invoiceItem, 'order')}
      headExtras={<MissingItems />}
      detail={{ extraTabs: id => [{ value: 'sample', label: t('sample.tab'), content: <SampleTab id={id} /> }] }}
    />
  );
}
