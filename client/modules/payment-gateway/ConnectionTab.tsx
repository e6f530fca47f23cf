import { credentialNames, isOwn, type Provider } from '@lobby/shared/billing/gateways.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';

const partsClass = styleClass({
  display: 'grid',
  gap: '4',
  '& form': { display: 'grid', gap: '3' },
  '& code': { overflowWrap: 'anywhere', textStyle: 'sm' },
  '& small': { display: 'block', color: 'fg.muted' },
  '& [role=alert]': { color: 'bad.fg' },
});

/** Webhook address and write-only credentials of a gateway. */
export function ConnectionTab({ id }: { id: string }) {
  const { t } = useTranslation(paymentGateway.name);
  const { row } = useRecord(paymentGateway, id);
  const provider = row?.provider;
  if (!row || !provider) return null;
  const address = `${location.origin}/api/webhooks/payment/${provider.toLowerCase()}/${row.ipnKey ?? ''}`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast({ tone: 'done', title: t('connection.copied') });
  };
  return (
    <DetailBody>
      <div className={partsClass()}>
        {isOwn(provider) ? (
          <p>{t('connection.none')}</p>
        ) : (
          <>
            <div>
              <strong>{t('connection.notice')}</strong>
              <p>
                <code>{address}</code>
              </p>
              <small>{t('connection.noticeHelp')}</small>
              <Button onClick={() => void copy()}>{t('connection.copy')}</Button>
            </div>
            <Credentials
              key={String(row.credentialsAt)}
              id={id}
              provider={provider}
              known={Boolean(row.credentialsAt)}
            />
          </>
        )}
      </div>
    </DetailBody>
  );
}

function Credentials({ id, provider, known: isSet }: { id: string; provider: Provider; known: boolean }) {
  const { t } = useTranslation(paymentGateway.name);
  const may = useCan(paymentGateway.code, 'updateStatus');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { busy, error, code, run } = useSubmit();
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));
  const save = () => {
    void run(async () => {
      await request('PUT', `${paymentGateway.path}/${id}/rotate`, { ...scopeNow(), body: { credentials: filled } });
      toast({ tone: 'done', title: t('connection.saved') });
    });
  };
  return (
    <Form onSubmit={save} autoComplete="off">
      <p>{t(isSet ? 'connection.set' : 'connection.unset')}</p>
      {may &&
        credentialNames(provider).map(name => (
          <Field key={name} label={t(`connection.names.${name}`)}>
            <TextInput
              type="password"
              autoComplete="new-password"
              maxLength={500}
              value={typed[name] ?? ''}
              onChange={event => setTyped(before => ({ ...before, [name]: event.target.value }))}
            />
          </Field>
        ))}
      <Refused error={error} code={code} />
      {may && (
        <div>
          <Button type="submit" look="filled" busy={busy} disabled={Object.keys(filled).length === 0}>
            {t('connection.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}
