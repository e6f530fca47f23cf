import type { DeskRow } from '@lobby/shared/billing/debt-desk.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtContact, debtDispute, debtPromise, debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { zoneNow } from '../../kit/base/zone.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { FormDialog, type FormDialogProps } from '../../kit/ui/form/FormDialog.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { DISPUTE_FORM, PLAN_FORM, PROMISE_FORM, WRITE_OFF_FORM } from './forms.ts';

type Making = 'promise' | 'dispute' | 'plan' | 'writeOff';
const FORMS: Readonly<Record<Making, Pick<FormDialogProps, 'definition' | 'fields' | 'size' | 'children'>>> = {
  promise: { ...PROMISE_FORM, definition: debtPromise },
  dispute: { ...DISPUTE_FORM, definition: debtDispute },
  plan: { ...PLAN_FORM, definition: instalmentPlan },
  writeOff: { ...WRITE_OFF_FORM, definition: writeOff },
};

/** Debts of a unit, contacts, and next acts; `c` records a contact, `h` a promise. */
export function UnitDebt({ row, onClose }: { row: DeskRow; onClose: () => void }) {
  const { t } = useTranslation([debtPromise.name, debtContact.name, 'bill', 'kit']);
  const { money, day } = useFormats();
  const { unitId } = row;
  const mayWrite = useCan(debtTracking.code, 'write');
  const mayDeduct = useCan(debtTracking.code, 'deduct');
  const [making, setMaking] = useState<Making | 'contact' | null>(null);
  const bills = useRows(useCan(bill.code, 'read') && bill, {
    follow: bill.code,
    filter: {
      unitId: { in: [unitId] },
      status: { in: ['ACTIVE'] },
      paymentState: { in: ['UNPAID', 'PARTIAL_PAID'] },
    },
    limit: 50,
  });
  const contacts = useRows(debtContact, {
    follow: debtTracking.code,
    filter: { unitId: { in: [unitId] } },
    limit: 20,
  });
  const buttons: readonly (Making | 'contact')[] = [
    ...(mayWrite ? (['contact', 'promise', 'dispute', 'plan'] as const) : []),
    ...(mayDeduct ? (['writeOff'] as const) : []),
  ];
  if (making === 'contact') return <ContactDialog unitIds={[unitId]} onClose={() => setMaking(null)} />;
  if (making)
    return (
      <FormDialog
        {...FORMS[making]}
        key={making}
        open
        defaults={making === 'writeOff' ? {} : { unitId }}
        onSaved={() => setMaking(null)}
        onCancel={() => setMaking(null)}
      />
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${row.code} · ${money(row.debt)}${row.interest > 0 ? ` (${t('kit:money.withInterest', { amount: money(row.interest) })})` : ''}`}
      footer={buttons.map(name => (
        <Button key={name} size="sm" onClick={() => setMaking(name)}>
          {t(`desk.make.${name}`)}
        </Button>
      ))}
    >
      <p>
        {[row.householder, row.phone].filter(Boolean).join(' · ')}{' '}
        <Link to={`../payment/single-unit?unitId=${unitId}`}>{t('desk.pay')}</Link>
      </p>
      <FigureTable<ListedOf<typeof bill>>
        label={t('bill:plural')}
        rows={bills.data}
        keyOf={line => line.id}
        columns={[
          {
            key: 'code',
            label: t('bill:plural'),
            cell: line => <Link to={`../bill-list?tab=owed&id=${line.id}`}>{line.code}</Link>,
          },
          {
            key: 'service',
            label: t('bill:fields.serviceId'),
            cell: line => <RefName to="service" id={line.serviceId} />,
          },
          { key: 'dueDate', label: t('bill:fields.dueDate'), as: 'day' },
          {
            key: 'remaining',
            label: t('bill:fields.remaining'),
            figure: true,
            cell: line => `${money(line.remaining)}${line.disputed ? ` · ${t('bill:fields.disputed')}` : ''}`,
          },
        ]}
      />
      {(contacts.data ?? []).length === 0 ? (
        <p>{t('desk.noContacts')}</p>
      ) : (
        <ul>
          {(contacts.data ?? []).map(contact => (
            <li key={contact.id}>
              {day(dayOf(new Date(contact.createdAt), zoneNow()))} · {t(`debt-contact:options.how.${contact.how}`)} ·{' '}
              {contact.note}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
