import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { PasswordInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { styleClass } from '../../theme/classes.ts';

const formClass = styleClass({ display: 'grid', gap: '3' });

/** Sets the password for the accounting software; it is never shown. */
export function SecretTab({ id }: { id: string }) {
  const { t } = useTranslation(syncConnection.name);
  const { dateTime } = useFormats();
  const may = useCan(syncConnection.code, 'write');
  const { row, reload } = useRecord(syncConnection, id);
  const [typed, setTyped] = useState('');
  const { busy, error, code, run } = useSubmit();
  if (!row) return null;
  const save = () => {
    void run(async () => {
      const body = { version: row.version, secret: typed };
      await request('PUT', `${syncConnection.path}/${id}`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('secret.saved') });
      setTyped('');
      reload();
    });
  };
  return (
    <DetailBody>
      <Form className={formClass()} onSubmit={save} autoComplete="off">
        <p>{row.secretSetAt ? t('secret.set', { at: dateTime(row.secretSetAt) }) : t('secret.unset')}</p>
        {may && (
          <>
            <Field label={t('secret.label')} error={error} code={code}>
              <PasswordInput
                autoComplete="new-password"
                maxLength={200}
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </Field>
            <div>
              <Button type="submit" look="filled" busy={busy} disabled={typed.trim() === ''}>
                {t('secret.save')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </DetailBody>
  );
}
