import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import type { unitsWithoutBuyer } from '@lobby/shared/modules/invoice-buyer.contract.ts';
import { type InvoiceBuyerRow, invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { HeadButton } from '../../../kit/ui/controls/HeadButton.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';
import { CardRow } from '../../../kit/ui/list/rows/CardCells.tsx';
import { RefNames } from '../../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { BuyerInvoicesTab } from './InvoiceLinks.tsx';

const FORM = {
  ...pairedForm(
    [
      'issuerType',
      'name',
      'companyName',
      'taxCode',
      'ownTaxCode',
      'identityCard',
      'passport',
      'budgetCode',
      'email',
      'phone',
      'bankAccount',
      'bankName',
      'residentId',
      'partnerId',
      'noInvoice',
      'active',
    ],
    ['address', 'unitIds', 'note'],
  ),
  defaults: { issuerType: 'INDIVIDUAL', active: true },
};
const WIDTHS = { issuerType: 120, name: 200, companyName: 240, taxCode: 150, unitIds: 180, noInvoice: 140 };

/** Offers to create buyers from the householders of units without one. */
function MissingBuyers() {
  const { t } = useTranslation([invoiceBuyer.name, 'kit']);
  const may = useCan(invoiceBuyer.code, 'write');
  const keyOf = useIdempotencyKey();
  const [open, setOpen] = useState(false);
  const { data, again } = useContract<typeof unitsWithoutBuyer>('/e-invoice-buyer/without', {
    follow: invoiceBuyer.code,
    delay: 500,
  });
  const { busy, error, code, run } = useSubmit();
  if (!may || !data || data.count === 0) return null;
  const make = () =>
    run(async () => {
      const body = { isAll: true };
      const { data: answer } = await request<{ made: number; left: unknown[] }>(
        'POST',
        `${invoiceBuyer.path}/from-residents`,
        { ...scopeNow(), body, idempotencyKey: keyOf([data.count]) },
      );
      toast({ tone: 'done', title: t('without.made', { count: answer.made }) });
      setOpen(false);
      void again();
    });
  return (
    <>
      <HeadButton icon={UserPlus} label={t('without.open', { count: data.count })} onClick={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('without.title')}
        footer={
          <>
            <LeaveButton onClick={() => setOpen(false)} />
            <Button look="filled" busy={busy} onClick={() => void make()}>
              {t('without.make')}
            </Button>
          </>
        }
      >
        <p>{t('without.text')}</p>
        <Refused error={error} code={code} />
        <FigureTable
          label={t('without.title')}
          rows={data.units}
          keyOf={row => row.id}
          columns={[
            { key: 'code', label: t('without.unit'), cell: row => row.code },
            { key: 'head', label: t('without.head'), cell: row => t(row.householder ? 'without.yes' : 'without.no') },
          ]}
        />
      </Dialog>
    </>
  );
}

/** List card of a buyer on phones. */
function BuyerCard({ row }: { row: InvoiceBuyerRow }) {
  const { t } = useTranslation(invoiceBuyer.name);
  const { id, companyName, name, taxCode, unitIds, issuerType, noInvoice } = row;
  const units = unitIds ?? [];
  return (
    <CardRow
      id={id}
      lead={companyName ?? name ?? '–'}
      title={
        [companyName && name, taxCode && printedTaxCode(taxCode)].filter(Boolean).join(' · ') || t('withoutTaxCode')
      }
      unit={units.length === 1 && <RefNames to="unit" ids={units} />}
      kind={t(`options.issuerType.${issuerType}`)}
      person={
        <small className="cut">
          {units.length > 1 && <RefNames to="unit" ids={units} />}
          {noInvoice && t('fields.noInvoice')}
        </small>
      }
    />
  );
}
const card = (row: InvoiceBuyerRow) => <BuyerCard row={row} />;

export function BuyersPart() {
  const { t } = useTranslation(invoiceBuyer.name);
  return (
    <RecordsPage
      definition={invoiceBuyer}
      widths={WIDTHS}
      form={FORM}
      card={card}
      detail={{
        extraTabs: id => [{ value: 'invoices', label: t('invoices'), content: <BuyerInvoicesTab id={id} /> }],
      }}
      headExtras={<MissingBuyers />}
    />
  );
}
