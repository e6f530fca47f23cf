import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { PasswordInput } from '../../kit/ui/TextInput.tsx';
import { LinkPage } from './LinkPage.tsx';
import { Door, DoorForm } from './parts.tsx';
import { useForm } from './useForm.ts';
import type { MailedLink } from './useLink.ts';

/** Confirming another e-mail: the link proves the mailbox, the password whose account it is. */
export function Component() {
  const { t } = useTranslation('account');
  const [done, setDone] = useState<MailedLink | null>(null);
  if (done)
    return <Door title={t('confirmNew.done')} note={t('confirmNew.doneText')} resident={done.kind === 'resident'} />;
  return (
    <LinkPage
      title={() => t('confirmNew.title')}
      purposes={['address']}
      ask={{ to: '/login', label: t('links.toSignIn') }}
    >
      {(link, token) => <AddressForm link={link} token={token} onDone={() => setDone(link)} />}
    </LinkPage>
  );
}

function AddressForm({ link, token, onDone }: { link: MailedLink; token: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({ password: '' }, async ({ password }) => {
    await request('POST', '/auth/email/confirm', { body: { token, password } });
    onDone();
  });
  return (
    <DoorForm form={form}>
      <input type="hidden" name="username" autoComplete="username" value={link.email} />
      <Field label={t('fields.password')} help={t('confirmNew.help')} error={form.error('password')}>
        <PasswordInput size="lg" autoComplete="current-password" autoFocus {...form.input('password')} />
      </Field>
      <Button type="submit" look="filled" size="lg" wide busy={form.busy}>
        {t('confirmNew.submit')}
      </Button>
    </DoorForm>
  );
}
