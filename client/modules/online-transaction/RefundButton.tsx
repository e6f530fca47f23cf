import { onlineTransaction, REFUND_WAYS } from '@lobby/shared/modules/online-transaction.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';

/** Books a payment that the ledger refused when it arrived. */
export function BookButton({ row }: { row: RecordOf<typeof onlineTransaction> }) {
  const { t } = useTranslation(onlineTransaction.name);
  const may = useCan(onlineTransaction.code, 'write');
  const { busy, error, code, run } = useSubmit();
  if (!may || row.problem !== 'NO_RECEIPT') return null;
  const book = () => run(() => request('PUT', `${onlineTransaction.path}/${row.id}/book`, { ...scopeNow(), body: {} }));
  return (
    <>
      <Button busy={busy} onClick={() => void book()}>
        {t('actions.booked')}
      </Button>
      <Refused error={error} code={code} />
    </>
  );
}

/** Refunds through the gateway, at most what is left of the payment. */
export function RefundButton({ row }: { row: RecordOf<typeof onlineTransaction> }) {
  const { t } = useTranslation(onlineTransaction.name);
  const may = useCan(onlineTransaction.code, 'updateStatus');
  const [open, setOpen] = useState(false);
  const left = (row.amount ?? 0) - (row.refunded ?? 0);
  if (!may || row.status !== 'SUCCESSED' || !row.receiptId || left <= 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('actions.give')}</Button>
      {open && <RefundDialog id={row.id} left={left} onClose={() => setOpen(false)} />}
    </>
  );
}

function RefundDialog({ id, left, onClose }: { id: string; left: number; onClose: () => void }) {
  const { t } = useTranslation([onlineTransaction.name, 'kit']);
  const { money } = useFormats();
  const [amount, setAmount] = useState(String(left));
  const [reason, setReason] = useState('');
  const [how, setHow] = useState<(typeof REFUND_WAYS)[number]>('UNIT_ACCOUNT');
  const { busy, error, code, run } = useSubmit();
  const send = () =>
    run(async () => {
      const body = { amount: readWhole(amount) ?? 0, reason, how };
      await request('PUT', `${onlineTransaction.path}/${id}/refund`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('give.done') });
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('give.title')}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} disabled={reason.trim() === ''} onClick={() => void send()}>
            {t('give.do')}
          </Button>
        </>
      }
    >
      <Field label={`${t('give.amount')} (≤ ${money(left)})`} required>
        <TextInput inputMode="numeric" value={amount} onChange={event => setAmount(event.target.value)} />
      </Field>
      <Field label={t('fields.how')} required>
        <Select
          value={how}
          choices={REFUND_WAYS.map(value => ({ value, label: t(`options.how.${value}`) }))}
          onChange={event => setHow(event.target.value as typeof how)}
        />
      </Field>
      <Field label={t('give.reason')} required error={error} code={code}>
        <TextArea value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
