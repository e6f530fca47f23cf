import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { takeCertificate } from '@lobby/shared/modules/invoice-config.contract.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { E_INVOICE } from '@lobby/shared/modules/invoice-item.ts';
import { Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { zoneNow } from '../../../kit/base/zone.ts';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { HeldConfig } from './held.ts';

const partsClass = styleClass({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '1fr', lg: '1fr 1fr' },
  '& form': { display: 'grid', gap: '3', p: '4', borderWidth: '1px', borderRadius: 'md', alignContent: 'start' },
  '& [role=alert]': { color: 'bad.fg' },
});

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}

/** Uploads the signing key with its password; it is never shown again. */
function CertificateForm({ config, onSaved }: { config: HeldConfig; onSaved: () => void }) {
  const { t } = useTranslation('invoice-config');
  const { day } = useFormats();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const { busy, error, code, run } = useSubmit();
  const send = () => {
    void run(async () => {
      if (!file) return;
      const body = { file: await inBase64(file), password };
      await callContract<typeof takeCertificate>('POST', '/e-invoice-config/certificate', { ...scopeNow(), body });
      toast({ tone: 'done', title: t('certificate.saved') });
      setPassword('');
      onSaved();
    });
  };
  const { certificate } = config;
  return (
    <Form onSubmit={send} autoComplete="off">
      <strong>{t('certificate.title')}</strong>
      <p>
        {certificate
          ? t('certificate.held', { subject: certificate.subject, to: day(dayOf(new Date(certificate.to), zoneNow())) })
          : t('certificate.none')}
      </p>
      <Field label={t('certificate.file')}>
        <span>
          <input
            ref={chooser}
            hidden
            type="file"
            accept=".p12,.pfx"
            onChange={event => setFile(event.target.files?.[0] ?? null)}
          />
          <Button icon={Paperclip} onClick={() => chooser.current?.click()}>
            {file ? <bdi>{file.name}</bdi> : t('certificate.choose')}
          </Button>
        </span>
      </Field>
      <Field label={t('certificate.password')} error={error} code={code}>
        <TextInput
          type="password"
          autoComplete="new-password"
          maxLength={200}
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" look="filled" busy={busy} disabled={!file}>
          {t('certificate.save')}
        </Button>
      </div>
    </Form>
  );
}

const NAMES = ['senderCode', 'url', 'user', 'password'] as const;
type Name = (typeof NAMES)[number];

/** Sender code and account for messages to the tax office. */
function AccountForm({ config, onSaved }: { config: HeldConfig; onSaved: () => void }) {
  const { t } = useTranslation('invoice-config');
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const { busy, error, code, run } = useSubmit();
  const { senderCode, ...account } = typed;
  const hasAccount = Object.values(account).some(Boolean);
  const save = () => {
    void run(async () => {
      const body = {
        ...(senderCode && { senderCode }),
        ...(hasAccount && { credentials: account }),
        version: config.version,
      };
      await request('PUT', INVOICE_CONFIG_PATH, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('account.saved') });
      setTyped({});
      onSaved();
    });
  };
  return (
    <Form onSubmit={save} autoComplete="off">
      <strong>{t('account.title')}</strong>
      <p>{t(config.credentialsAt ? 'account.set' : 'account.unset')}</p>
      {NAMES.map(name => (
        <Field key={name} label={t(`account.names.${name}`)}>
          <TextInput
            type={name === 'password' ? 'password' : 'text'}
            autoComplete={name === 'password' ? 'new-password' : 'off'}
            maxLength={300}
            value={typed[name] ?? ''}
            onChange={event => setTyped(before => ({ ...before, [name]: event.target.value }))}
          />
        </Field>
      ))}
      <Refused error={error} code={code} />
      <div>
        <Button type="submit" look="filled" busy={busy} disabled={!hasAccount && !senderCode}>
          {t('account.save')}
        </Button>
      </div>
    </Form>
  );
}

/** Write-only settings. */
export function Secrets({ config, onSaved }: { config: HeldConfig; onSaved: () => void }) {
  const may = useCan(E_INVOICE, 'write');
  if (!may) return null;
  return (
    <div className={partsClass()}>
      <CertificateForm config={config} onSaved={onSaved} />
      <AccountForm config={config} onSaved={onSaved} />
    </div>
  );
}
