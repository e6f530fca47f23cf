import { bankOf } from '@lobby/shared/billing/banks.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { useIdempotencyKey } from '../../kit/ui/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/useSubmit.ts';

/** Asks for a statement and the account that it is of; the same one twice does nothing. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['bank-transaction', 'kit']);
  const accounts = useQuery<{ id: string; accountNumber: string; bankBin: string }[]>(bankAccount.path, {
    query: { limit: 50 },
  });
  const [chosen, setChosen] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, run } = useSubmit();
  const keyOf = useIdempotencyKey();
  const bankAccountId = chosen || accounts.data?.[0]?.id || '';
  const read = () =>
    run(async () => {
      if (!file) return;
      const { name, size, lastModified } = file;
      const body = new FormData();
      body.append('files', file);
      const { data } = await request<{ read: number; made: number; matched: number }>(
        'POST',
        `${bankTransaction.path}/statement?bankAccountId=${bankAccountId}`,
        { ...scopeNow(), body, idempotencyKey: keyOf([name, size, lastModified, bankAccountId]) },
      );
      const { made, matched } = data;
      toast({ tone: 'done', title: t('statement.done', { made, matched, known: data.read - made }) });
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('statement.read')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:form.cancel')}</Button>
          <Button look="filled" busy={busy} disabled={!file || !bankAccountId} onClick={() => void read()}>
            {t('statement.read')}
          </Button>
        </>
      }
    >
      <Field label={t('statement.account')} required>
        <Select
          value={bankAccountId}
          choices={(accounts.data ?? []).map(({ id, bankBin, accountNumber }) => ({
            value: id,
            label: `${bankOf(bankBin)?.name ?? ''} ${accountNumber}`,
          }))}
          onChange={event => setChosen(event.target.value)}
        />
      </Field>
      <Field label={t('statement.file')} required error={error}>
        <TextInput
          ref={input}
          type="file"
          accept=".csv,.txt,.xlsx,.xls,.ofx,.qfx,.sta,.mt940,.940"
          onChange={event => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
    </Dialog>
  );
}
